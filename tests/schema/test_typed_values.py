"""Values as people write them, from lowered ones and back."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from serbench.schema.absence import telling_absent
from serbench.schema.canonical import CanonicalReader
from serbench.schema.digest import Digester
from serbench.schema.errors import ValueProblem
from serbench.schema.logical import Uuid
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
    lowered,
    scalar_of,
)
from serbench.schema.normalise import normaliser
from serbench.schema.typed_values import typed
from serbench.schema.values import prepare
from tests.strategies import examples, typed_schemas, values_of

pace = examples(60, suppress_health_check=[HealthCheck.too_slow])
UUID = "123e4567-e89b-12d3-a456-426614174000"
TEXT = Scalar(Kind.STRING)
SEASON = Enum("Season", ("spring", "summer"))


@pace
@given(st.data())
def test_any_value_is_the_same_after_its_text_was_read(data):
    schema = data.draw(typed_schemas())
    value = data.draw(values_of(schema))
    of_json = msgspec.json.decode(msgspec.json.encode(typed(schema)(value)))
    assert msgspec.json.encode(normaliser(schema)(of_json)) == msgspec.json.encode(value)


@pace
@given(st.data())
def test_lowered_value_is_canonical_of_the_lowered_schema(data):
    schema = data.draw(typed_schemas())
    value = data.draw(values_of(schema))
    plain = lowered(schema)
    assert normaliser(plain)(value) == value
    raw = Digester(plain).canonical_bytes(value)
    assert Digester(schema).canonical_bytes(value) == raw
    assert Digester(plain).canonical_bytes(CanonicalReader(plain).value(raw)) == raw


@pace
@given(st.data())
def test_working_set_has_the_digest_of_lowered_values(data):
    schema = data.draw(typed_schemas())
    values = data.draw(st.lists(values_of(schema), min_size=1, max_size=3))
    digester = Digester(lowered(schema))
    for value in values:
        digester.add(value)
    with tempfile.TemporaryDirectory() as folder:
        found = prepare(schema, map(typed(schema), values), Path(folder) / "values.jsonl")
        lines = found.path.read_bytes().splitlines()
    assert found.digest == digester.digest
    assert [normaliser(lowered(schema))(json.loads(line)) for line in lines] == values


def map_of(key: Type) -> Schema:
    """A map of texts by such keys."""
    entry = Record("Entry", (Field("key", key), Field("value", TEXT)))
    root = Record("Root", (Field("x", ListOf(RecordRef("Entry"), is_map=True)),))
    return Schema("test", "Root", (root, entry), (SEASON,))


@pytest.mark.parametrize(
    ("key", "told", "keys"),
    [
        (Scalar(Kind.I16), {"2": "b", "-1": "a"}, [-1, 2]),
        (Scalar(Kind.U64), {"18446744073709551615": "a"}, [2**64 - 1]),
        (Scalar(Kind.BOOL), {"true": "b", "false": "a"}, [False, True]),
        (EnumRef("Season"), {"summer": "b", "spring": "a"}, ["spring", "summer"]),
        (scalar_of(Uuid()), {UUID.upper(): "a"}, [UUID]),
        (Scalar(Kind.I32), [{"key": 2, "value": "b"}, {"key": 1, "value": "a"}], [1, 2]),
        (Scalar(Kind.I32), {}, []),
    ],
)
def test_map_of_other_keys_becomes_entries_in_order(key, told, keys):
    found = normaliser(map_of(key))({"x": told})
    assert [entry["key"] for entry in found["x"]] == keys
    assert [entry["value"] for entry in found["x"]] == ["a", "b"][: len(keys)]


@pytest.mark.parametrize(
    ("key", "told", "cause"),
    [
        (Scalar(Kind.I16), {"01": ""}, 'the string "01" is not an integer'),
        (Scalar(Kind.I16), {"32768": ""}, "is not in the range of i16"),
        (Scalar(Kind.BOOL), {"True": ""}, "is not a boolean"),
        (EnumRef("Season"), {"winter": ""}, "is no symbol of the enum Season"),
        (scalar_of(Uuid()), {UUID: "", UUID.upper(): ""}, f'the key "{UUID}" is twice in a map'),
        (
            Scalar(Kind.I16),
            [{"key": 1, "value": ""}, {"key": 1, "value": "x"}],
            'the key "1" is twice in a map',
        ),
        (Scalar(Kind.I16), "x", "is not an object or a list of entries, a map"),
    ],
)
def test_key_that_is_none_or_twice_is_refused(key, told, cause):
    with pytest.raises(ValueProblem) as caught:
        normaliser(map_of(key))({"x": told})
    assert cause in caught.value.cause


@pytest.mark.parametrize(
    ("told", "path"),
    [
        ({"1": "a", "2": 3}, '$.x["2"]'),
        ({"1": "a", "x": "b"}, "$.x.x"),
        ([{"key": 1, "value": "a"}, {"key": 2, "value": 3}], "$.x[1].value"),
    ],
)
def test_wrong_entry_is_refused_where_it_stands(told, path):
    with pytest.raises(ValueProblem) as caught:
        normaliser(map_of(Scalar(Kind.I16)))({"x": told})
    assert caught.value.path == path


def test_path_within_the_value_of_an_entry_is_kept():
    inner = Record("Inner", (Field("value", Scalar(Kind.I16)),))
    entry = Record("Entry", (Field("key", Scalar(Kind.I16)), Field("value", RecordRef("Inner"))))
    root = Record("Root", (Field("x", ListOf(RecordRef("Entry"), is_map=True)),))
    with pytest.raises(ValueProblem) as caught:
        normaliser(Schema("test", "Root", (root, entry, inner)))({"x": {"1": {"value": "?"}}})
    assert caught.value.path == '$.x["1"].value'


@pytest.mark.parametrize(
    ("told", "value"),
    [({}, None), ({"x": None}, {"value": None}), ({"x": "a"}, {"value": "a"})],
)
def test_field_that_tells_absent_is_lowered_to_an_optional_record(told, value):
    schema = Schema("test", "Root", (Record("Root", (Field("x", OptionalOf(TEXT)),)),))
    telling = telling_absent(schema, [("Root", "x")])
    assert normaliser(telling)(told) == {"x": value}
    assert typed(telling)({"x": value}) == told
    assert lowered(telling).records[0].fields == (Field("x", OptionalOf(RecordRef("RootX"))),)
