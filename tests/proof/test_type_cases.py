import msgspec
import pytest

from serbench.proof.type_cases import (
    BY_FIELD,
    BY_NAME,
    TYPES,
    AskedType,
    cases_of,
    mistakes,
    schema_of,
)
from serbench.schema.digest import Digester
from serbench.schema.logical import NAMES, Keys
from serbench.schema.model import lowered
from serbench.schema.normalise import normaliser
from serbench.schema.typed_values import typed


def test_every_logical_type_and_every_field_is_asked_about_once():
    logical = {name for asked in TYPES if asked.meaning for name in asked.names}
    assert logical >= set(NAMES) - {Keys.TEXT}
    assert len(BY_NAME) == len(BY_FIELD) == len(TYPES)
    assert all(asked.values for asked in TYPES)


@pytest.mark.parametrize("case", cases_of(), ids=lambda case: f"{case.type}: {case.name}")
def test_values_are_canonical_and_of_the_schema(case):
    schema = schema_of()
    value = msgspec.json.decode(msgspec.json.encode(case.value))
    assert normaliser(schema)(typed(schema)(value)) == value
    Digester(lowered(schema)).add(value)


def test_values_differ_from_the_ordinary_one_in_their_type_alone():
    ordinary, *others = (case.value for case in cases_of())
    fields = [case.type and BY_NAME[case.type].field for case in cases_of()][1:]
    for field, value in zip(fields, others, strict=True):
        assert {name for name in value if value[name] is not ordinary[name]} <= {field}


def test_fewer_types_make_a_smaller_record():
    types = (BY_NAME["uuid"], BY_NAME["i64"])
    schema = schema_of(types)
    assert [record.name for record in schema.records] == ["Types"]
    assert {case.type for case in cases_of(types)} == {"", "uuid", "i64"}


@pytest.mark.parametrize(
    ("type_name", "value", "words", "became"),
    [
        ("timestamp_us_utc", 1_234_567, "cut to milliseconds", 1_234_000),
        ("timestamp_us_utc", -1, "cut to milliseconds", -1000),
        ("timestamp_us_utc", -1, "cut to milliseconds towards 1970", 0),
        ("duration_ns", 1_999_999_999, "rounded to seconds", 2_000_000_000),
        (
            "timestamp_s_offset",
            "2026-01-31T23:30:00+05:45",
            "the same time in UTC",
            "2026-01-31T17:45:00Z",
        ),
        (
            "timestamp_s_offset",
            "2026-01-31T23:30:00+05:45",
            "the local time, taken as UTC",
            "2026-01-31T23:30:00Z",
        ),
        ("bigint", str(2**53 + 1), "the nearest double", str(2**53)),
        ("i64", 2**53 + 1, "the nearest double", 2**53),
        ("optional", None, "zero", 0),
        ("optional", 0, "null", None),
        ("string", "text", "zero or empty", ""),
    ],
)
def test_mistake_is_known_by_what_the_value_becomes(type_name, value, words, became):
    assert dict(mistakes(BY_NAME[type_name], value))[words] == became


def test_field_of_a_type_is_a_name_in_lower_case_without_double_underscores():
    asked = AskedType("decimal(38, 18)", BY_NAME["i64"].type, 0, {})
    assert asked.field == "decimal_38_18"
