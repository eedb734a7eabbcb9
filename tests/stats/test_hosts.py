"""Made hosts of one kind, whose truth is known."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.hosts import fitted, together
from serbench.stats.pairs import MeanEffect, pairs

LANGUAGES = ("cpp", "go")
CODECS = tuple(f"{language}/{number}" for language in LANGUAGES for number in range(6))
BRIDGE = tuple(codec for codec in CODECS if codec[-1] in "012")
OPERATIONS = ("serialize", "deserialize")


def language(codec):
    return codec.partition("/")[0]


def cells(chance, codecs, level, truth, between, spread, processes=5):
    """Of a host: what its processes found, as a run gives it."""
    effects = {}
    for codec in codecs:
        own = chance.normal(level + truth.get(codec, 0.0), between)
        effects[codec] = list(chance.normal(own, spread[language(codec)], processes))
    return pairs(effects, 1.02, language).cells


def kind(seed, shares, between=0.0, truth=(), spread=(("cpp", 0.01), ("go", 0.04))):
    """The decisions on hosts that have these codecs; each has a speed of its own."""
    chance = np.random.default_rng(seed)
    fits = {
        operation: fitted(
            [
                cells(chance, codecs, chance.normal(0, 0.3), dict(truth), between, dict(spread))
                for codecs in shares
            ],
            language,
        )
        for operation in OPERATIONS
    }
    return together(fits, 1.02)


def split(hosts):
    others = [codec for codec in CODECS if codec not in BRIDGE]
    return [(*BRIDGE, *others[number::hosts]) for number in range(hosts)]


def decided(found):
    keys = list(found.keys)
    return {(a, b) for a in keys for b in keys if a != b and found.is_faster(a, b)}


def test_one_host_keeps_the_decisions_and_ratios_of_its_run():
    chance = np.random.default_rng(1)
    truth = {codec: 0.05 * number for number, codec in enumerate(CODECS)}
    effects = {c: list(chance.normal(truth[c], 0.02, 5)) for c in CODECS}
    run = pairs(effects, 1.02, language)
    found = together({"serialize": fitted([run.cells], language)}, 1.02)["serialize"]
    for family in (CODECS, CODECS[:6]):
        assert decided(found.among(family)) == decided(run.among(family))
        assert decided(run.among(family))
    for one, other in ((CODECS[0], CODECS[3]), (CODECS[7], CODECS[2])):
        theirs, ours = run.ratio(one, other), found.ratio(one, other)
        assert ours.estimate == pytest.approx(theirs.estimate)
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


MADE = [([CODECS] * 3, 0.03), (split(2), 0.0), (split(2), 0.03)]


@pytest.mark.parametrize(("shares", "between"), MADE)
def test_equal_codecs_are_seldom_told_apart_whatever_hosts_differ_by(shares, between):
    runs = 40
    false = sum(bool(decided(kind(seed, shares, between)["serialize"])) for seed in range(runs))
    assert false <= 0.05 * runs


@pytest.mark.parametrize(("shares", "between"), MADE)
def test_intervals_hold_the_true_ratio_of_codecs_of_different_hosts(shares, between):
    truth = {"cpp/3": 0.10, "cpp/4": -0.05}
    held = [
        ratio.low <= math.exp(0.15) <= ratio.high
        for seed in range(80)
        for ratio in [kind(seed, shares, between, truth)["serialize"].ratio("cpp/3", "cpp/4")]
    ]
    assert np.mean(held) >= 0.9


def test_true_difference_is_found_through_the_bridge():
    truth = {"cpp/4": 0.4}
    found = [kind(seed, split(2), 0.01, truth)["serialize"].among(CODECS[:6]) for seed in range(20)]
    assert sum(one.is_faster("cpp/3", "cpp/4") for one in found) >= 16


def test_interval_through_the_bridge_is_wider_than_on_one_host_and_grows_with_hosts_variance():
    def width(shares, between):
        widths = []
        for seed in range(30):
            ratio = kind(seed, shares, between)["serialize"].ratio("cpp/3", "cpp/4")
            widths.append(math.log(ratio.high / ratio.low))
        return np.median(widths)

    beside = width([CODECS], 0.0)
    through = width(split(2), 0.0)
    assert through > 1.2 * beside
    assert width(split(2), 0.05) > 1.5 * through


def test_hosts_without_a_common_codec_are_not_compared():
    found = kind(0, [CODECS[:3], CODECS[3:6]], truth={CODECS[3]: 5.0})["serialize"]
    assert not found.are_linked(CODECS[0], CODECS[3])
    assert math.isinf(found.ratio(CODECS[0], CODECS[3]).high)
    assert all(found.are_linked(one, other) for one, other in decided(found))
    assert found.are_linked(CODECS[3], CODECS[4])


def test_host_with_one_process_of_each_counts_only_where_no_other_does():
    sure = {c: MeanEffect(0.1 * n, 1e-6, 20.0) for n, c in enumerate(CODECS)}
    unsure = {c: MeanEffect(5.0 - n, math.inf, 1.0) for n, c in enumerate(CODECS)}
    found = together({"x": fitted([sure, unsure], language)}, 1.02)["x"]
    assert found.ratio(CODECS[1], CODECS[0]).estimate == pytest.approx(math.exp(0.1))
    alone = together({"x": fitted([unsure], language)}, 1.02)["x"]
    assert decided(alone) == set()
    assert alone.ratio(CODECS[1], CODECS[0]).estimate == pytest.approx(math.exp(-1))


def test_kind_without_a_measured_codec_decides_nothing():
    assert together({}, 1.02) == {}


@given(
    st.lists(st.sets(st.sampled_from(CODECS[:5]), min_size=1), min_size=1, max_size=4),
    st.integers(0, 2**32 - 1),
)
def test_decisions_are_antisymmetric_and_do_not_depend_on_the_order_of_hosts(shares, seed):
    chance = np.random.default_rng(seed)
    hosts = [
        {c: MeanEffect(chance.normal(), chance.uniform(1e-6, 1e-2), 4.0) for c in sorted(share)}
        for share in shares
    ]
    found = together({"x": fitted(hosts, language)}, 1.02)["x"]
    other = together({"x": fitted(hosts[::-1], language)}, 1.02)["x"]
    assert set(found.keys) == set().union(*shares)
    for a, b in decided(found):
        assert not found.is_faster(b, a)
    for a in found.keys:
        for b in found.keys:
            one, again = found.difference(a, b), other.difference(a, b)
            assert one[1:] == pytest.approx(again[1:], rel=1e-6, abs=1e-12)
            if math.isfinite(one[1]):
                assert one[0] == pytest.approx(again[0], abs=1e-9)
