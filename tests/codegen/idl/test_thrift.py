"""The schema lowered to Thrift."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given

from serbench.codegen.idl import thrift
from serbench.schema.model import (
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
from tests.conftest import VECTORS
from tests.strategies import examples, schemas

TEXT = Scalar(Kind.STRING)


def schema_of(*fields: Field) -> Schema:
    return Schema("s", "Root", (Record("Root", fields),))


def test_golden():
    assert thrift.generate(Schema.from_dict(VECTORS[2]["schema"])) == GOLDEN


def test_numbers_missing_in_thrift_become_wider_numbers():
    kinds = (Kind.U32, Kind.U64, Kind.F32, Kind.I8, Kind.I16, Kind.U8, Kind.U16)
    text = thrift.generate(schema_of(*(Field(kind.value, Scalar(kind)) for kind in kinds)))
    assert "  1: i64 u32,\n  2: i64 u64,\n  3: double f32,\n" in text
    assert "  4: i8 i8_,\n  5: i16 i16_,\n  6: i16 u8,\n  7: i32 u16,\n" in text


def test_struct_is_defined_after_contained_structs():
    inner = Record("Inner", (Field("x", TEXT),))
    root = Record("Root", (Field("inner", OptionalOf(RecordRef("Inner"))),))
    names = [s.name for s in thrift.lower(Schema("s", "Root", (root, inner))).structs]
    assert names == ["Inner", "Root"]


def test_recursive_struct_becomes_reference():
    text = thrift.generate(schema_of(Field("again", OptionalOf(RecordRef("Root")))))
    assert "  1: optional Root & again,\n" in text


def test_optional_in_container_becomes_separate_struct():
    text = thrift.generate(schema_of(Field("a", MapOf(ListOf(OptionalOf(TEXT))))))
    assert "  1: map<string, list<OptionalString>> a,\n" in text
    assert "struct OptionalString {\n  1: optional string value,\n}" in text


def test_reserved_words_and_equal_names_are_changed():
    wire = ["next", "string", "aB", "a_b", "2x", "", "é"]
    [struct] = thrift.lower(schema_of(*(Field(name, TEXT) for name in wire))).structs
    assert [f.name for f in struct.fields] == [
        "next_", "string_", "a_b", "a_b_2", "n2x", "field", "field_2",
    ]  # fmt: skip


@given(schemas())
def test_only_identifiers_of_any_schema_reach_text(schema):
    assert re.fullmatch(r"[A-Za-z0-9_:;{}<>=&,* \n]*", thrift.generate(schema))


@pytest.mark.compiled
@pytest.mark.skipif(not shutil.which("thrift"), reason="thrift is not installed")
def test_the_compiler_accepts_hostile_schemas_for_several_languages(tmp_path):
    @examples(15)
    @given(schemas())
    def accepted(schema):
        (tmp_path / "data.thrift").write_text(thrift.generate(schema))
        languages = ["--gen", "cpp", "--gen", "java", "--gen", "go", "--gen", "py"]
        command = ["thrift", "-strict", *languages, "data.thrift"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    accepted()


GOLDEN = """\
namespace * serbench_thrift

enum Colour {
  red = 0,
  dark_blue = 1,
}

struct Scalars {
  1: bool yes,
  2: i32 small,
  3: i64 natural,
  4: i64 big,
  5: i64 huge,
  6: double single,
  7: double double_,
  8: string text,
  9: binary raw,
  10: Colour colour,
}

struct Node {
  1: string label,
  2: list<Node> children,
  3: optional Node & next_,
  4: map<string, double> weights,
}

struct Everything {
  1: optional Scalars scalars,
  2: list<OptionalI32> holes,
  3: optional list<list<double>> grid,
  4: map<string, map<string, list<OptionalString>>> maps,
  5: Node tree,
  6: list<bool> flags,
  7: map<string, OptionalColour> colours,
  8: list<binary> blobs,
}

struct OptionalI32 {
  1: optional i32 value,
}

struct OptionalString {
  1: optional string value,
}

struct OptionalColour {
  1: optional Colour value,
}
"""
