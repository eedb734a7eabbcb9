"""The schema lowered to Bebop."""

import re

from hypothesis import given

from serbench.codegen.idl import bebop
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
from tests.strategies import schemas

TEXT = Scalar(Kind.STRING)


def text_of(*fields, records=(), **more):
    schema = Schema("s", "Root", (Record("Root", fields), *records), **more)
    return bebop.render(bebop.lower(schema))


def test_golden():
    text = text_of(
        Field("level", EnumRef("Level")),
        Field("id", Scalar(Kind.U64)),
        Field("small", Scalar(Kind.I8)),
        Field("data", Scalar(Kind.BYTES)),
        Field("items", MapOf(ListOf(RecordRef("Item")))),
        records=(Record("Item", (Field("name", TEXT), Field("size", OptionalOf(TEXT)))),),
        enums=(Enum("Level", ("low", "high")),),
    )
    assert text == GOLDEN


def test_recursive_record_becomes_message():
    assert "message Root {\n  1 -> array[Root] again;\n}" in text_of(
        Field("again", ListOf(RecordRef("Root")))
    )
    inner = Record("Inner", (Field("back", MapOf(RecordRef("Root"))),))
    text = text_of(Field("inner", RecordRef("Inner")), records=(inner,))
    assert "message Root {" in text
    assert "message Inner {" in text


def test_optional_in_container_becomes_separate_message():
    text = text_of(Field("a", MapOf(ListOf(OptionalOf(TEXT)))))
    assert "struct Root {\n  map[string, array[OptionalString]] a;\n}" in text
    assert "message OptionalString {\n  1 -> string value;\n}" in text


def test_enum_with_too_many_symbols_becomes_number():
    symbols = tuple(f"s{number}" for number in range(256))
    text = text_of(
        Field("few", EnumRef("Few")),
        Field("many", EnumRef("Many")),
        enums=(Enum("Few", symbols[:255]), Enum("Many", symbols)),
    )
    assert "struct Root {\n  Few few;\n  uint32 many;\n}" in text
    assert "enum Many" not in text


@given(schemas())
def test_every_used_type_is_declared_once(schema):
    text = bebop.render(bebop.lower(schema).numbered())
    declared = re.findall(r"^(?:enum|struct|message) (\w+)", text, re.MULTILINE)
    assert len(declared) == len(set(declared))
    assert set(re.findall(r"\bType\d+\b", text)) == set(declared)


GOLDEN = """\
enum Level : uint32 {
  low = 0;
  high = 1;
}
struct Root {
  Level level;
  uint64 id;
  int16 small;
  array[byte] data;
  map[string, array[Item]] items;
}
message Item {
  1 -> string name;
  2 -> string size;
}
"""
