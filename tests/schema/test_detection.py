"""Logical types that are found in texts."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from serbench.schema.annotations import schema_of
from serbench.schema.detection import Detection, decimal_of, logical_type_of, together
from serbench.schema.infer import infer
from serbench.schema.logical import BY_WORD, logical_of
from serbench.schema.logical_values import text_of
from serbench.schema.model import lowered
from serbench.schema.normalise import normaliser
from serbench.schema.typed_values import typed
from tests.strategies import examples, logical_values_of, texts

PLAIN = schema_of(msgspec.defstruct("Root", [("x", str)]), "test")
UUID = "123e4567-e89b-12d3-a456-426614174000"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (UUID, "uuid"),
        (UUID.upper(), None),
        ("2026-01-31", "date"),
        ("2026-02-30", None),
        ("12:00:00", "time_s"),
        ("12:00:00.123456789", "time_ns"),
        ("12:00:00.1", None),
        ("12:00", None),
        ("2026-01-31T12:00:00", "timestamp_s"),
        ("2026-01-31T12:00:00.000Z", "timestamp_ms_utc"),
        ("2026-01-31T12:00:00.000000+00:00", None),
        ("2026-01-31T12:00:00.000000-05:00", "timestamp_us_offset"),
        ("2026-01-31 12:00:00", None),
        ("2016-12-31T23:59:60Z", None),
        ("0001-01-01T00:00:00.000000000Z", None),
        ("-PT1.500S", "duration_ms"),
        ("PT1M", None),
        ("1.10", "decimal(3, 2)"),
        ("0.5", "decimal(1, 1)"),
        ("-0.0", None),
        ("01.5", None),
        ("1.", None),
        ("12", None),
        ("1e5", None),
        ("0." + "1" * 77, None),
        ("", None),
        ("\u0662\u0660\u0662\u0666-01-31", None),
        ("2026-01-31\n", None),
    ],
)
def test_only_canonical_text_has_a_type(text, word):
    assert logical_type_of(text) == (word and logical_of(word))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("12", "decimal(2, 0)"),
        ("0", "decimal(1, 0)"),
        ("-0.05", "decimal(2, 2)"),
        ("9" * 34, "decimal(34, 0)"),
        ("9" * 77, None),
        ("9" * 10_000_000, None),
        ("-0", None),
        ("01", None),
        ("1E+3", None),
        ("NaN", None),
        ("", None),
    ],
    ids=lambda text: repr(text)[:9],
)
def test_decimals_of_which_text_is_canonical(text, word):
    assert decimal_of(text) == (word and logical_of(word))


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("decimal(3, 2)", "decimal(5, 2)", "decimal(5, 2)"),
        ("decimal(3, 2)", "decimal(3, 1)", None),
        ("timestamp_s_utc", "timestamp_s_offset", "timestamp_s_offset"),
        ("timestamp_s_utc", "timestamp_s", None),
        ("timestamp_s_utc", "timestamp_ms_utc", None),
        ("date", "timestamp_s", None),
        ("uuid", "uuid", "uuid"),
    ],
)
def test_texts_of_two_types(one, other, both):
    for a, b in ((one, other), (other, one)):
        assert together(logical_of(a), logical_of(b)) == (both and logical_of(both))


def inferred(path, *values, **options):
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    found = infer([path], detect=True, **options)
    root = found.schema.record(found.schema.root)
    return {f.name: str(f) for f in root.fields}, list(map(str, found.remarks))


def test_fields_get_types_that_all_values_have(tmp_path):
    fields, remarks = inferred(
        tmp_path / "t.jsonl",
        {"day": "2026-01-31", "odd": "2026-01-31", "price": "1.10", "ids": [UUID], "n": None},
        {"day": "1969-12-31", "odd": "x", "price": "22.00", "ids": [], "n": "2026-01-31"},
    )
    assert fields == {
        "day": "date",
        "odd": "string",
        "price": "decimal(4, 2)",
        "ids": "list<uuid>",
        "n": "optional<date>",
    }
    assert remarks == [
        "note: t: $.day is date in every value",
        "note: t: $.price is decimal(4, 2) in every value",
        "note: t: $.ids[] is uuid in every value",
        "note: t: $.n is date in every value",
    ]


def test_without_the_option_text_stays_text(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"day": "2026-01-31"}\n')
    schema = infer([tmp_path / "t.jsonl"]).schema
    assert lowered(schema) is schema


def test_record_at_several_places_has_types_of_all(tmp_path):
    """One type of both places, so that one text decides for both."""
    some = {"id": 1, "day": "2026-01-31", "size": 2, "name": "x"}
    fields, remarks = inferred(
        tmp_path / "t.jsonl", {"a": some, "b": some}, {"a": some, "b": {**some, "day": "?"}}
    )
    assert fields["a"] == fields["b"]
    assert remarks == []


def test_values_within_unions_count(tmp_path):
    some = {"id": 1, "day": "2026-01-31", "size": 2, "name": "x"}
    odd = {**some, "day": "?"}
    values = [{"a": some, "u": 1}, {"a": some, "u": odd}]
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(value) + "\n" for value in values))
    schema = infer([tmp_path / "t.jsonl"], detect=True, unions=True).schema
    for value in values:
        normaliser(schema)(value)


def test_field_that_is_null_and_absent_tells_them_apart(tmp_path):
    values = {"a": None, "b": 1}, {"b": 2}, {"b": 3, "a": 4}
    fields, remarks = inferred(tmp_path / "t.jsonl", *values)
    assert fields["a"] == "optional<TA> or absent"
    assert remarks == ["note: t: $.a tells absent from null"]


def test_csv_gets_types_of_texts(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(f"id,at,n\n{UUID},2026-01-31T12:00:00.000000001Z,1\n")
    found = infer([path], detect=True).schema
    assert [str(f.type) for f in found.record(found.root).fields] == [
        "uuid",
        "timestamp_ns_utc",
        "i64",
    ]


@examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_every_detected_value_writes_back_to_its_text(data):
    words = st.sampled_from([*BY_WORD, "decimal(9, 3)"]).map(logical_of)
    canonical = words.flatmap(
        lambda logical: logical_values_of(logical).map(lambda value: text_of(logical, value))
    )
    field = data.draw(st.sampled_from([canonical, st.one_of(canonical, texts())]))
    values = data.draw(st.lists(st.fixed_dictionaries({"x": field}), min_size=1, max_size=4))
    detection = Detection(PLAIN)
    detection.add(values, logical_type_of)
    found, _ = detection.found({}, tell_absent=True)
    for value in values:
        assert typed(found)(normaliser(found)(value)) == value
