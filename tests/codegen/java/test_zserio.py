import re

from serbench.codegen.idl.zserio import MOST_FIELDS
from serbench.codegen.java import zserio
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

I64 = Scalar(Kind.I64)
HOSTILE = Schema(
    "s",
    "Thing",
    (Record("Thing", (Field('a"; evil', Scalar(Kind.I32)), Field("hue", EnumRef("Hue")))),),
    (Enum("Hue", ("red; evil", "blue")),),
)


def text_of(schema):
    return zserio.generate(schema)["serbench/structures.zs"]


def schema_of(*fields, ancestor=()):
    return Schema("s", "Root", (Record("Root", fields, ancestor),))


def struct(text, name):
    """The declarations of a structure."""
    found = re.search(rf"struct {name}\n{{\n(.*?)}};", text, re.DOTALL)
    return found[1].split(";\n")[:-1]


def test_zserio_schema_of_any_schema_has_numbered_names_alone():
    text = text_of(HOSTILE)
    assert "int32 part0;" in text
    assert "ofType1Value1," in text
    for name in ("evil", "hue", "red", "blue", "Thing", "Hue"):
        assert name not in text


def test_items_that_are_no_element_of_an_array_lie_in_structures():
    text = text_of(
        schema_of(
            Field("lists", ListOf(ListOf(I64))),
            Field("some", OptionalOf(ListOf(OptionalOf(I64)))),
            Field("map", MapOf(ListOf(I64))),
        )
    )
    assert struct(text, "Type0") == [
        "  Type1 part0[]",
        "  optional Type2 part1[]",
        "  Type3 part2[]",
    ]
    assert struct(text, "Type1") == ["  int64 part0[]"]
    assert struct(text, "Type2") == ["  optional int64 part0"]
    assert struct(text, "Type3") == ["  string part0", "  int64 part1[]"]


def test_fields_added_to_root_are_extended_and_at_its_end():
    a, b, c = (Field(name, I64) for name in "abc")
    assert struct(text_of(schema_of(c, a, b, ancestor=(a, b))), "Type0") == [
        "  int64 part0",
        "  int64 part1",
        "  extend int64 part2",
    ]


def test_fields_added_to_record_within_another_are_not_extended():
    a, b = (Field(name, I64) for name in "ab")
    inner = Record("Inner", (b, a), (a,))
    schema = Schema("s", "Root", (Record("Root", (Field("x", RecordRef("Inner")),)), inner))
    assert "extend" not in text_of(schema)


def test_structure_of_many_fields_has_sections_without_fields_of_itself():
    fields = [Field(f"f{i}", I64) for i in range(MOST_FIELDS + 1)]
    fields.insert(1, Field("itself", OptionalOf(RecordRef("Root"))))
    text = text_of(schema_of(*fields))
    assert struct(text, "Type0") == [
        "  Type0Section0 section0",
        "  optional Type0 part1",
        "  Type0Section2 section2",
    ]
    assert len(struct(text, "Type0Section2")) == MOST_FIELDS
