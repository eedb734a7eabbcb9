"""What Python codecs add to a process."""

import pytest

from serbench.builders import interpreted_footprint
from serbench.builders.codec import read_codec, shipped
from serbench.builders.footprint import none_of
from serbench.builders.python.footprint import MEASURER, value_text
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
)

SCHEMA = Schema(
    "footprint",
    "class",
    (
        Record(
            "class",
            (
                Field("from", Scalar(Kind.STRING)),
                Field("data", Scalar(Kind.BYTES)),
                Field("items", ListOf(RecordRef("Item"))),
                Field("next", OptionalOf(RecordRef("class"))),
            ),
        ),
        Record(
            "Item", (Field("shares", MapOf(Scalar(Kind.F64))), Field("level", EnumRef("Level")))
        ),
    ),
    (Enum("Level", ("low", "high")),),
)
CODECS = {codec.name: codec for codec in shipped("python")}
BEGINNING = """\
# ---
# library = "of this test"
# format = "none"
# traits = ["binary"]
# page = ""
# ---
"""
LAZY = f"""{BEGINNING}
from serbench_driver import Codec

class Lazy(Codec):
    def encode(self, value):
        import sqlite3  # as some libraries do
        return bytearray(b"1")

    def decode(self, data):
        return data.decode()
"""
EAGER = LAZY.replace("        import sqlite3  # as some libraries do\n", "").replace(
    "from serbench_driver", "import sqlite3\nfrom serbench_driver"
)


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch):
    monkeypatch.setattr(interpreted_footprint, "ROUNDS", 3)


def own(tmp_path, name, text):
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    return read_codec("python", path)


def measured(codecs, tmp_path, told=None):
    found = MEASURER.footprints(
        SCHEMA,
        codecs,
        tmp_path / "measured",
        lambda done, name: told is not None and told.append((done, name)),
        with_dependencies=True,
    )
    return list(found)


def test_value_is_written_as_source_of_plain_types():
    text = value_text(SCHEMA)
    compile(text, "example.py", "exec")
    assert "'text', b'bytes', [types.Item({'key': 1.5}, types.Level.LOW)], None)" in text


def test_import_counts_when_it_comes_with_the_first_value_and_none_adds_nothing(tmp_path):
    told = []
    codecs = [
        none_of("python", "none.py"),
        own(tmp_path, "lazy", LAZY),
        own(tmp_path, "eager", EAGER),
    ]
    nothing, lazy, eager = measured(codecs, tmp_path, told)
    assert told == list(enumerate(codec.id for codec in codecs))
    assert nothing.import_rss_bytes < 100_000
    assert nothing.import_ms < lazy.import_ms / 3
    for found in (lazy, eager):
        assert found.import_rss_bytes > 500_000
        assert (found.compile_s, found.dependencies, found.jar_bytes) == (0, 0, None)
    assert lazy.import_rss_bytes == pytest.approx(eager.import_rss_bytes, rel=0.1)


def test_failing_codec_has_a_note_and_takes_no_other_with_it(tmp_path, monkeypatch):
    codecs = [
        own(tmp_path, "broken", LAZY.replace("return bytearray", "raise ValueError")),
        own(tmp_path, "bad", LAZY.replace("import sqlite3", "import no_such_library")),
        own(tmp_path, "begins-not", EAGER.replace("import sqlite3", "import no_such_library")),
        none_of("python", "none.py"),
        own(tmp_path, "missing", LAZY.replace("# page", '# program = "no-such-program"\n# page')),
    ]
    found = measured(codecs, tmp_path)
    assert [each.codec for each in found] == [codec.id for codec in codecs]
    broken, bad, begins_not, nothing, missing = found
    assert broken.note == "failed: ValueError: b'1'"
    assert bad.note == "failed: ModuleNotFoundError: No module named 'no_such_library'"
    assert "No module named 'no_such_library'" in begins_not.note
    assert "no-such-program is not installed" in missing.note
    assert nothing.import_ms is not None
    assert not any(each.is_measured for each in (broken, bad, begins_not, missing))


def test_codec_that_fails_in_a_later_round_has_a_note(tmp_path):
    runs = tmp_path / "runs"
    count = f"""
with open({str(runs)!r}, "a+") as runs:
    runs.write("x")
    runs.seek(0)
    if len(runs.read()) == 4:  # the builder's, the uncounted one, and two rounds
        raise RuntimeError("not today")
"""
    found, nothing = measured(
        [own(tmp_path, "at-times", EAGER + count), none_of("python", "none.py")], tmp_path
    )
    assert found.note == "failed: RuntimeError: not today"
    assert not found.is_measured
    assert not nothing.note


def test_missing_interpreter_is_the_note(tmp_path, monkeypatch):
    monkeypatch.setenv("SERBENCH_PYTHON", "no-such-python")
    MEASURER.builder.forget()
    [found] = measured([CODECS["json"]], tmp_path)
    monkeypatch.undo()
    MEASURER.builder.forget()
    assert found.note == "SERBENCH_PYTHON=no-such-python is no Python interpreter"
