"""Schemas that people have: Avro's, JSON Schema's and protobuf's. References in circles, hostile
names, numbers without measure, depths, imports; and what is generated of what is read."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

from tests.fuzz import avro
from tests.fuzz.json_tree import changed
from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, number, one_of, patched, text

_JSON_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "User",
    "type": "object",
    "required": ["id", "name"],
    "properties": {
        "id": {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
        "name": {"type": "string"},
        "score": {"type": ["number", "null"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "level": {"enum": ["LOW", "HIGH"]},
        "home": {"$ref": "#/$defs/street"},
        "raw": {"type": "string", "contentEncoding": "base64"},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]},
        "node": {"$ref": "#/$defs/node"},
    },
    "$defs": {
        "street": {"type": "object", "properties": {"zip": {"type": "boolean"}}},
        "node": {
            "type": "object",
            "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
        },
    },
}
_PROTO = """syntax = "proto3";
package a.b;
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
// A user.
message User {
  int64 id = 1;
  string name = 2;
  optional double score = 3;
  repeated string tags = 4;
  Level level = 5;
  Street home = 6 [deprecated = true];
  map<string, int32> counts = 7;
  oneof either { int32 number = 8; string text = 9; }
  Node node = 10;
  google.protobuf.Timestamp at = 11;
  bytes raw = 12;
  map<int64, Street> by_number = 13;
  map<bool, string> by_truth = 14;
  google.protobuf.Any any = 15;
  google.protobuf.Struct labels = 16;
  google.protobuf.Value value = 17;
  google.protobuf.Duration took = 18;
  google.protobuf.FieldMask changed = 19;
  google.protobuf.DoubleValue ph = 20;
  reserved 100 to 200;
  message Street { bool zip = 1; }
}
message Node { repeated Node children = 1; sfixed64 n = 2; }
enum Level { LOW = 0; HIGH = 1; }
"""
_PROTO2 = """syntax = "proto2";
message Old {
  required uint32 a = 1 [default = 5];
  optional group Inner = 2 { optional int32 x = 1; }
  extensions 100 to max;
}
"""
_PROTO_JSON = (
    {
        "id": "-9223372036854775808",
        "name": "a",
        "score": 1.5,
        "tags": ["x", ""],
        "level": "HIGH",
        "home": {"zip": True},
        "counts": {"a": 1, "b": "2"},
        "text": "t",
        "node": {"children": [{"n": "5"}, {"children": []}]},
        "at": "2026-01-01T00:00:00.000000001Z",
        "raw": "//4=",
        "byNumber": {"-5": {"zip": False}, "7": {}},
        "byTruth": {"true": "x"},
        "any": {"@type": "type.googleapis.com/a.b.Node", "n": "1"},
        "labels": {"k": [None, 1.0, {"x": True}]},
        "value": None,
        "took": "-3.500s",
        "changed": "id,home.zip",
        "ph": 7.0,
    },
    {"number": 0, "level": 1},
)
_PIECES = (
    *('import "/etc/passwd";', 'import "../../../etc/passwd";'),
    *('import "case.proto";', 'import "";'),
    *('import public "google/protobuf/any.proto";', 'import "google/protobuf/descriptor.proto";'),
    *("message Self { Self s = 1; }"),
    *("message A { B b = 1; } message B { A a = 1; }", "enum E { }"),
    *("message Empty {}", "map<int32, string> m = 50;"),
    *("map<string, User> n = 51;", "x.y.Z q = 52;"),
    *("int32 z = 536870911;", "int32 z = 0;", "int32 z = 1;", "int32 z = 19000;"),
    *("{", "}", '"', "/*"),
    *("option (x) = 1;", "google.protobuf.Any any = 53;"),
    *("string id = 1;", "edition = '2023';", "\0"),
    *("map<bool, Node> o = 54;", "map<sfixed64, google.protobuf.Timestamp> p = 55;"),
    *('import "google/protobuf/struct.proto";', "google.protobuf.Value v = 56;"),
    *("optional group G = 57 { optional int32 x = 1; }", "required int32 r = 58;"),
    *("extend User { optional int32 e = 150; }", "extensions 150 to 160;", "reserved 1, 5 to max;"),
    *("oneof either { google.protobuf.Timestamp t = 59; }", "option allow_alias = true;"),
    *('int32 j = 60 [json_name = "name"];', 'int32 k = 61 [json_name = "[x]"];'),
    *("option features.field_presence = IMPLICIT;", 'import "none/none.proto";'),
)  # fmt: skip
_WORDS = (
    *("object", "array", "string", "integer", "number"),
    *("boolean", "null", "#", "#/", "#/$defs/node"),
    *("#/properties/home", "#/$defs/none", "http://x/y", "#/$defs/street", "$ref", "anyOf", "enum"),
    *("type", "items", "properties", "required"),
    *("additionalProperties", "title", "minimum", "allOf"),
)  # fmt: skip
_JSON_WORDS = (
    *("NaN", "-Infinity", "1e400", "1e9999", "-0", "true", "1s", "-0.000000001s", "@type"),
    *("2026-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999999Z", "a,,b", "=", "__", "[x]"),
    *("by_number", "byNumber", "text", "number", "HIGH", "18446744073709551616", "9" * 5000),
)


def read_schema(path: Path) -> None:
    """What `--schema FILE` does with it, and `serbench schema --as FORM`."""
    from serbench.errors import UserError
    from serbench.languages.registry import LANGUAGES
    from serbench.schema import schema_import

    schemas = [schema_import.read_schema(path, "case", unions) for unions in (False, True)]
    for schema in schemas:
        for language in LANGUAGES.values():
            try:
                language.types(schema)
            except UserError:
                continue


def read_proto(path: Path) -> None:
    """As `read_schema`, and values with it, which need not fit. The root is named where it is what
    it was: many changes bring other messages that nobody uses."""
    from serbench.errors import UserError
    from serbench.preparation.readings import Reading
    from serbench.preparation.targets import resolve

    data = path.read_bytes()
    path = next((Path(f"{path}:{name}") for name in ("User", "Old") if name.encode() in data), path)
    read_schema(path)
    for value in ({"a": 1}, *_PROTO_JSON):
        values = path.with_name("values.jsonl")
        values.write_text(json.dumps(value))
        try:
            resolve(Reading(str(path)).of(str(values)), None, seed=1)
        except UserError:
            continue


def read_protojson(path: Path) -> None:
    """Values of a schema that is sound."""
    from serbench.preparation.readings import Reading
    from serbench.preparation.targets import resolve

    schema = path.with_name("sound.proto")
    schema.write_text(_PROTO)
    resolve(Reading(str(schema)).of(str(path)), None, seed=1)


def _avsc_seeds() -> list[bytes]:
    with_union = avro.SCHEMA | {
        "fields": [*avro.SCHEMA["fields"], {"name": "u", "type": ["null", "int", "string"]}]
    }
    return [json.dumps(schema).encode() for schema in (avro.SCHEMA, avro.NODE, with_union)]


def _tree(words: tuple[str, ...]):
    def mutate(rng: random.Random, data: bytes) -> bytes:
        value = json.loads(data)
        for _ in range(rng.choice((1, 1, 2, 5))):
            if isinstance(value, dict | list) and value:
                value = changed(rng, value, words)
        return json.dumps(value, ensure_ascii=rng.random() < 0.5).encode(errors="replace")

    return mutate


def _name(rng: random.Random, data: bytes) -> bytes:
    """One name, wherever it stands."""
    names = sorted(set(re.findall(rb'"([\w.]+)"', data)))
    return data.replace(b'"' + rng.choice(names) + b'"', json.dumps(text(rng)).encode())


def _number(rng: random.Random, data: bytes) -> bytes:
    found = rng.choice(list(re.finditer(rb"\d+", data)))
    new = str(number(rng, int(found[0]), -(2**200), 2**200)) if rng.random() < 0.8 else "9" * 5000
    return data[: found.start()] + new.encode() + data[found.end() :]


def _deep_json(rng: random.Random, _: bytes) -> bytes:
    size = rng.choice((50, 200, 900, 5000, 100_000))
    inside = '{"type": "array", "items": ' * size + '"int"' + "}" * size
    if rng.random() < 0.5:
        field = f'{{"name": "a", "type": {inside}}}'
        return f'{{"type": "record", "name": "a", "fields": [{field}]}}'.encode()
    return f'{{"type": "object", "properties": {{"a": {inside}}}}}'.encode()


def _circle(rng: random.Random, _: bytes) -> bytes:
    """References that lead to each other."""
    to = rng.choices(("a", "b", "c"), k=3)
    to_one = {"$ref": "#/$defs/{}"}
    wrapped = (
        to_one,
        {"anyOf": [to_one, {"type": "null"}]},
        {"type": "array", "items": to_one},
        {"type": "object", "additionalProperties": to_one},
        {"type": "object", "properties": {"x": to_one}, "required": ["x"]},
    )
    defs = {
        name: json.loads(json.dumps(rng.choice(wrapped)).replace("{}", one))
        for name, one in zip("abc", to, strict=True)
    }
    properties = {"x": {"$ref": "#/$defs/a"}}
    return json.dumps({"type": "object", "properties": properties, "$defs": defs}).encode()


def _piece(rng: random.Random, data: bytes) -> bytes:
    places = [found.end() for found in re.finditer(rb"[;{}]\s", data)]
    return patched(data, rng.choice(places), (rng.choice(_PIECES) + "\n").encode(), 0)


def _word(rng: random.Random, data: bytes) -> bytes:
    found = rng.choice(list(re.finditer(rb"[\w.]+", data)))
    words = rng.choice(("string", "int32", "group", "User", "Level", "a.b.Node", "Self", text(rng)))
    return data[: found.start()] + words.encode() + data[found.end() :]


def _deep_proto(rng: random.Random, _: bytes) -> bytes:
    size = rng.choice((20, 33, 200, 5000))
    return ('syntax = "proto3";' + "message A {" * size + "int32 x = 1;" + "}" * size).encode()


AVSC = Kind(
    "avsc",
    ".avsc",
    _avsc_seeds,
    one_of((6, _tree(avro.WORDS)), (3, _name), (1, _deep_json), (1, any_bytes)),
    read=read_schema,
)
JSON_SCHEMA = Kind(
    "json_schema",
    ".json",
    lambda: [json.dumps(_JSON_SCHEMA).encode()],
    one_of(
        (6, _tree(_WORDS)), (3, _name), (2, _number), (1, _deep_json), (3, _circle), (1, any_bytes)
    ),
    read=read_schema,
)
PROTO = Kind(
    "proto",
    ".proto",
    lambda: [_PROTO.encode(), _PROTO2.replace("optional group", "//").encode()],
    one_of((4, _piece), (3, _word), (2, _number), (1, _deep_proto), (1, any_bytes)),
    read=read_proto,
)
PROTO_JSON = Kind(
    "protojson",
    ".jsonl",
    lambda: [json.dumps(value).encode() for value in _PROTO_JSON],
    one_of((6, _tree(_JSON_WORDS)), (2, _name), (1, _number), (1, any_bytes)),
    read=read_protojson,
)
KINDS = (AVSC, JSON_SCHEMA, PROTO, PROTO_JSON)
