"""Schemas of Avro and JSON Schema."""

import json

import pytest
from hypothesis import given

from serbench.codegen.idl import avro
from serbench.errors import UserError
from serbench.schema.model import OptionalOf, Scalar, nested_types
from serbench.schema.schema_import import read_avro, read_schema
from serbench.workloads import registry
from tests.strategies import examples, schemas


def read(tmp_path, suffix, text, unions=False):
    path = tmp_path / f"events{suffix}"
    path.write_text(text if isinstance(text, str) else json.dumps(text))
    return read_schema(path, "events", unions)


def types(schema, record=None):
    return {f.name: str(f.type) for f in schema.record(record or schema.root).fields}


def test_avro(tmp_path):
    found = read(
        tmp_path,
        ".avsc",
        {
            "type": "record",
            "name": "Event",
            "namespace": "a.b",
            "fields": [
                {"name": "id", "type": "long"},
                {"name": "note", "type": ["null", "string"]},
                {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["x", "y"]}},
                {"name": "other", "type": "Kind"},
                {"name": "again", "type": ["null", "a.b.Event"]},
                {"name": "hash", "type": {"type": "fixed", "name": "H", "size": 4}},
                {
                    "name": "tags",
                    "type": {"type": "map", "values": {"type": "array", "items": "H"}},
                },
                {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                {"name": "some", "type": ["string", "long"]},
                {"name": "maybe", "type": ["null", "string", "long"]},
            ],
        },
    )
    assert types(found) == {
        "id": "i64",
        "note": "optional<string>",
        "kind": "Kind",
        "other": "Kind",
        "again": "optional<Event>",
        "hash": "bytes",
        "tags": "map<string, list<bytes>>",
        "at": "timestamp_ms_utc",
        "some": "string",
        "maybe": "optional<string>",
    }
    assert found.enum("Kind").symbols == ("x", "y")


def test_unions_of_avro(tmp_path):
    point = {"type": "record", "name": "Point", "fields": [{"name": "x", "type": "double"}]}
    fields = {
        "some": ["string", "long"],
        "maybe": ["null", "string", {"type": "array", "items": "int"}],
        "where": [point, "boolean"],
        "again": ["string", "Point"],
        "unclear": ["string", "bytes"],
        "numbers": ["null", "int", "double"],
    }
    told = [{"name": name, "type": type_} for name, type_ in fields.items()]
    schema = read(tmp_path, ".avsc", {"type": "record", "name": "E", "fields": told}, unions=True)
    assert types(schema) == {
        "some": "I64 or String",
        "maybe": "optional<String or ListOfI32>",
        "where": "Bool or Point",
        "again": "String or Point",
        "unclear": "string",
        "numbers": "optional<string>",
    }
    unclear, numbers = (field.type for field in schema.record("E").fields[-2:])
    assert unclear.raw_json
    assert numbers.item.raw_json


def test_unions_of_json_schema(tmp_path):
    properties = {
        "several": {"type": ["integer", "string", "null"]},
        "one": {"oneOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "number"}}]},
        "either": {
            "anyOf": [
                {"type": "object", "properties": {"a": {"type": "integer"}}},
                {"type": "string"},
            ]
        },
        "anything": {"anyOf": [{}, {"type": "string"}]},
    }
    told = {"type": "object", "properties": properties, "required": list(properties)}
    schema = read(tmp_path, ".json", told, unions=True)
    assert types(schema) == {
        "several": "optional<I64 or String>",
        "one": "Bool or ListOfF64",
        "either": "String or Either",
        "anything": "string",
    }
    assert types(schema, "Either") == {"a": "optional<i64>"}
    assert types(read(tmp_path, ".json", told)) == {
        "several": "optional<string>",
        "one": "string",
        "either": "string",
        "anything": "string",
    }


def test_json_schema(tmp_path):
    found = read(
        tmp_path,
        ".json",
        {
            "title": "Event",
            "type": "object",
            "required": ["id", "n", "list", "tree"],
            "properties": {
                "id": {"type": "integer"},
                "n": {"type": "integer", "minimum": 0, "maximum": 200},
                "x": {"type": ["number", "null"]},
                "list": {"type": "array", "items": {"type": "object", "properties": {"a": {}}}},
                "map": {"type": "object", "additionalProperties": {"type": "boolean"}},
                "data": {"type": "string", "contentEncoding": "base64"},
                "color": {"enum": ["red", "blue"]},
                "any": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
                "tree": {"$ref": "#/$defs/tree"},
            },
            "$defs": {
                "tree": {
                    "type": "object",
                    "properties": {"left": {"anyOf": [{"$ref": "#/$defs/tree"}, {"type": "null"}]}},
                }
            },
        },
    )
    assert types(found) == {
        "id": "i64",
        "n": "u8",
        "x": "optional<f64>",
        "list": "list<List>",
        "map": "optional<map<string, bool>>",
        "data": "optional<bytes>",
        "color": "optional<Color>",
        "any": "optional<string>",
        "tree": "Tree",
    }
    assert types(found, "Tree") == {"left": "optional<Tree>"}
    assert found.root == "Event"


OF_NUMBERS = {"name": "x", "type": {"type": "enum", "name": "E", "symbols": [0]}}
SURROGATE = {"name": "\ud800", "type": "int"}
DEEP = {"name": "x", "type": "int"}
for _ in range(101):
    DEEP = {"name": "x", "type": {"type": "array", "items": DEEP["type"]}}


def test_unsound_schema_inside_avro_file_is_rejected(tmp_path):
    told = {"type": "record", "name": "R", "fields": [{"name": {}, "type": "int"}]}
    with pytest.raises(UserError, match="no sound schema"):
        read_avro(tmp_path / "a.avro", "a", told)


@pytest.mark.parametrize(
    ("suffix", "text", "said"),
    [
        (".avsc", "{", "it is no JSON"),
        (".avsc", '"string"', "the root is no record"),
        (".avsc", {"type": "record", "name": "R", "fields": [{"name": "x", "type": "Y"}]}, "'Y'"),
        (".avsc", {"type": "record"}, "no sound schema"),
        (".avsc", [[]], "no sound schema|no record"),
        (
            ".avsc",
            {"type": "record", "name": "R", "fields": [{"name": {}, "type": "int"}]},
            "sound",
        ),
        (".avsc", {"type": "record", "name": "R", "fields": [OF_NUMBERS]}, "is no text: 0"),
        (".avsc", {"type": "record", "name": "R", "fields": [SURROGATE]}, r"is no text: '\\ud800'"),
        (".avsc", {"type": "record", "name": "R", "fields": [DEEP]}, "more than 100 levels deep"),
        (".json", '{"minimum": ' + "9" * 5000 + "}", "it is no JSON that can be read"),
        (".json", "[" * 100_000, "it is no JSON that can be read"),
        (".json", {"type": "string"}, "the root is no record"),
        (".json", {"$ref": "http://a/b"}, "is not in this file"),
        (".json", {"$ref": "#/none"}, "leads nowhere in this file"),
        (".json", "3", "no sound schema"),
        (".xml", "x", "a schema's file ends with"),
    ],
)
def test_invalid_schema_error_is_one_line(tmp_path, suffix, text, said):
    with pytest.raises(UserError, match=said) as caught:
        read(tmp_path, suffix, text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["order", "log", "nested", "tweet"])
def test_written_avro_schema_is_read_back(name, tmp_path):
    schema = registry.find(name).schema
    found = read(tmp_path, ".avsc", avro.generate(schema))
    assert len(found.records) == len(schema.records)
    wide = {"i8": "i32", "u8": "i32", "i16": "i32", "u16": "i32", "u32": "i64", "u64": "i64"}
    for mine, theirs in zip(schema.records, found.records, strict=True):
        kinds = [
            [wide.get(str(t), str(t)) for t in nested_types(f.type) if isinstance(t, Scalar)]
            for f in mine.fields
        ]
        assert kinds == [
            [str(t) for t in nested_types(f.type) if isinstance(t, Scalar)] for f in theirs.fields
        ]


@examples(30)
@given(schema=schemas())
def test_any_avro_schema_of_ours_is_read(schema, tmp_path_factory):
    path = tmp_path_factory.mktemp("any") / "any.avsc"
    path.write_text(avro.generate(schema))
    found = read_schema(path, schema.name)
    assert len(found.records) == len(schema.records)
    assert all(
        isinstance(a.type, OptionalOf) == isinstance(b.type, OptionalOf)
        for mine, theirs in zip(schema.records, found.records, strict=True)
        for a, b in zip(mine.fields, theirs.fields, strict=True)
    )
