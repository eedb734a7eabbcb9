import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from serbench.catalog import all_codecs
from serbench.proof.stored import stored
from serbench.proof.strictness import BY_NAME, Finding, Strictness
from serbench.report.strictness import cell, markdown, print_table, rows_json

REFUSED = Finding(refused=6)
FOUND = {
    "cpp/strict": Strictness("1.0", dict.fromkeys(BY_NAME, REFUSED)),
    "cpp/flatmessage-unchecked": Strictness(
        "2.1",
        {
            "utf8": Finding(accepted={"kept": 6}, first="the byte FF: accepted (kept)"),
            "trailing": Finding(2, {"same": 6}, first="1 byte ff appended: accepted (same)"),
            "truncated": Finding(9, crashed=1, first="the first 9 of 10 bytes: crashed, \x1b[31m"),
            "unknown": Finding(accepted={"same": 1}, first="written with one field more"),
            "missing": Finding(accepted={"filled": 1}, first="written with one field fewer"),
            "duplicates": Finding(accepted={"last": 1}, first="7 and then 9: accepted (last)"),
            "range": Finding(untested="serbench does not know where this format puts a number"),
            "booleans": Finding(meaningless="they are bits"),
            "symbols": Finding(hung=2, first="the number 3: hung, no reply"),
        },
    ),
    "go/broken": Strictness("3", unproven="it did not build"),
}


def drawn(found, width, encoding="utf-8"):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    print_table(found, Console(file=file, width=width, force_terminal=False))
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("width", [80, 140])
def test_golden(golden, width):
    text = drawn(FOUND, width)
    golden(f"strictness_{width}.txt", text)
    assert max(map(len, text.splitlines())) <= width


def test_golden_json(golden):
    text = rows_json(FOUND)
    golden("strictness.json", text + "\n")
    assert [row["codec"] for row in json.loads(text)] == list(FOUND)


def test_shipped_codecs_fit_80_columns():
    text = drawn(stored(), 80)
    assert max(map(len, text.splitlines())) <= 80
    assert all(codec.partition("/")[2] in text for codec in stored())
    assert "…" not in text


def test_unencodable_signs_are_replaced():
    assert "?" in drawn(FOUND, 80, "ascii")


def test_control_characters_of_library_messages_are_removed():
    assert "\x1b" not in drawn(FOUND, 80)


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        (REFUSED, "yes"),
        (Finding(accepted={"kept": 2}), "no"),
        (Finding(1, {"kept": 2}), "part"),
        (Finding(accepted={"kept": 1, "another": 1}), "no"),
        (Finding(), "?"),
        (Finding(3, crashed=1, hung=1), "DIES"),
    ],
)
def test_words(finding, said):
    assert cell("utf8", finding) == said


def test_two_lenient_readings_are_no_fact():
    assert cell("duplicates", Finding(accepted={"first": 1})) == "first"
    assert cell("duplicates", Finding(accepted={"first": 1, "last": 1})) == "no"


def test_documented_table_equals_stored_proofs():
    docs = Path(__file__).parents[2] / "docs" / "tables" / "strictness.md"
    in_order = {c.id: stored()[c.id] for c in all_codecs() if c.id in stored()}
    assert markdown(in_order) in docs.read_text(), (
        "write it anew: serbench strictness --stored --markdown"
    )
