"""Values of logical types that generators are given."""

from __future__ import annotations

from random import Random

import pytest

from serbench.schema.logical import BY_WORD, logical_of
from serbench.schema.logical_values import lower, text_of
from serbench.workloads.generation.logical import edges, random_value

WORDS = [*BY_WORD, "decimal(1, 0)", "decimal(3, 2)", "decimal(38, 10)", "decimal(76, 76)"]


@pytest.mark.parametrize("word", WORDS)
def test_edges_and_random_values_are_canonical(word):
    logical = logical_of(word)
    random = Random(1)
    for value in [*edges(logical).values(), *(random_value(logical, random) for _ in range(50))]:
        assert lower(logical)(value) == value
        assert lower(logical)(text_of(logical, value)) == value


@pytest.mark.parametrize("word", WORDS)
def test_random_values_follow_from_the_seed(word):
    logical = logical_of(word)
    one, other = ([random_value(logical, Random(7)) for _ in range(3)] for _ in range(2))
    assert one == other


def test_edges_are_those_that_the_type_holds():
    assert edges(logical_of("timestamp_us_utc"))["year 9999"] == 253_402_214_400_000_000
    assert "year 9999" not in edges(logical_of("timestamp_ns_utc"))
    assert edges(logical_of("timestamp_s_offset"))["offset +05:45"].endswith("+05:45")
    assert edges(logical_of("decimal(3, 2)"))["1.10"] == "1.10"
    assert edges(logical_of("decimal(38, 10)"))["all digits"] == "9" * 28 + "." + "9" * 10
    assert edges(logical_of("bigint"))["2^200"] == str(2**200)
