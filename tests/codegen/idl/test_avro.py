import json

from serbench.codegen.cpp import avro as cpp_avro
from serbench.codegen.idl import avro
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

INT, TEXT = Scalar(Kind.I32), Scalar(Kind.STRING)


def one_record(*fields, enums=(), name="R"):
    fields = tuple(Field(*f) if isinstance(f, tuple) else Field(f, INT) for f in fields)
    return Schema("s", name, (Record(name, fields),), enums)


def fields(schema):
    return json.loads(avro.generate(schema))["fields"]


def types(schema):
    return [f["type"] for f in fields(schema)]


def test_valid_avro_names_are_kept_and_others_get_wire_name():
    lowered = fields(one_record("createdAt", "created-at", "2x", "", 'a"\\\n\0', "_y"))
    assert [(f["name"], f.get("wireName")) for f in lowered] == [
        ("createdAt", None),
        ("created_at", "created-at"),
        ("n2x", "2x"),
        ("field", ""),
        ("a", 'a"\\\n\0'),
        ("_y", None),
    ]


def test_names_equal_in_avro_get_numbers():
    lowered = fields(one_record("a_b", "a-b", "a.b"))
    assert [f["name"] for f in lowered] == ["a_b", "a_b_2", "a_b_3"]


def test_type_named_like_avro_type_is_renamed():
    assert json.loads(avro.generate(one_record("x", name="string")))["name"] == "string_"


def test_types():
    schema = one_record(
        ("small", Scalar(Kind.U32)),
        ("large", Scalar(Kind.U64)),
        ("maybe", OptionalOf(TEXT)),
        ("lists", ListOf(ListOf(Scalar(Kind.F32)))),
        ("maps", MapOf(OptionalOf(Scalar(Kind.BYTES)))),
    )
    assert types(schema) == [
        "long",
        {"type": "long", "unsigned": True},
        ["null", "string"],
        {"type": "array", "items": {"type": "array", "items": "float"}},
        {"type": "map", "values": ["null", "bytes"]},
    ]
    assert fields(schema)[2]["default"] is None


def test_type_is_defined_at_first_use_and_named_afterwards():
    tree = Record("Tree", (Field("children", ListOf(RecordRef("Tree"))),))
    colour = Enum("Colour", ("red", "light-green"))
    root = Record(
        "Root",
        (
            Field("tree", RecordRef("Tree")),
            Field("first", EnumRef("Colour")),
            Field("second", OptionalOf(EnumRef("Colour"))),
        ),
    )
    assert types(Schema("s", "Root", (root, tree), (colour,))) == [
        {
            "type": "record",
            "name": "Tree",
            "fields": [{"name": "children", "type": {"type": "array", "items": "Tree"}}],
        },
        {
            "type": "enum",
            "name": "Colour",
            "symbols": ["red", "light_green"],
            "wireSymbols": ["red", "light-green"],
        },
        ["null", "Colour"],
    ]


def test_cpp_gets_the_schema_without_wire_names():
    [(path, text)] = cpp_avro.generate(one_record('"; system("')).items()
    assert path == "schema/avsc.hpp"
    assert "wireName" not in text
    assert 'system(\\"' not in text
    assert 'system("' not in text
