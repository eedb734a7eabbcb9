"""The words of logical types, and what they are lowered to."""

from __future__ import annotations

import pytest

from serbench.schema import types
from serbench.schema.logical import BY_WORD, Decimal, Logical, Unit, logical_of


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("date", "i32"),
        ("time_s", "i32"),
        ("time_ms", "i32"),
        ("time_us", "i64"),
        ("time_ns", "i64"),
        ("timestamp_s", "i64"),
        ("timestamp_ns_utc", "i64"),
        ("timestamp_ms_offset", "string"),
        ("duration_s", "i64"),
        ("decimal(18, 0)", "i64"),
        ("decimal(19, 0)", "string"),
        ("decimal(2,2)", "string"),
        ("uuid", "string"),
        ("bigint", "string"),
    ],
)
def test_word_names_a_type_that_is_lowered_to_a_kind(word, kind):
    logical = logical_of(word)
    assert logical.kind == kind
    assert logical_of(str(logical)) == logical


def test_each_word_is_an_annotation_of_modules():
    assert {word for word in BY_WORD if not hasattr(types, word)} == set()


@pytest.mark.parametrize(
    ("word", "error"),
    [
        (
            "timestamp_us_UTC",
            '"timestamp_us_UTC" is no logical type; there are date, time_s, .*'
            " Did you mean 'timestamp_us'",
        ),
        ("", '"" is no logical type'),
        ("decimal", '"decimal" is no logical type'),
        ("decimal(0, 0)", "a decimal has 1 to 76 digits"),
        ("decimal(3, 4)", "none to all of them behind the point"),
        ("decimal(77, 0)", "a decimal has 1 to 76 digits"),
        ("decimal(1000, 0)", "no logical type"),
        ("\033[2J" + "x" * 10_000_000, r'^"\\x1b\[2Jx{1,60}…" is no logical type'),
    ],
)
def test_unknown_word_is_refused(word, error):
    with pytest.raises(ValueError, match=error):
        logical_of(word)


def test_types_of_different_parts_are_different():
    some: set[Logical] = {*BY_WORD.values(), Decimal(3, 1), Decimal(3, 2)}
    assert len(some) == len(BY_WORD) + 2
    assert Unit.NS.per_second == 10**9
