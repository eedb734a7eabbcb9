"""Values of logical types: lowered, and as text."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal as Digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.errors import ValueProblem
from serbench.schema.kinds import INTEGER_RANGE
from serbench.schema.logical import (
    BY_WORD,
    BigInt,
    Date,
    Decimal,
    Duration,
    Timestamp,
    Unit,
    Zone,
    logical_of,
)
from serbench.schema.logical_values import example, lower, text_of
from tests.strategies import examples

pace = examples(100)
# What 64 bits of microseconds hold.
_SPAN = dt.timedelta(days=106_751_991)
_COUNTED = [word for word in BY_WORD if BY_WORD[word].kind in INTEGER_RANGE]


@pytest.mark.parametrize(
    ("word", "text", "lowered"),
    [
        ("date", "1970-01-01", 0),
        ("date", "1969-12-31", -1),
        ("date", "0001-01-01", -719_162),
        ("date", "9999-12-31", 2_932_896),
        ("date", "0000-02-29", -719_469),
        ("date", "+10000-01-01", 2_932_897),
        ("date", "-0001-12-31", -719_529),
        ("time_s", "00:00:00", 0),
        ("time_ms", "23:59:59.999", 86_399_999),
        ("time_ns", "12:00:00.000000001", 43_200_000_000_001),
        ("timestamp_s", "1969-12-31T23:59:59", -1),
        ("timestamp_ms", "1969-12-31T23:59:59.999", -1),
        ("timestamp_us_utc", "0001-01-01T00:00:00.000000Z", -62_135_596_800_000_000),
        ("timestamp_us_utc", "9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
        ("timestamp_ns_utc", "1677-09-21T00:12:43.145224192Z", -(2**63)),
        ("timestamp_ns", "2262-04-11T23:47:16.854775807", 2**63 - 1),
        ("timestamp_s_offset", "2026-01-31T12:00:00+05:30", "2026-01-31T12:00:00+05:30"),
        ("timestamp_ns_offset", "0001-01-01T00:00:00.000000001-23:59",
         "0001-01-01T00:00:00.000000001-23:59"),
        ("duration_s", "PT0S", 0),
        ("duration_ns", "-PT0.000000001S", -1),
        ("duration_us", "PT9223372036854.775807S", 2**63 - 1),
        ("decimal(3, 2)", "1.10", "1.10"),
        ("decimal(3, 1)", "1.1", "1.1"),
        ("decimal(38, 0)", "-" + "9" * 38, "-" + "9" * 38),
        ("decimal(38, 38)", "0." + "0" * 37 + "1", "0." + "0" * 37 + "1"),
        ("decimal(18, 0)", "-999999999999999999", -999_999_999_999_999_999),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
        ("bigint", str(2**200), str(2**200)),
        ("bigint", str(-(2**64)), str(-(2**64))),
        ("bigint", "9" * 5000, "9" * 5000),
    ],
)  # fmt: skip
def test_canonical_text_is_lowered_and_back(word, text, lowered):
    logical = logical_of(word)
    found = lower(logical)(text)
    assert found == lowered
    assert type(found) is type(lowered)
    assert text_of(logical, found) == text
    assert lower(logical)(lowered) == lowered


@pytest.mark.parametrize(
    ("word", "value", "text"),
    [
        ("timestamp_ms_utc", "2026-01-31t12:00:00.5z", "2026-01-31T12:00:00.500Z"),
        ("timestamp_ms_utc", "2026-01-31 12:00:00.1230+01:00", "2026-01-31T11:00:00.123Z"),
        ("timestamp_s_offset", "2026-01-31T12:00:00-00:00", "2026-01-31T12:00:00Z"),
        ("timestamp_s_offset", "2026-01-31 12:00:00+01", "2026-01-31T12:00:00+01:00"),
        ("timestamp_s_utc", "2026-01-31 12:00:00-01", "2026-01-31T13:00:00Z"),
        ("timestamp_s_offset", "2026-01-31T12:00:00.0Z", "2026-01-31T12:00:00Z"),
        ("duration_ms", "P1DT2H3M4.5S", "PT93784.500S"),
        ("duration_ms", "-PT1.5S", "-PT1.500S"),
        ("duration_ms", "PT-1.5S", "-PT1.500S"),
        ("duration_ms", "PT-0.5S", "-PT0.500S"),
        ("duration_ms", "PT1M-0.5S", "PT59.500S"),
        ("decimal(5, 2)", "1.1", "1.10"),
        ("decimal(5, 2)", "+001.100", "1.10"),
        ("decimal(5, 2)", "-0.00", "0.00"),
        ("decimal(2, 2)", "-.05", "-0.05"),
        ("decimal(5, 2)", "1e2", "100.00"),
        ("decimal(5, 2)", "0e999", "0.00"),
        ("decimal(5, 2)", 7, "7.00"),
        ("decimal(5, 2)", 12.3, "12.30"),
        ("decimal(5, 0)", "12", "12"),
        ("uuid", "123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
        ("bigint", "-0", "0"),
        ("bigint", "-0012", "-12"),
        ("bigint", "000", "0"),
        ("bigint", 2**64 - 1, "18446744073709551615"),
    ],
)
def test_other_form_becomes_the_canonical_one(word, value, text):
    logical = logical_of(word)
    assert text_of(logical, lower(logical)(value)) == text


@pytest.mark.parametrize(
    ("word", "value", "cause"),
    [
        ("date", "2026-02-29", "is no day of the calendar"),
        ("date", "2026-1-31", "is not a date, such as 2026-01-31"),
        ("date", "2026-01-31T00:00:00", "is not a date"),
        ("date", 2**31, "is beyond date, which is i32 when lowered"),
        ("date", 1.0, "the number 1.0 is not a value of date, such as 1970-01-01"),
        ("date", True, "true is not a value of date"),
        ("time_s", "24:00:00", "is no time of the day"),
        ("time_ms", "12:00:00.0001", "is finer than milliseconds"),
        ("timestamp_s_utc", "2016-12-31T23:59:60Z", "is a leap second"),
        ("timestamp_s_utc", "2026-01-31T12:00:00", "is a timestamp without its offset from UTC"),
        ("timestamp_s", "2026-01-31T12:00:00Z", "is a timestamp with an offset from UTC"),
        ("timestamp_s_offset", "2026-01-31T12:00:00", "is a timestamp without its offset"),
        ("timestamp_s_offset", "2026-01-31T12:00:00+24:00", "has no sound offset from UTC"),
        ("timestamp_s_offset", 0, "such as 1970-01-01T00:00:00+01:00"),
        ("timestamp_ns_utc", "0001-01-01T00:00:00Z", "is beyond timestamp_ns_utc"),
        ("timestamp_ns_utc", "9999-12-31T00:00:00Z", "is beyond timestamp_ns_utc"),
        ("duration_s", "P1M", "without months and years"),
        ("duration_s", "P", "such as PT1.5S"),
        ("duration_s", "PT", "such as PT1.5S"),
        ("duration_s", "P1DT", "such as PT1.5S"),
        ("duration_s", "PT1.5S", "is finer than seconds"),
        ("decimal(3, 1)", "1.11", "1.11 has more than 1 digits behind the point"),
        ("decimal(3, 1)", "100.0", "100.0 has more digits than decimal(3, 1) holds"),
        ("decimal(3, 1)", "1e9999", "has more digits than decimal(3, 1) holds"),
        ("decimal(3, 1)", "1e-9999", "has more than 1 digits behind the point"),
        ("decimal(3, 1)", "NaN", "is not a value of decimal(3, 1), such as 0.0"),
        ("decimal(16, 1)", 1.5, "1.5 is a float, which does not keep 16 digits"),
        ("decimal(3, 1)", "\u0661", "is not a value of decimal(3, 1)"),
        ("uuid", "123e4567e89b12d3a456426614174000", "is not a uuid"),
        ("uuid", "\n" * 36, "is not a uuid"),
        ("bigint", "1.0", "is not an integer (bigint)"),
        ("bigint", 1.0, "is not an integer (bigint)"),
        ("bigint", "", "is not an integer (bigint)"),
    ],
)
def test_value_of_no_such_type_is_refused_with_its_cause(word, value, cause):
    with pytest.raises(ValueProblem, match=re.escape(cause)):
        lower(logical_of(word))(value)


def test_text_of_a_million_zeros_is_refused_at_once():
    """An expression that tries each end of the zeros would take an hour."""
    with pytest.raises(ValueProblem, match="is not an integer"):
        lower(BigInt())("0" * 1_000_000 + "x")


@pytest.mark.parametrize(
    ("word", "cause"),
    [
        ("bigint", "has too many digits for a number"),
        ("decimal(5, 2)", r"has more digits than decimal\(5, 2\) holds"),
        ("duration_s", "is beyond duration_s"),
    ],
)
def test_number_of_which_python_makes_no_text_is_refused(word, cause):
    with pytest.raises(ValueProblem, match=cause):
        lower(logical_of(word))(10**5000)


@pytest.mark.parametrize("word", [*BY_WORD, "decimal(5, 2)", "decimal(5, 0)", "decimal(76, 76)"])
def test_example_is_of_its_type(word):
    logical = logical_of(word)
    lowered = example(logical)
    assert lower(logical)(text_of(logical, lowered)) == lowered


@pace
@given(
    st.sampled_from([name for name in BY_WORD if BY_WORD[name].kind in INTEGER_RANGE]), st.data()
)
def test_any_count_of_a_calendar_comes_back_from_its_text(word, data):
    logical = logical_of(word)
    low, high = INTEGER_RANGE[logical.kind]
    if word.startswith("time_"):
        low, high = 0, 86_400 * Unit(word[5:]).per_second - 1
    count = data.draw(st.integers(low, high))
    assert lower(logical)(text_of(logical, count)) == count


@pace
@given(st.datetimes(), st.timedeltas(-_SPAN, _SPAN))
def test_texts_and_counts_are_those_of_another_implementation(moment, span):
    counted = (moment - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1)
    assert lower(Timestamp(Unit.US))(moment.isoformat()) == counted
    text = moment.isoformat(timespec="microseconds")
    assert text_of(Timestamp(Unit.US), counted) == text
    assert lower(Date())(moment.date().isoformat()) == moment.date().toordinal() - 719_163
    offset = dt.timezone(dt.timedelta(minutes=span.seconds // 60 - 719))
    aware = moment.replace(tzinfo=offset)
    try:
        in_utc = aware.astimezone(dt.UTC).replace(tzinfo=None)
    except OverflowError:  # beyond Python's years
        return
    utc = Timestamp(Unit.US, Zone.UTC)
    assert text_of(utc, lower(utc)(aware.isoformat())) == (
        in_utc.isoformat(timespec="microseconds") + "Z"
    )
    some = span // dt.timedelta(microseconds=1)
    assert lower(Duration(Unit.US))(text_of(Duration(Unit.US), some)) == some


@pace
@given(st.integers(1, 76), st.data())
def test_any_decimal_keeps_value_and_scale(precision, data):
    scale = data.draw(st.integers(0, precision))
    unscaled = data.draw(st.integers(-(10**precision) + 1, 10**precision - 1))
    logical = Decimal(precision, scale)
    digits = Digits((int(unscaled < 0), tuple(map(int, str(abs(unscaled)))), -scale))
    lowered = lower(logical)(format(digits, "f"))
    assert Digits(lowered).as_tuple() == (digits if unscaled else abs(digits)).as_tuple()
    assert lower(logical)(text_of(logical, lowered)) == lowered


@pace
@given(st.sampled_from([*BY_WORD, "decimal(5, 2)"]), st.text(max_size=40))
def test_any_text_is_lowered_or_refused(word, text):
    try:
        lowered = lower(logical_of(word))(text)
    except ValueProblem:
        return
    assert lower(logical_of(word))(text_of(logical_of(word), lowered)) == lowered
