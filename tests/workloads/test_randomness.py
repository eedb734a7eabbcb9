from collections import Counter
from itertools import pairwise

import pytest

from serbench.workloads.randomness import Randomness, Spread


def test_draws_equal_known_values():
    randomness = Randomness(0)
    assert [randomness.below(1000) for _ in range(5)] == [844, 757, 420, 258, 511]
    assert randomness.bits(64) == 16938433693753131896
    assert randomness.shuffled(range(10)) == [0, 9, 6, 1, 8, 5, 4, 3, 2, 7]
    assert randomness.letters(12) == "uhmnehchvysx"
    assert randomness.alphanumerics(12) == "aWHRE341W0zj"


def test_shuffled_keeps_all_items_and_the_input():
    items = list(range(100))
    shuffled = Randomness(1).shuffled(items)
    assert shuffled != items
    assert sorted(shuffled) == items == list(range(100))


def test_shuffles_are_even():
    randomness = Randomness(2)
    orders = Counter(tuple(randomness.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < n < 1150 for n in orders.values())


@pytest.mark.parametrize(("draw", "size"), [("letters", 26), ("alphanumerics", 62)])
def test_characters_are_even_across_blocks(draw, size):
    take = getattr(Randomness(3), draw)
    counts = Counter("".join(take(1000) for _ in range(500)))
    assert len(counts) == size
    assert "".join(counts).isascii()
    mean = 500_000 / size
    assert all(abs(n - mean) < 0.05 * mean for n in counts.values())


def test_between_reaches_both_ends():
    randomness = Randomness(4)
    assert {randomness.between(-1, 1) for _ in range(100)} == {-1, 0, 1}


def test_magnitudes_have_all_lengths():
    randomness = Randomness(5)
    lengths = Counter(randomness.magnitude(20).bit_length() for _ in range(20_000))
    assert max(lengths) == 20
    assert all(lengths[n] > 500 for n in range(1, 20))


@pytest.mark.parametrize("rate", [0.0016, 0.013, 0.3])
def test_spread_keeps_rate_in_every_ten_thousand(rate):
    spread = Spread(Randomness(6), rate)
    said = [spread.due() for _ in range(50_000)]
    assert abs(sum(said) - rate * 50_000) <= 2
    for start in range(0, 50_000, 10_000):
        assert abs(sum(said[start : start + 10_000]) - rate * 10_000) <= 2


def test_spread_has_varying_gaps():
    spread = Spread(Randomness(7), 0.01)
    places = [i for i in range(20_000) if spread.due()]
    gaps = {b - a for a, b in pairwise(places)}
    assert len(gaps) > 50
