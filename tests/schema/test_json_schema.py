"""JSON Schema: types of all that is valid, and what is said of the rest."""

import datetime as dt
import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st
from referencing.exceptions import Unresolvable

from serbench.errors import UserError
from serbench.schema.errors import ValueProblem
from serbench.schema.logical import Date, Timestamp
from serbench.schema.model import (
    EnumRef,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    UnionRef,
    json_shape,
)
from serbench.schema.normalise import normaliser
from serbench.schema.schema_import import read_with_remarks
from serbench.schema.variants import shape_of
from tests.strategies import examples

DATA = Path(__file__).parent / "data"


def read(tmp_path, told, unions=False, plain=False):
    path = tmp_path / "events.json"
    path.write_text(json.dumps(told))
    return read_with_remarks(path, "events", unions, plain)


def typed(tmp_path, told, unions=False, plain=False, **more):
    """The type of a required field `x` of this schema, `text` for raw JSON, and what is said."""
    told = {"type": "object", "properties": {"x": told}, "required": ["x"], **more}
    schema, remarks = read(tmp_path, told, unions, plain)
    [type_] = [f.type for f in schema.record(schema.root).fields if f.name == "x"]
    return shown(type_), [remark.text.removeprefix("events: ") for remark in remarks]


def shown(type_):
    if isinstance(type_, OptionalOf):
        return f"optional<{shown(type_.item)}>"
    return "text" if isinstance(type_, Scalar) and type_.raw_json else str(type_)


def fields(schema, record=None):
    return {f.name: shown(f.type) for f in schema.record(record or schema.root).fields}


def test_formats_are_text_with_plain_types(tmp_path):
    told = {"type": "string", "format": "date"}
    assert typed(tmp_path, told, plain=True) == ("string", [])


def test_variant_of_a_union_has_no_format(tmp_path):
    told = {"type": ["string", "integer"], "format": "date"}
    assert typed(tmp_path, told, unions=True) == ("I64 or String", [])
    told = {"type": ["string", "array"], "items": {"type": "string", "format": "date"}}
    assert typed(tmp_path, told, unions=True)[0] == "String or ListOfString"


def test_values_of_formats_are_lowered(tmp_path):
    told = {name: {"type": "string", "format": name} for name in ("date", "date-time", "uuid")}
    schema, _ = read(tmp_path, {"type": "object", "properties": told})
    identity = "123E4567-E89B-12D3-A456-426614174000"
    value = {"date": "1969-12-31", "date-time": "2026-01-31t12:00:00.5-00:00", "uuid": identity}
    assert normaliser(schema)(value) == {
        "date": -1,
        "date-time": "2026-01-31T12:00:00.500000000Z",
        "uuid": identity.lower(),
    }
    for wrong, cause in (
        ({"date": "31.01.2026"}, "is not a date"),
        ({"date-time": "2016-12-31T23:59:60Z"}, "is a leap second"),
        ({"date-time": "2016-12-31T23:59:59"}, "without its offset"),
        ({"uuid": "x"}, "is not a uuid"),
    ):
        with pytest.raises(ValueProblem, match=cause):
            normaliser(schema)(wrong)


def test_schema_of_many_keywords_becomes_types_with_remark_for_each_text():
    schema, remarks = read_with_remarks(DATA / "visit.schema.json", "visits")
    assert fields(schema) == {
        "guest": "Who",
        "host": "optional<Host>",
        "where": "optional<Place>",
        "count": "optional<i64>",
        "tree": "optional<Tree>",
        "self": "optional<Visit>",
        "anything": "optional<text>",
        "kind": "Kind",
        "level": "optional<i8>",
        "mood": "optional<Mood>",
        "tags": "optional<map<string, string>>",
        "pair": "optional<text>",
        "amount": "optional<text>",
        "open": "optional<text>",
        "from": "timestamp_ns_offset",
        "until": "optional<timestamp_ns_offset>",
        "note": "optional<string>",
    }
    assert fields(schema, "Who") == {"name": "string", "age": "optional<u8>"}
    assert fields(schema, "Host") == {"desk": "string", **fields(schema, "Who")}
    assert fields(schema, "Tree") == {"label": "string", "kids": "optional<list<Tree>>"}
    assert schema.enum("Mood").symbols == ("good", "bad")
    assert [str(remark) for remark in remarks] == [
        "warning: visits: prefixItems at #/properties/pair: the text of its JSON",
        "warning: visits: oneOf at #/properties/amount: several types, the text of its JSON; "
        "--unions makes native unions of some",
        "warning: visits: additionalProperties at #/properties/open: the text of its JSON",
        "note: visits: format at #/$defs/timed/properties/from: timestamp_ns_offset; text with "
        "--plain-types",
        "note: visits: format at #/$defs/timed/properties/until: timestamp_ns_offset; text with "
        "--plain-types",
    ]
    normalise = normaliser(schema)
    lines = (DATA / "visit.jsonl").read_text().splitlines()
    for line in lines:
        value = json.loads(line)
        assert is_same(schema, RecordRef(schema.root), value, normalise(value))


@pytest.mark.parametrize(
    ("told", "type_", "said"),
    [
        (True, "text", []),
        ({}, "text", []),
        ({"const": "a"}, "X", []),
        ({"const": 7}, "i8", []),
        ({"enum": [1, 300]}, "i16", []),
        ({"enum": [1, 2.5]}, "f64", []),
        ({"enum": [True, False, None]}, "optional<bool>", []),
        ({"enum": [1, "a"]}, "text", ["enum"]),
        ({"enum": [[1]]}, "text", []),
        ({"type": "null"}, "optional<string>", ["type"]),
        ({"type": "integer", "minimum": 0.5, "exclusiveMaximum": 256}, "u8", []),
        ({"type": ["integer", "number"]}, "f64", []),
        ({"type": ["integer", "null"], "not": {"const": 3}}, "optional<i64>", ["not"]),
        ({"allOf": [{"type": "integer", "minimum": 0}, {"maximum": 9}]}, "i8", []),
        ({"allOf": [{"type": ["string", "null"]}, {"type": ["string", "integer"]}]}, "string", []),
        ({"anyOf": [{"const": "a"}, {"enum": ["b", "c"]}]}, "X", []),
        ({"oneOf": [{"type": "string"}, {"type": "string", "format": "uri"}]}, "string", []),
        ({"type": "string", "anyOf": [{"pattern": "a"}, {"minLength": 3}]}, "string", []),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "optional<i64>", []),
        ({"anyOf": [{"type": "integer"}, {}]}, "text", ["anyOf"]),
        ({"type": "array", "prefixItems": [{"type": "number"}], "items": False}, "list<f64>", []),
        ({"type": "array", "prefixItems": [{"type": "number"}]}, "text", ["prefixItems"]),
        ({"type": "array", "items": {"type": "string"}, "minItems": 1}, "list<string>", []),
        ({"type": "object"}, "text", []),
        ({"additionalProperties": {"type": "null"}}, "map<string, optional<string>>", ["type"]),
        ({"patternProperties": {"^a": {"type": "integer"}}}, "text", ["patternProperties"]),
        ({"properties": {"a": True}, "additionalProperties": {"type": "integer"}}, "text",
         ["additionalProperties"]),
        ({"type": "string", "nullable": True}, "string", ["nullable"]),
        ({"type": "string", "x-order": 1, "format": "uuid"}, "uuid", ["format"]),
        ({"type": ["string", "null"], "format": "date"}, "optional<date>", ["format"]),
        ({"type": "string", "format": "date-time"}, "timestamp_ns_offset", ["format"]),
        ({"type": "string", "format": "time"}, "string", []),
        ({"type": "string", "format": "duration"}, "string", []),
        ({"type": "string", "format": ["date"]}, "string", []),
        ({"type": "string", "format": "date", "enum": ["2026-01-31"]}, "X", []),
        ({"type": "string", "format": "date", "contentEncoding": "base64"}, "bytes", []),
        ({"allOf": [{"type": "string"}, {"format": "date"}]}, "date", ["format"]),
        ({"type": "string", "allOf": [{"format": "date"}, {"format": "uuid"}]}, "string", []),
        ({"type": "string", "anyOf": [{"format": "date"}, {"format": "uuid"}]}, "string", []),
        ({"anyOf": [{"type": "string", "format": "date"}, {"type": "string"}]}, "string", []),
        ({"oneOf": [{"type": "string", "format": "date"}, {"type": "null"}]}, "optional<date>",
         ["format"]),
        ({"type": "integer", "format": "date"}, "i64", []),
        ({"type": "array", "items": {"type": "string", "format": "uuid"}}, "list<uuid>",
         ["format"]),
        ({"type": "array", "prefixItems": [{"type": "string", "format": "uuid"}], "maxItems": 1},
         "list<uuid>", ["format"]),
        ({"type": ["string", "integer"], "format": "date"}, "text", ["type"]),
        ({"type": "array", "items": {"$ref": "#/properties/x"}}, "list<string>", ["$ref"]),
    ],
)  # fmt: skip
def test_each_keyword_becomes_type_or_one_remark(tmp_path, told, type_, said):
    found, warnings = typed(tmp_path, told)
    assert found == type_
    assert [warning.split(" at ")[0] for warning in warnings] == said


def test_a_type_of_null_alone_is_a_note(tmp_path):
    _, [said] = read(tmp_path, {"properties": {"x": {"type": "null"}}})
    assert str(said) == "note: events: type at #/properties/x: null: an optional text"


def test_references_of_every_kind_lead_to_one_type(tmp_path):
    refs = ["#/$defs/a%20b~1c~0d", "#anchored", "place", "https://example.test/place"]
    told = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.test/root",
        "$defs": {
            "a b/c~d": {
                "$anchor": "anchored",
                "$id": "place",
                "type": "object",
                "properties": {"next": {"$ref": "#anchored"}, "root": {"$ref": "root"}},
            }
        },
        "type": "object",
        "properties": {str(i): {"$ref": ref, "title": "t"} for i, ref in enumerate(refs)},
    }
    del told["properties"]["1"]  # of the root it is none
    schema, remarks = read(tmp_path, told)
    assert set(fields(schema).values()) == {"optional<ABCD>"}
    assert fields(schema, "ABCD") == {"next": "optional<ABCD>", "root": "optional<Event>"}
    assert remarks == ()


def test_dynamic_reference_resolves_to_outermost_anchor(tmp_path):
    """As the specification has it of strict trees."""
    told = {
        "$id": "https://example.test/strict",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "properties": {"mark": {"type": "boolean"}},
        "$defs": {
            "tree": {
                "$id": "https://example.test/tree",
                "$dynamicAnchor": "node",
                "type": "object",
                "properties": {"kids": {"type": "array", "items": {"$dynamicRef": "#node"}}},
            }
        },
    }
    schema, _ = read(tmp_path, told)
    inner = schema.record(schema.root).fields[1].type.item.item
    assert set(fields(schema, inner.name)) == {"mark", "kids"}


@pytest.mark.parametrize(
    "draft", ["http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#"]
)
def test_earlier_drafts_are_read_as_they_were(tmp_path, draft):
    is_four = "04" in draft
    told = {
        "$schema": draft,
        "id" if is_four else "$id": "http://example.test/root.json",
        "definitions": {"n": {"type": "integer", "minimum": 0, "maximum": 9}},
        "type": "object",
        "properties": {
            "n": {"$ref": "#/definitions/n", "type": "string"},
            "pair": {"items": [{"type": "number"}, {"type": "number"}], "additionalItems": False},
            "least": {"type": "integer", "minimum": 255, "maximum": 256},
        },
        "required": ["n"],
    }
    least = told["properties"]["least"]
    if is_four:
        least |= {"exclusiveMaximum": True}
    else:
        least |= {"exclusiveMaximum": 256}
    schema, remarks = read(tmp_path, told)
    assert fields(schema) == {
        "n": "i8",
        "pair": "optional<list<f64>>",
        "least": "optional<u8>",
    }
    [said] = remarks
    assert "$ref at #/properties/n: what stands beside it is ignored, as draft-0" in str(said)


def test_fields_under_condition_become_text_with_remark(tmp_path):
    told = {
        "type": "object",
        "properties": {"kind": {"enum": ["a", "b"]}},
        "if": {"properties": {"kind": {"const": "a"}}},
        "then": {"properties": {"size": {"type": "integer"}}, "required": ["size"]},
        "dependentSchemas": {"kind": {"properties": {"more": {"type": "string"}}}},
        "oneOf": [{"required": ["kind"]}, {"required": ["size"]}],
    }
    schema, remarks = read(tmp_path, told)
    assert fields(schema) == {
        "kind": "optional<Kind>",
        "more": "optional<text>",
        "size": "optional<text>",
    }
    texts = [remark.text.removeprefix("events: ") for remark in remarks]
    assert texts == ["if at #: not checked", "dependentSchemas at #: not checked"]


def test_unions_are_native_with_unions_option(tmp_path):
    branches = [{"type": "integer"}, {"type": "object", "properties": {"a": {"type": "string"}}}]
    assert typed(tmp_path, {"oneOf": branches})[0] == "text"
    assert typed(tmp_path, {"oneOf": branches}, unions=True) == ("I64 or X", [])
    both = [*branches, {"type": "object", "properties": {"b": {"type": "string"}}}]
    found, warnings = typed(tmp_path, {"oneOf": both}, unions=True)
    assert (found, len(warnings)) == ("text", 1)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"$ref": "other.json#/a"}, "'other.json#/a' is not in this file, and no other is read"),
        ({"$ref": "file:///etc/passwd"}, "is not in this file"),
        ({"$ref": "#/$defs/none"}, "'#/\\$defs/none' leads nowhere in this file"),
        ({"$ref": "#none"}, "'#none' leads nowhere"),
        ({"$ref": 3}, "no sound schema"),
        ({"type": "text"}, "no type is called 'text'"),
        ({"type": "object", "properties": []}, "no sound schema"),
        ({"allOf": 3}, "no sound schema"),
        ({"minimum": "3", "type": "array"}, "the root is no record"),
        ({"$ref": "#"}, "the root is no record"),
        (False, "no sound schema"),
    ],
)
def test_invalid_schema_error_is_one_line(tmp_path, told, said):
    with pytest.raises(UserError, match=said) as caught:
        read(tmp_path, told)
    assert "\n" not in str(caught.value)


def test_too_many_branches_become_text_and_equal_branches_merge(tmp_path):
    many = {"allOf": [{"anyOf": [{"type": "string"}, {"type": "integer"}]} for _ in range(20)]}
    assert typed(tmp_path, many)[0] == "text"
    doubled = {"a0": {"type": "integer"}}
    for i in range(1, 60):
        doubled[f"a{i}"] = {"allOf": [{"$ref": f"#/$defs/a{i - 1}"}, {"$ref": f"#/$defs/a{i - 1}"}]}
    assert typed(tmp_path, {"$ref": "#/$defs/a59"}, **{"$defs": doubled})[0] == "i64"


# Random schemas, and values that another library calls valid

names = st.sampled_from(["a", "b", "c d", "é"])
scalars = (
    st.none() | st.booleans() | st.integers(-300, 300) | st.sampled_from([0.5, -1e300])
    | st.sampled_from(["", "a", "b", "QUI=", "2026-01-31", "2026-01-31T12:00:00+01:00"])
)  # fmt: skip
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3)
)
kinds = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])


def schemas_of(inner):
    some = st.lists(inner, min_size=1, max_size=3)
    by_name = st.dictionaries(names, inner, max_size=3)
    words = {
        "type": kinds | st.lists(kinds, min_size=1, max_size=3, unique=True),
        "properties": by_name,
        "required": st.lists(names, max_size=2, unique=True),
        "additionalProperties": inner,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b", "."]), inner, max_size=2),
        "items": inner,
        "prefixItems": some,
        "enum": st.lists(json_values, min_size=1, max_size=3),
        "const": json_values,
        "allOf": some,
        "anyOf": some,
        "oneOf": some,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "dependentSchemas": by_name,
        "minimum": st.integers(-3, 3),
        "exclusiveMaximum": st.integers(250, 260) | st.just(255.5),
        "maxItems": st.integers(0, 2),
        "contentEncoding": st.just("base64"),
        "format": st.sampled_from(["date", "date-time", "email"]),
        "unevaluatedProperties": st.booleans(),
        "$ref": st.sampled_from(["#", "#/$defs/one", "#two", "three"]),
        "title": st.just("T"),
    }
    few = st.lists(st.sampled_from(sorted(words)), max_size=3, unique=True)
    return few.flatmap(lambda some: st.fixed_dictionaries({word: words[word] for word in some}))


inner_schemas = st.recursive(
    st.booleans() | kinds.map(lambda kind: {"type": kind}), schemas_of, max_leaves=6
)
usual_schemas = st.fixed_dictionaries(
    {
        "$id": st.just("https://example.test/root"),
        "type": st.just("object"),
        "properties": st.dictionaries(names, inner_schemas, min_size=1, max_size=3),
        "$defs": st.fixed_dictionaries(
            {
                "one": inner_schemas,
                "two": schemas_of(inner_schemas).map(lambda schema: schema | {"$anchor": "two"}),
                "three": schemas_of(inner_schemas).map(lambda schema: schema | {"$id": "three"}),
            }
        ),
    },
    optional={
        "required": st.lists(names, max_size=2, unique=True),
        "allOf": st.lists(schemas_of(inner_schemas), max_size=2),
        "additionalProperties": inner_schemas,
        "unevaluatedProperties": st.booleans(),
    },
)


def is_equal(one, other):
    """As JSON has it, where true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def is_same(schema, type_, value, canonical):
    """Whether the canonical form is this value, null being the same as absent."""
    match type_:
        case Scalar(raw_json=True):
            return is_equal(value, json.loads(canonical))
        case Scalar(logical=Date()):
            return (dt.date.fromisoformat(value) - dt.date(1970, 1, 1)).days == canonical
        case Scalar(logical=Timestamp()):
            one, other = map(dt.datetime.fromisoformat, (value, canonical))
            return (one, one.utcoffset()) == (other, other.utcoffset())
        case Scalar() | EnumRef():
            return value == canonical and isinstance(value, bool) == isinstance(canonical, bool)
        case OptionalOf(item):
            if value is None or canonical is None:
                return value is canonical or (value is None and json.loads(canonical) is None)
            return is_same(schema, item, value, canonical)
        case ListOf(item):
            pairs = zip(value, canonical, strict=True)
            return all(is_same(schema, item, *pair) for pair in pairs)
        case MapOf(item):
            return value.keys() == canonical.keys() and all(
                is_same(schema, item, value[key], canonical[key]) for key in value
            )
        case UnionRef(name):
            [variant] = [
                member
                for member in schema.union(name).variants
                if json_shape(member) == shape_of(value)
            ]
            return is_same(schema, variant, value, canonical)
        case RecordRef(name):
            declared_fields = schema.record(name).fields
            return value.keys() <= {field.name for field in declared_fields} and all(
                is_same(schema, field.type, value.get(field.name), canonical[field.name])
                for field in declared_fields
            )


def is_valid(validator, value):
    """Unless the library cannot tell: of a schema that is itself without end, or with a reference
    that leads nowhere."""
    try:
        return validator.is_valid(value)
    except (RecursionError, Unresolvable):
        assume(False)
    except BaseException as error:
        # What becomes of a RecursionError in rpds, which is written in Rust.
        assume(type(error).__name__ != "PanicException")
        raise


@examples(250, suppress_health_check=list(HealthCheck))
@given(
    usual_schemas,
    st.lists(st.dictionaries(names, json_values, max_size=3), min_size=1, max_size=8),
    st.booleans(),
)
def test_a_valid_value_is_read_to_itself_or_refused(tmp_path_factory, told, values, unions):
    try:
        schema, _ = read(tmp_path_factory.getbasetemp(), told, unions)
    except UserError:
        return
    validator = jsonschema.Draft202012Validator(told)
    normalise = normaliser(schema)
    for value in values:
        if is_valid(validator, value):
            try:
                canonical = normalise(value)
            except ValueProblem:
                continue
            assert is_same(schema, RecordRef(schema.root), value, canonical)
