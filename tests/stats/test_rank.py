import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.rank import agreement, ranks
from tests.strategies import examples

SERIES = st.lists(st.integers(-50, 50), min_size=4, max_size=15)


def test_ranks_with_ties():
    assert ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]


@pytest.mark.parametrize(
    ("a", "b", "rho"),
    [
        ([1, 2, 3, 4, 5], [2, 4, 6, 8, 10], 1.0),
        ([1, 2, 3, 4, 5], [9, 7, 5, 3, 1], -1.0),
        # Ten pairs of IQ and hours of television whose rho is -29/165.
        (
            [106, 86, 100, 101, 99, 103, 97, 113, 112, 110],
            [7, 0, 27, 50, 28, 29, 20, 12, 6, 17],
            -29 / 165,
        ),
    ],
)
def test_known_values(a, b, rho):
    found = agreement(a, b)
    assert math.isclose(found.rho, rho, abs_tol=1e-12)
    assert found.low <= found.rho <= found.high


def test_constant_or_too_few_values_return_none():
    assert agreement([1, 1, 1, 1], [1, 2, 3, 4]) is None
    assert agreement([1, 2, 3], [1, 2, 3]) is None


@examples(10)
@given(a=SERIES, chance=st.randoms())
def test_rank_agreement_depends_only_on_order(a, chance):
    b = [chance.randint(-5, 5) for _ in a]
    found, grown = agreement(a, b), agreement([x**3 for x in a], b)
    assert found == grown
    if found:
        assert -1 <= found.low <= found.high <= 1
        assert math.isclose(found.rho, agreement(b, a).rho, abs_tol=1e-12)
