import io
import json

import pytest
from rich.console import Console

from serbench.proof.type_cases import TYPES
from serbench.proof.type_keeping import Keeping, KeptType
from serbench.report.types import cell, columns, markdown, print_table, remarks, rows_json

KEPT = KeptType("converted", "i64", 3)
NATIVE = KeptType("native", "tag 1", 3)


def keeping(**other):
    names = {asked.field: asked.name for asked in TYPES}
    changed = {names[field]: kept for field, kept in other.items()}
    return Keeping("1.0", {asked.name: changed.get(asked.name, KEPT) for asked in TYPES})


FOUND = {
    "cpp/keeps-all": keeping(),
    "cpp/a-name-longer-than-sixteen-letters": keeping(
        timestamp_ms=NATIVE,
        timestamp_us=KeptType("native", "a date", 3, changed={"1970": "cut to milliseconds"}),
        uuid=KeptType("native", "tag 37", 3, {"nil": "no \x1b[31mnil\x1b[0m", "max": "no"}),
        recursion=KeptType("none", "recursion"),
    ),
    "go/broken": Keeping("3", unproven="failed: it did not build"),
}


def drawn(found, width):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding="utf-8")
    print_table(found, Console(file=file, width=width, force_terminal=False))
    file.flush()
    return raw.getvalue().decode()


@pytest.mark.parametrize("width", [80, 140])
def test_golden(golden, width):
    text = drawn(FOUND, width)
    golden(f"types_{width}.txt", text)
    assert max(map(len, text.splitlines())) <= width


def test_golden_markdown(golden):
    golden("types.md", markdown(FOUND) + "\n")


def test_golden_json(golden):
    text = rows_json(FOUND)
    golden("types.json", text + "\n")
    rows = {row["codec"]: row for row in json.loads(text)}
    assert list(rows) == list(FOUND)
    assert rows["cpp/keeps-all"]["types"]["uuid"]["kept"] is True
    assert rows["cpp/a-name-longer-than-sixteen-letters"]["types"]["uuid"]["kept"] is False


def test_every_type_stands_in_one_column():
    assert sorted(name for names in columns().values() for name in names) == sorted(
        asked.name for asked in TYPES
    )


@pytest.mark.parametrize(
    ("types", "word"),
    [
        ([KEPT, KEPT], "conv"),
        ([NATIVE], "native"),
        ([NATIVE, KEPT], "part"),
        ([KeptType("plain", "", 1)], "plain"),
        ([KeptType("none", "map")], "–"),  # noqa: RUF001
        ([KeptType("none", "map"), KeptType("plain", "", 1)], "plain-"),
        ([KeptType("plain", "", 1, {"a": "no"}, {"b": "c"})], "plain!-"),
    ],
)
def test_cell_says_how_types_are_held_and_what_is_lost(types, word):
    assert cell(types) == word


def test_remarks_beyond_forty_are_left_to_other_forms():
    found = {
        f"go/codec{codec}": keeping(
            uuid=KeptType("plain", "", 9, {str(n): f"reason {codec} {n}" for n in range(9)})
        )
        for codec in range(5)
    }
    text = " ".join(drawn(found, 140).split())
    assert text.count("is refused: reason") == 40
    assert "and 5 lines more" in text
    assert markdown(found).count("is refused: reason") == 45


def test_remark_names_all_codecs_that_share_it():
    lost = KeptType("plain", "", 3, {"a": "too large", "b": "too large"}, {"c": "null"})
    found = {name: keeping(uuid=lost) for name in ("go/one", "go/two", "rust/three")}
    found["rust/four"] = keeping()
    assert list(remarks(found)) == [
        "all 2 of Go, rust/three, uuid: c comes back: null",
        "all 2 of Go, rust/three, uuid: a, b is refused: too large",
    ]
    found["go/five"] = keeping()
    assert next(remarks(found)).startswith("go/one, go/two, rust/three, uuid: ")
