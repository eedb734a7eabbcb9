import itertools

from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.rank_intervals import Rank, rank_intervals

# Of each key those before it that were shown faster: whatever is asked of them, no circles.
ORDERS = st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=5).map(
    lambda before: {str(i): {str(j) for j in found if j < i} for i, found in enumerate(before)}
)


def closed(faster):
    """With what follows: whoever is faster than one that is faster is faster too."""
    for key in faster:  # those before it come first
        faster[key] = faster[key].union(*(faster[other] for other in faster[key]))
    return faster


@given(ORDERS.map(closed))
def test_rank_intervals_cover_exactly_all_allowed_orders(faster):
    possible = [
        {key: 1 + rank for rank, key in enumerate(order)}
        for order in itertools.permutations(faster)
        if all(order.index(a) < order.index(b) for b in faster for a in faster[b])
    ]
    assert rank_intervals(faster) == {
        key: Rank(min(rank[key] for rank in possible), max(rank[key] for rank in possible))
        for key in faster
    }


def test_unknown_key_is_ignored():
    assert rank_intervals({"a": (), "b": ("x", "a")}) == {"a": Rank(1, 1), "b": Rank(2, 2)}
