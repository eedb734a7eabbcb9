"""The type model: what a schema refuses, and what it knows of recursion and order."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.logical import Uuid
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
    SchemaError,
    Union,
    UnionRef,
    lowered,
    nested_types,
)
from serbench.workloads import registry
from tests.strategies import examples, schemas, schemas_with_unions, typed_schemas

I32 = Scalar(Kind.I32)


def schema_of_records(*records: tuple, enums=()) -> Schema:
    """Records as (name, type, type, …), their fields called a, b, …"""
    return Schema(
        "test",
        records[0][0],
        tuple(
            Record(name, tuple(Field("abcdef"[i], t) for i, t in enumerate(types)))
            for name, *types in records
        ),
        enums,
    )


@pytest.mark.parametrize(
    ("variants", "error"),
    [
        ((I32,), "union 'U' needs two variants at least"),
        ((I32, Scalar(Kind.F64)), "differ in what they are in JSON"),
        ((I32, OptionalOf(Scalar(Kind.STRING))), "differ in what they are in JSON"),
        ((I32, Scalar(Kind.STRING, raw_json=True)), "differ in what they are in JSON"),
        ((I32, UnionRef("U")), "differ in what they are in JSON"),
        ((RecordRef("A"), MapOf(I32)), "differ in what they are in JSON"),
        ((I32, RecordRef("B")), "U: no record is called 'B'"),
        ((I32, ListOf(UnionRef("V"))), "U: no union is called 'V'"),
        ((I32, RecordRef("A")), "record 'A' contains itself without end"),
        ((I32, ListOf(OptionalOf(RecordRef("A")))), "and no part of a union"),
        ((I32, ListOf(UnionRef("U"))), "union 'U' lies in itself"),
    ],
)
def test_invalid_union_is_rejected(variants, error):
    record = Record("A", (Field("u", OptionalOf(ListOf(UnionRef("U")))),))
    with pytest.raises(SchemaError, match=error):
        Schema("test", "A", (record,), unions=(Union("U", variants),))


def test_record_in_union_is_defined_before_user_of_union():
    records = (Record("A", (Field("u", ListOf(UnionRef("U"))),)), Record("B", ()))
    schema = Schema("test", "A", records, unions=(Union("U", (I32, ListOf(RecordRef("B")))),))
    assert [record.name for record in schema.in_definition_order()] == ["B", "A"]
    assert schema.fingerprint != Schema("test", "A", (Record("A", ()), records[1])).fingerprint


@pytest.mark.parametrize(
    ("records", "enums", "error"),
    [
        ([("A", RecordRef("B"))], (), "A.a: no record is called 'B'"),
        ([("A", ListOf(MapOf(RecordRef("B"))))], (), "A.a: no record is called 'B'"),
        ([("A", OptionalOf(EnumRef("E")))], (), "A.a: no enum is called 'E'"),
        ([("A", OptionalOf(OptionalOf(I32)))], (), "A.a: an optional of an optional"),
        ([("A", ListOf(OptionalOf(OptionalOf(I32))))], (), "A.a: an optional of an optional"),
        ([("A", I32), ("A", I32)], (), "a type name is used twice"),
        ([("A", I32)], (Enum("A", ("x",)),), "a type name is used twice"),
        ([("A", EnumRef("E"))], (Enum("E", ()),), "needs symbols"),
        ([("A", EnumRef("E"))], (Enum("E", ("x", "x")),), "needs symbols, each once"),
        ([("A", RecordRef("A"))], (), "'A' contains itself without end"),
        ([("A", RecordRef("B")), ("B", RecordRef("A"))], (), "contains itself without end"),
        (
            [("A", I32, RecordRef("B")), ("B", RecordRef("C")), ("C", I32, RecordRef("B"))],
            (),
            "contains itself without end",
        ),
    ],
)
def test_invalid_schema_is_rejected(records, enums, error):
    with pytest.raises(SchemaError, match=error):
        schema_of_records(*records, enums=enums)


def test_unknown_root_and_duplicate_field_names_are_rejected():
    with pytest.raises(SchemaError, match="the root 'B' is not a record"):
        Schema("test", "B", (Record("A", ()),))
    with pytest.raises(SchemaError, match="two fields of one name"):
        Schema("test", "A", (Record("A", (Field("x", I32), Field("x", I32))),))


def test_recursion_through_optional_list_or_map_is_allowed():
    for type_ in (OptionalOf(RecordRef("A")), ListOf(RecordRef("A")), MapOf(RecordRef("A"))):
        schema_of_records(("A", type_))


def test_only_optional_records_on_a_cycle_are_boxed():
    schema = schema_of_records(
        ("A", OptionalOf(RecordRef("A")), OptionalOf(RecordRef("B")), ListOf(RecordRef("A"))),
        ("B", OptionalOf(I32), OptionalOf(RecordRef("C")), RecordRef("D")),
        ("C", OptionalOf(RecordRef("B"))),
        ("D", I32),
    )
    boxed = [
        f"{r.name}.{f.name}"
        for r in schema.records
        for f in r.fields
        if schema.is_boxed(r.name, f.type)
    ]
    assert boxed == ["A.a", "B.b", "C.a"]


def test_definition_order_of_a_long_chain():
    """A record comes after what it holds, however deep."""
    several = 3000
    records = [(f"R{i}", RecordRef(f"R{i + 1}")) for i in range(several)]
    schema = schema_of_records(*records, (f"R{several}", I32))
    assert [r.name for r in schema.in_definition_order()] == [
        f"R{i}" for i in range(several, -1, -1)
    ]


@examples(50)
@given(st.one_of(schemas(), schemas_with_unions()))
def test_definition_order_of_any_schema(schema):
    order = schema.in_definition_order()
    assert sorted(r.name for r in order) == sorted(r.name for r in schema.records)
    defined: set[str] = set()
    for record in order:
        for field in record.fields:
            inside = field.type.item if isinstance(field.type, OptionalOf) else field.type
            if isinstance(inside, RecordRef) and not schema.is_boxed(record.name, field.type):
                assert inside.name in defined
        defined.add(record.name)


@examples(50)
@given(st.one_of(schemas(), schemas_with_unions(), typed_schemas()))
def test_plain_form_round_trips(schema):
    plain = json.loads(json.dumps(schema.to_dict()))
    again = Schema.from_dict(plain)
    assert again == schema
    assert again.to_dict() == schema.to_dict()
    assert again.fingerprint == schema.fingerprint


@pytest.mark.parametrize(
    ("workload", "fingerprint"),
    [
        ("log", "ac25e7b1ad5621fea6576a6684bafb3e"),
        ("tweet", "e778103a4fad2d2c022fb0fe87dd2f63"),
        ("edges", "eabfd225ead4d0029722e0541af609c8"),
    ],
)
def test_schema_without_logical_types_keeps_its_fingerprint(workload, fingerprint):
    """By which drivers are kept that were built before there were any."""
    schema = registry.find(workload).schema
    assert schema.fingerprint == lowered(schema).fingerprint == fingerprint


@examples(50)
@given(st.one_of(schemas(), schemas_with_unions()))
def test_schema_without_logical_types_is_lowered_to_itself(schema):
    assert lowered(schema) is schema


@examples(50)
@given(typed_schemas())
def test_lowered_schema_has_no_logical_types(schema):
    plain = lowered(schema)
    types = [t for r in plain.records for f in r.fields for t in nested_types(f.type)]
    assert all(t.logical is None for t in types if isinstance(t, Scalar))
    assert not any(t.is_map for t in types if isinstance(t, ListOf))
    assert not any(t.tells_absent for t in types if isinstance(t, OptionalOf))
    assert lowered(plain) is plain
    assert plain.fingerprint != schema.fingerprint  # of the map


@pytest.mark.parametrize(
    ("field", "error"),
    [
        (Field("x", ListOf(Scalar(Kind.I32), is_map=True)), "are records of two fields, key and"),
        (Field("x", ListOf(RecordRef("A"), is_map=True)), "are records of two fields, key and"),
        (Field("x", OptionalOf(RecordRef("A"), tells_absent=True)), "A is no record of one opt"),
        (
            Field("x", ListOf(OptionalOf(RecordRef("A"), tells_absent=True))),
            "A.x: only a field tells absent from null, not what a list",
        ),
        (Field("x", Scalar(Kind.I32, logical=Uuid())), "A.x: uuid is lowered to string, not i32"),
    ],
)
def test_logical_type_that_does_not_fit_is_rejected(field, error):
    with pytest.raises(SchemaError, match=re.escape(error)):
        Schema("test", "A", (Record("A", (field,)),))


def test_entry_of_a_map_is_no_record_elsewhere():
    entry = Record("Entry", (Field("key", Scalar(Kind.I32)), Field("value", Scalar(Kind.I32))))
    entries = ListOf(RecordRef("Entry"), is_map=True)
    fields = (Field("x", entries), Field("y", OptionalOf(entries)))
    assert Schema("test", "A", (Record("A", fields), entry)).map_entries == {"Entry"}
    both = Field("z", ListOf(RecordRef("Entry")))
    with pytest.raises(SchemaError, match="'Entry' is the entry of a map, and is used as a"):
        Schema("test", "A", (Record("A", (*fields, both)), entry))


def test_record_that_tells_absent_is_no_record_elsewhere():
    told = Record("Told", (Field("value", OptionalOf(I32)),))
    fields = (Field("x", OptionalOf(RecordRef("Told"), tells_absent=True)),)
    assert Schema("test", "A", (Record("A", fields), told)).telling_records == {"Told"}
    both = Field("y", RecordRef("Told"))
    with pytest.raises(SchemaError, match="'Told' tells absent from null, and is used as a record"):
        Schema("test", "A", (Record("A", (*fields, both)), told))


@pytest.mark.parametrize("word", ["timestamp", "decimal(1, 2)", 1])
def test_unknown_logical_type_in_the_plain_form_is_rejected(word):
    plain = {"name": "t", "root": "A", "enums": []}
    plain["records"] = [{"name": "A", "fields": [["x", {"logical": word}]]}]
    with pytest.raises(SchemaError, match=r"logical type|a decimal has"):
        Schema.from_dict(plain)


def test_fingerprint_depends_on_types_alone():
    records = (Record("A", (Field("x", I32),)),)
    schema = Schema("one", "A", records)
    assert len(schema.fingerprint) == 32
    assert Schema("two", "A", records).fingerprint == schema.fingerprint
    others = [
        Record("A", (Field("y", I32),)),
        Record("A", (Field("x", Scalar(Kind.U32)),)),
        Record("A", (Field("x", OptionalOf(I32)),)),
        Record("A", (Field("x", I32), Field("y", I32))),
    ]
    assert schema.fingerprint not in {Schema("one", "A", (r,)).fingerprint for r in others}


def test_raw_json_is_a_string_to_codecs_and_kept_in_the_plain_form():
    raw, string = Scalar(Kind.STRING, raw_json=True), Scalar(Kind.STRING)
    assert raw == string
    assert str(raw) == "string"
    one, other = (Schema("x", "A", (Record("A", (Field("x", ListOf(t)),)),)) for t in (raw, string))
    assert one == other
    assert one.fingerprint != other.fingerprint
    [field] = Schema.from_dict(one.to_dict()).records[0].fields
    assert field.type.item.raw_json


def test_nested_types_and_text_of_types():
    type_ = OptionalOf(ListOf(MapOf(RecordRef("A"))))
    assert [str(t) for t in nested_types(type_)] == [
        "optional<list<map<string, A>>>",
        "list<map<string, A>>",
        "map<string, A>",
        "A",
    ]
    assert str(EnumRef("E")) == "E"
