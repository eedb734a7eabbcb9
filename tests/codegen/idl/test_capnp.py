"""The schema lowered to Cap'n Proto."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given

from serbench.codegen.idl import capnp
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
from tests.strategies import examples, schemas

TEXT = Scalar(Kind.STRING)


def schema_of(*fields: Field) -> Schema:
    return Schema("s", "Root", (Record("Root", fields),))


def test_scalars_lists_and_lists_of_lists_are_native():
    text = capnp.generate(
        schema_of(
            Field("created_at", TEXT),
            Field("grid", ListOf(ListOf(Scalar(Kind.F64)))),
            Field("raw", Scalar(Kind.BYTES)),
        )
    )
    assert "  createdAt @0 :Text;\n  grid @1 :List(List(Float64));\n  raw @2 :Data;\n" in text


def test_an_optional_field_is_a_group_and_takes_two_ordinals():
    text = capnp.generate(schema_of(Field("a", OptionalOf(TEXT)), Field("b", Scalar(Kind.U64))))
    assert "  a :union {\n    none @0 :Void;\n    some @1 :Text;\n  }\n  b @2 :UInt64;\n" in text


def test_a_map_is_a_list_of_entries_and_entries_are_shared():
    text = capnp.generate(schema_of(Field("a", MapOf(TEXT)), Field("b", MapOf(MapOf(TEXT)))))
    assert text.count("struct EntryOfString {") == 1
    assert "  b @1 :List(EntryOfMapOfString);" in text
    assert (
        "struct EntryOfMapOfString {\n  key @0 :Text;\n  value @1 :List(EntryOfString);\n}" in text
    )


def test_an_optional_in_a_list_is_a_struct():
    text = capnp.generate(schema_of(Field("a", ListOf(OptionalOf(Scalar(Kind.I32))))))
    assert "  a @0 :List(OptionalI32);" in text
    assert "struct OptionalI32 {\n  value :union {\n    none @0 :Void;\n    some @1 :Int32;" in text


def test_names_are_valid_and_distinct_from_accessors():
    wire = ["x", "set_x", "has_x", "xBytes", "struct", "which", "2x", "", "é", "aB", "ab", "a_b"]
    [struct] = capnp.lower(schema_of(*(Field(name, TEXT) for name in wire))).structs
    names = [field.name for field in struct.fields]
    assert all(re.fullmatch("[a-z][A-Za-z0-9]*", name) for name in names)
    assert len({name.lower() for name in names}) == len(wire)
    assert names[:6] == ["x", "setXField", "hasXField", "xBytesField", "structField", "whichField"]


def test_id_depends_on_types_alone_and_has_first_bit_set():
    one, other = schema_of(Field("a", TEXT)), schema_of(Field("b", TEXT))
    again = Schema("another name", "Root", one.records)
    assert capnp.lower(one).id == capnp.lower(again).id != capnp.lower(other).id
    assert capnp.lower(one).id >> 63 == 1


def test_recursive_record_refers_to_own_struct():
    records = (Record("Root", (Field("next", OptionalOf(RecordRef("Root"))),)),)
    text = capnp.generate(Schema("s", "Root", records))
    # `Root` is what every codec calls the type of a value.
    assert "struct Root2 {\n  next :union {\n    none @0 :Void;\n    some @1 :Root2;" in text


@given(schemas())
def test_only_identifiers_of_any_schema_reach_text(schema):
    text = capnp.generate(schema)
    assert re.fullmatch(r"[A-Za-z0-9@:;{}() \n]*", text)
    names = [s.name for s in capnp.lower(schema).structs]
    assert len({name.lower() for name in names}) == len(names)


@pytest.mark.compiled
@pytest.mark.skipif(not shutil.which("capnp"), reason="capnp is not installed")
def test_the_compiler_accepts_hostile_schemas(tmp_path):
    @examples(30)
    @given(schemas())
    def accepted(schema):
        (tmp_path / "data.capnp").write_text(capnp.generate(schema))
        command = ["capnp", "compile", "-o-", "data.capnp"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr

    accepted()
