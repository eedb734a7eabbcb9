"""Fields that tell absent from null."""

from __future__ import annotations

import pytest

from serbench.schema.absence import telling_absent
from serbench.schema.kinds import Kind
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    ListOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    SchemaError,
)

TEXT = Scalar(Kind.STRING)


def schema_of(*fields: Field) -> Schema:
    return Schema("t", "R", (Record("R", fields),), (Enum("RX", ("a",)),))


def test_field_gets_a_record_of_its_own_with_a_fresh_name():
    schema = schema_of(Field("x", OptionalOf(EnumRef("RX"))), Field("y", OptionalOf(TEXT)))
    made = telling_absent(schema, [("R", "x"), ("R", "y")])
    assert made.telling_records == {"RX2", "RY"}
    x, y = (field.type for field in made.record("R").fields)
    assert x == OptionalOf(RecordRef("RX2"), tells_absent=True)
    assert made.told_type(x) == OptionalOf(EnumRef("RX"))
    assert made.told_type(y) == OptionalOf(TEXT)


def test_fields_that_nobody_asked_about_stay():
    schema = schema_of(Field("x", OptionalOf(TEXT)))
    assert telling_absent(schema, []) == schema
    assert telling_absent(schema, [("Other", "x")]) == schema


def test_field_that_holds_itself_may_tell_absent():
    schema = schema_of(Field("next", OptionalOf(RecordRef("R"))))
    made = telling_absent(schema, [("R", "next")])
    assert made.is_boxed("R", made.record("R").fields[0].type)


def test_value_of_a_map_is_refused():
    entry = Record("Entry", (Field("key", Scalar(Kind.I32)), Field("value", OptionalOf(TEXT))))
    root = Record("R", (Field("x", ListOf(RecordRef("Entry"), is_map=True)),))
    with pytest.raises(SchemaError, match=r"R\.x: only a field tells absent .* not a map's value"):
        telling_absent(Schema("t", "R", (root, entry)), [("Entry", "value")])


def test_field_that_is_not_optional_is_refused():
    with pytest.raises(SchemaError, match=r"R\.x: it tells absent from null, .* string \| None"):
        telling_absent(schema_of(Field("x", TEXT)), [("R", "x")])
