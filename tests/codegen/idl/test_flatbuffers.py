import shutil
import subprocess

import pytest
from hypothesis import HealthCheck, given

from serbench.codegen.idl import flatbuffers
from serbench.schema.model import Enum, EnumRef, Field, Kind, ListOf, Record, Scalar, Schema
from tests.conftest import VECTORS
from tests.strategies import examples, schemas

INT = Scalar(Kind.I32)


def one_record(*names):
    return Schema("s", "R", (Record("R", tuple(Field(n, INT) for n in names)),))


def names(schema):
    return [f.name for f in flatbuffers.lower(schema).structs[0].fields]


def test_golden():
    assert flatbuffers.generate(Schema.from_dict(VECTORS[2]["schema"])) == GOLDEN


def test_keywords_and_accessors_are_renamed():
    assert names(one_record("x", "has_x", "x_length", "table", "class")) == [
        "x", "field_has_x_field", "field_x_length_field", "field_table_field",
        "field_class_field",
    ]  # fmt: skip


def test_names_equal_in_camel_case_get_distinct_names():
    assert len({n.replace("_", "") for n in names(one_record("a_b", "aB", "AB", "ab"))}) == 4


@pytest.mark.parametrize(("count", "underlying"), [(256, "ubyte"), (257, "ushort")])
def test_enum_has_smallest_sufficient_type(count, underlying):
    enum = Enum("E", tuple(f"s{i}" for i in range(count)))
    schema = Schema("s", "R", (Record("R", (Field("e", EnumRef("E")),)),), (enum,))
    assert flatbuffers.underlying(flatbuffers.lower(schema).enums[0]) == underlying


def test_float_has_presence_to_keep_negative_zero():
    schema = Schema("s", "R", (Record("R", (Field("x", Scalar(Kind.F64)), Field("y", INT))),))
    assert [f.has_presence for f in flatbuffers.lower(schema).structs[0].fields] == [True, False]


def test_helper_tables_avoid_taken_names():
    record = Record("ListOfI32", (Field("x", ListOf(ListOf(INT))),))
    tables = flatbuffers.lower(Schema("s", "ListOfI32", (record,))).structs
    assert [t.name for t in tables] == ["ListOfI32", "ListOfI322"]


def test_a_suffix_goes_to_every_type():
    file = flatbuffers.lower(Schema.from_dict(VECTORS[2]["schema"]), "Table")
    assert file.root.endswith("Table")
    assert all(t.name.endswith("Table") for t in (*file.structs, *file.enums))


@pytest.mark.skipif(not shutil.which("flatc"), reason="flatc is not installed")
@examples(
    30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(schemas())
def test_flatc_takes_any_schema(tmp_path, schema):
    path = tmp_path / "data.fbs"
    path.write_text(flatbuffers.generate(schema))
    command = ["flatc", "--java", "--cpp", "-o", str(tmp_path / "out"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr + path.read_text()


GOLDEN = """\
namespace serbench_flat;

enum Colour : ubyte {
  Red = 0,
  DarkBlue = 1,
}

table Everything {
  scalars: Scalars;
  holes: [OptionalI32];
  grid: [ListOfF64];
  maps: [EntryOfMapOfListOfOptionalString];
  tree: Node;
  flags: [bool];
  colours: [EntryOfOptionalColour];
  blobs: [Bytes];
}

table Scalars {
  yes: bool;
  small: int;
  natural: uint;
  big: long;
  huge: ulong;
  single: float = null;
  field_double_field: double = null;
  text: string;
  raw: [ubyte];
  colour: Colour;
}

table Node {
  label: string;
  children: [Node];
  next: Node;
  weights: [EntryOfF64];
}

table OptionalI32 {
  value: int = null;
}

table ListOfF64 {
  value: [double];
}

table EntryOfMapOfListOfOptionalString {
  key: string (key);
  value: [EntryOfListOfOptionalString];
}

table EntryOfOptionalColour {
  key: string (key);
  value: Colour = null;
}

table Bytes {
  value: [ubyte];
}

table EntryOfF64 {
  key: string (key);
  value: double = null;
}

table EntryOfListOfOptionalString {
  key: string (key);
  value: [OptionalString];
}

table OptionalString {
  value: string;
}

root_type Everything;
"""
