import shutil
import subprocess

import pytest

from serbench.codegen.idl import proto
from serbench.schema.conventions import fitted
from serbench.schema.logical import Convention, logical_of
from serbench.schema.model import Enum, Field, Kind, ListOf, Record, Scalar, Schema, scalar_of
from tests.conftest import VECTORS

INT = Scalar(Kind.I32)


def one_record(*names, enums=()):
    return Schema("s", "R", (Record("R", tuple(Field(n, INT) for n in names)),), enums)


def names(schema):
    return [f.name for f in proto.lower(schema).structs[0].fields]


def test_golden():
    assert proto.generate(Schema.from_dict(VECTORS[2]["schema"])) == GOLDEN


def test_names_clashing_with_protoc_accessors_are_changed():
    assert names(one_record("x", "has_x", "x_size", "descriptor", "clear")) == [
        "x", "has_x_field", "x_size_field", "descriptor_", "clear_",
    ]  # fmt: skip


def test_changed_name_does_not_equal_existing_name():
    assert names(one_record("x", "has_x", "has_x_field")) == ["x", "has_x_field2", "has_x_field"]


def test_names_equal_in_proto3_json_get_numbers():
    assert names(one_record("foo_bar", "fooBar", "FooBar")) == [
        "foo_bar", "foo_bar_2", "foo_bar_3",
    ]  # fmt: skip


def test_equal_value_names_of_different_enums_get_numbers():
    enums = (Enum("Foo", ("bar_x", "y")), Enum("FooBar", ("x", "y")))
    lowered = proto.lower(one_record("a", enums=enums))
    assert [e.values for e in lowered.enums] == [
        ("FOO_BAR_X", "FOO_Y"),
        ("FOO_BAR_X_2", "FOO_BAR_Y"),
    ]


def test_reserved_field_numbers_are_left_out():
    numbers = [
        f.number for f in proto.lower(one_record(*map(str, range(19_100)))).structs[0].fields
    ]
    assert len(set(numbers)) == 19_100
    assert not any(19_000 <= n < 20_000 for n in numbers)


def test_wrappers_avoid_taken_names():
    schema = Schema(
        "s",
        "ListOfI32",
        (Record("ListOfI32", (Field("x", _nested()),)),),
    )
    messages = [m.name for m in proto.lower(schema).structs]
    assert messages == ["ListOfI32", "ListOfI322"]


def _nested():
    return ListOf(ListOf(INT))


@pytest.mark.compiled
@pytest.mark.skipif(shutil.which("protoc") is None, reason="protoc is not installed")
@pytest.mark.parametrize("number", range(len(VECTORS) + 1))
def test_protoc_accepts_generated_proto(tmp_path, number):
    hostile = one_record(
        "class", "2x", '"; system("touch x")', "*/", "a\nb", "optional", "message", "oneof",
        "reserved", "has_class", "map", "日本", "",
        enums=(Enum("E", ("2x", "2-x", "class", "")),),
    )  # fmt: skip
    schemas = [Schema.from_dict(v["schema"]) for v in VECTORS] + [hostile]
    (tmp_path / "data.proto").write_text(proto.generate(schemas[number]))
    done = subprocess.run(
        ["protoc", f"--cpp_out={tmp_path}", "data.proto"],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


GOLDEN = """\
syntax = "proto3";

package serbench_proto;

message Everything {
  optional Scalars scalars = 1;
  repeated OptionalI32 holes = 2;
  optional ListOfListOfF64 grid = 3;
  map<string, MapOfListOfOptionalString> maps = 4;
  Node tree = 5;
  repeated bool flags = 6;
  map<string, OptionalColour> colours = 7;
  repeated bytes blobs = 8;
}

message Scalars {
  bool yes = 1;
  int32 small = 2;
  uint32 natural = 3;
  int64 big = 4;
  uint64 huge = 5;
  float single = 6;
  double double = 7;
  string text = 8;
  bytes raw = 9;
  Colour colour = 10;
}

message Node {
  string label = 1;
  repeated Node children = 2;
  optional Node next = 3;
  map<string, double> weights = 4;
}

message OptionalI32 {
  optional int32 value = 1;
}

message ListOfListOfF64 {
  repeated ListOfF64 value = 1;
}

message MapOfListOfOptionalString {
  map<string, ListOfOptionalString> value = 1;
}

message OptionalColour {
  optional Colour value = 1;
}

message ListOfF64 {
  repeated double value = 1;
}

message ListOfOptionalString {
  repeated OptionalString value = 1;
}

message OptionalString {
  optional string value = 1;
}

enum Colour {
  COLOUR_RED = 0;
  COLOUR_DARK_BLUE = 1;
}
"""


def _times(native):
    """One field each of a point in time, in UTC and local, and of a span."""
    words = ("timestamp_us_utc", "timestamp_us", "duration_ms", "date")
    fields = tuple(Field(word, ListOf(scalar_of(logical_of(word)))) for word in words)
    schema = Schema("s", "R", (Record("R", fields),))
    return fitted(schema, Convention.BINARY, lambda _: native)


def test_native_times_in_utc_and_spans_are_protobufs_own_messages():
    file = proto.lower(_times(native=True))
    [message] = file.structs
    assert [(f.type, f.is_well_known, f.is_message) for f in message.fields] == [
        ("google.protobuf.Timestamp", True, False),
        ("int64", False, False),
        ("google.protobuf.Duration", True, False),
        ("int32", False, False),
    ]
    found = proto.render(file)
    for path, text in proto.well_known_files(file).items():
        assert f'import "{path}";' in found
        assert "int64 seconds = 1;" in text


def test_converted_times_import_nothing():
    file = proto.lower(_times(native=False))
    assert "google" not in proto.render(file)
    assert not proto.well_known_files(file)
