import shutil
from pathlib import Path

import pytest

from serbench.commands.schema import as_text
from serbench.schema.model import Field, Record, RecordRef, Schema


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("text", "record NestedStructs (root)"),
        ("json", '"root": "NestedStructs"'),
        ("proto", "message NestedStructs {"),
        ("thrift", "struct NestedStructs {"),
        ("capnp", "struct NestedStructs {"),
        ("fbs", "root_type NestedStructs;"),
        ("avsc", '"name": "NestedStructs"'),
        ("cpp", "struct NestedStructs"),
        ("rust", "pub struct NestedStructs"),
        ("java", "public class NestedStructs"),
    ],
)
def test_schema(serbench, form, words):
    assert words in serbench("schema", "nested", "--as", form).out


def test_hostile_names_are_shown_escaped(serbench, tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a\\u001b[31m\\n": 1}\n')
    assert '"a\\u001b[31m\\n": i32' in serbench("schema", "x.jsonl").out


@pytest.mark.parametrize("form", ["text", "json"])
def test_control_characters_are_escaped_in_output(serbench, tmp_path, form):
    (tmp_path / "x.jsonl").write_text('{"\\u009b31m": 1, "\\u202e": {"\x7f": 2}}\n')
    said = serbench("schema", "x.jsonl", "--as", form).out
    assert all(c.isprintable() for line in said.splitlines() for c in line)
    assert "\\u202e" in said


def test_the_names_of_types_are_shown_as_text():
    root = Record("a\x1b[31m\nb", (Field("x", RecordRef("\u202e")),))
    text = as_text(Schema("s", root.name, (root, Record("\u202e", ()))))
    assert text == "record a\\x1b[31m\\x0ab (root)\n  x: \\u202e\nrecord \\u202e\n"


def test_integers_are_narrow_if_asked_for(serbench, tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": 255, "b": [-1, 300]}\n')
    assert "  a: i32\n  b: list<i32>\n" in serbench("schema", "x.jsonl").out
    assert "  a: u8\n  b: list<i16>\n" in serbench("schema", "x.jsonl", "--narrow").out
    assert "std::uint8_t a{};" in serbench("schema", "x.jsonl", "--narrow", "--as", "cpp").out


@pytest.mark.skipif(not shutil.which("protoc"), reason="protoc is not installed")
def test_import_from_another_folder_needs_proto_path(serbench):
    folder = Path("shared/o")
    folder.mkdir(parents=True)
    (folder / "other.proto").write_text(
        'syntax = "proto3"; package o; message Other { bool b = 1; }'
    )
    Path("x.proto").write_text(
        'syntax = "proto3"; package p; import "o/other.proto"; '
        "message A { o.Other o = 1; } message B { int32 b = 1; }"
    )
    done = serbench("schema", "x.proto:p.A")
    assert (done.status, "--proto-path DIR" in done.err) == (2, True)
    assert "o: optional<Other>" in serbench("schema", "x.proto:p.A", "--proto-path", "shared").out
    done = serbench("schema", "x.proto", "--proto-path", "shared")
    assert "p.A, p.B; name the one that values are: x.proto:p.A" in done.err
    assert "--proto-path is of a .proto" in serbench("schema", "log", "--proto-path", ".").err
