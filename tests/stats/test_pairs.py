import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats import pairs as module
from serbench.stats.pairs import FAMILY_CONFIDENCE, MOST_FREEDOM, moderated, pairs
from serbench.stats.rank_intervals import rank_intervals

NAMES = "abcdef"
# Exact in binary, so that nothing is decided by rounding.
numbers = st.integers(-2000, 2000).map(lambda number: number / 1024)
effects_of_cells = st.dictionaries(
    st.sampled_from(NAMES), st.lists(numbers, min_size=1, max_size=5), min_size=1
)


def verdicts(found):
    keys = list(found.cells)
    return {(a, b) for a, b in itertools.product(keys, keys) if found.is_faster(a, b)}


def sampled(random, levels, processes, spread):
    """Effects of cells at these levels; each cell's processes vary by about `spread`."""
    return {
        str(number): list(random.normal(level, spread * random.uniform(0.5, 2), processes))
        for number, level in enumerate(levels)
    }


@given(effects_of_cells)
def test_verdicts_are_antisymmetric_and_faster_has_lower_effect(effects):
    found = pairs(effects, 1.02)
    for one, other in verdicts(found):
        assert one != other
        assert not found.is_faster(other, one)
        assert found.cells[one].effect < found.cells[other].effect
        assert found.time(one).estimate * 1.02 < found.time(other).estimate
        assert one in found.faster_than(other)


@given(effects_of_cells)
def test_faster_cells_at_once_are_those_of_each_pair(effects):
    found = pairs(effects, 1.02)
    for key in found.keys:
        one_by_one = [other for other in found.keys if found.is_faster(other, key)]
        assert list(found.faster_than(key)) == one_by_one


@given(effects_of_cells, st.integers(-20, 20))
def test_a_machine_of_another_speed_changes_no_verdict(effects, shift):
    moved = {key: [y + shift for y in of_cell] for key, of_cell in effects.items()}
    assert verdicts(pairs(effects, 1.02)) == verdicts(pairs(moved, 1.02))


@given(effects_of_cells)
def test_intervals_hold_their_median_and_ratios_are_inverse(effects):
    found = pairs(effects, 1.02)
    for one, other in itertools.product(effects, effects):
        time, ratio, inverse = found.time(one), found.ratio(one, other), found.ratio(other, one)
        assert time.low <= time.estimate <= time.high
        assert ratio.low <= ratio.estimate <= ratio.high
        assert ratio.estimate == pytest.approx(1 / inverse.estimate)
        if math.isfinite(ratio.high) and inverse.low > 0:
            assert ratio.high == pytest.approx(1 / inverse.low)


def test_equal_cells_are_seldom_told_apart():
    """Of a hundred runs of 30 codecs, each differing from process to process in its own measure."""
    random = np.random.default_rng(1)
    wrong = sum(
        bool(verdicts(pairs(sampled(random, [5.0] * 30, 5, 0.03), 1.0))) for _ in range(100)
    )
    assert wrong <= 10


def test_interval_covers_time_at_nominal_rate():
    random = np.random.default_rng(2)
    covered = []
    for _ in range(60):
        found = pairs(sampled(random, [5.0] * 20, 5, 0.03), 1.02)
        times = [found.time(key) for key in found.cells]
        covered += [time.low <= math.exp(5.0) <= time.high for time in times]
    assert 0.93 <= np.mean(covered) <= 0.99


def test_a_difference_of_30_percent_is_found():
    random = np.random.default_rng(3)
    for _ in range(20):
        found = pairs(sampled(random, [5.0] * 19 + [5.0 + math.log(1.3)], 5, 0.02), 1.02)
        assert len(found.faster_than("19")) == 19


def test_difference_below_smallest_of_interest_does_not_count():
    effects = {"a": [0.0, 1e-6, 2e-6], "b": [0.015, 0.015001, 0.015002], "c": [1.0, 1.0, 1.000001]}
    assert verdicts(pairs(effects, 1.02)) == {("a", "c"), ("b", "c")}
    assert verdicts(pairs(effects, 1.0)) == {("a", "b"), ("a", "c"), ("b", "c")}


def test_one_process_each_decides_no_pair():
    found = pairs({"a": [1.0], "b": [9.0], "c": [20.0]}, 1.02)
    assert verdicts(found) == set()
    assert found.time("a").estimate == pytest.approx(math.e)
    assert (found.time("a").low, found.time("a").high) == (0.0, math.inf)
    assert found.ratio("b", "a").high == math.inf


def test_a_cell_of_one_process_has_the_variance_of_the_others():
    random = np.random.default_rng(4)
    effects = sampled(random, [5.0] * 20, 5, 0.03)
    found = pairs(effects | {"alone": [6.0]}, 1.02)
    assert len(found.faster_than("alone")) == 20
    widths = [found.time(key).half_width for key in effects]
    # √5 times as wide, and by what the others' own variances made them wider or narrower.
    assert 1.5 < found.time("alone").half_width / np.median(widths) < 3.5


def test_every_difference_counts_without_variation():
    found = pairs({"a": [1.0, 1.0], "b": [1.5, 1.5], "c": [1.5, 1.5]}, 1.02)
    assert verdicts(found) == {("a", "b"), ("a", "c")}
    assert found.time("a").half_width == 0


@given(st.lists(st.tuples(st.floats(1e-8, 1.0), st.integers(0, 9)), min_size=1, max_size=12))
def test_moderated_variance_is_never_below_own(cells):
    freedom = np.array([float(f) for _, f in cells])
    own = np.array([v if f else np.nan for v, f in cells])
    variance, whole = moderated(own, freedom)
    known = freedom > 0
    assert (variance[known] >= own[known]).all()
    assert (whole >= freedom).all()
    if known.any():
        assert len(set(variance[~known])) <= 1  # nothing but the prior
        assert np.isfinite(variance).all()
    else:
        assert np.isinf(variance).all()


def test_similar_variances_are_pooled():
    variance, freedom = moderated(np.array([1.0, 1.1, 0.9, np.nan]), np.array([4.0, 4.0, 4.0, 0.0]))
    assert variance[3] == pytest.approx(1.0, rel=0.01)
    assert freedom == pytest.approx(MOST_FREEDOM + np.array([4, 4, 4, 0]))


@pytest.mark.parametrize(
    ("cells", "freedom", "published"),
    # Upper 5 % points (Harter, Annals of Mathematical Statistics 31, 1960); 15 is between points.
    [
        (2, 10, 3.151),
        (3, 10, 3.877),
        (3, 20, 3.578),
        (10, 60, 4.646),
        (3, 15, 3.673),
        (20, 6, 7.587),
    ],
)
def test_the_studentized_range_is_the_published_one(monkeypatch, cells, freedom, published):
    monkeypatch.setattr(module, "FAMILY_CONFIDENCE", 0.95)
    module._ranges.cache_clear()
    try:
        assert module._range(cells, freedom) == pytest.approx(published, rel=2e-3)
    finally:
        module._ranges.cache_clear()


@pytest.mark.parametrize(("cells", "freedom"), [(2, 2.0), (12, 4.0), (132, 10.0), (230, 1e4)])
def test_the_studentized_range_is_the_one_of_scipy(cells, freedom):
    from scipy.stats import studentized_range

    within = studentized_range.cdf(module._range(cells, freedom), cells, freedom)
    assert within == pytest.approx(FAMILY_CONFIDENCE, abs=2e-5)


def test_more_cells_ask_for_more_at_every_freedom():
    ranges = np.array([module._ranges(cells) for cells in (2, 3, 4, 7, 11, 30, 60, 132, 230)])
    assert (np.diff(ranges, axis=0) > 0).all()


@given(effects_of_cells, st.sets(st.sampled_from(NAMES)))
def test_smaller_family_keeps_decisions_of_whole_family(effects, some):
    whole = pairs(effects, 1.02)
    within = whole.among(some & effects.keys())
    assert {(a, b) for a, b in verdicts(whole) if {a, b} <= some} <= verdicts(within)
    for one, other in itertools.permutations(within.cells, 2):
        assert within.least(one, other) <= whole.least(one, other)
        assert within.ratio(one, other) == whole.ratio(one, other)


def test_smaller_family_decides_pairs_open_in_whole_family():
    random = np.random.default_rng(5)
    effects = sampled(random, [5.0, 5.06, *[6.0] * 130], 5, 0.015)
    whole = pairs(effects, 1.02)
    assert not whole.is_faster("0", "1")
    assert whole.among(["0", "1"]).is_faster("0", "1")


@given(effects_of_cells, st.permutations(NAMES))
def test_other_names_change_no_verdict_and_no_rank(effects, names):
    renamed = dict(zip(NAMES, names, strict=True))
    one = pairs(effects, 1.02)
    # In another order too.
    other = pairs({renamed[key]: effects[key] for key in sorted(effects, reverse=True)}, 1.02)
    assert {(renamed[a], renamed[b]) for a, b in verdicts(one)} == verdicts(other)
    ranks, again = (rank_intervals({k: p.faster_than(k) for k in p.cells}) for p in (one, other))
    assert {renamed[key]: rank for key, rank in ranks.items()} == again


@given(effects_of_cells)
def test_the_rank_of_the_estimate_lies_within_the_ranks(effects):
    found = pairs(effects, 1.02)
    ranks = rank_intervals({key: found.faster_than(key) for key in found.cells})
    for key, cell in found.cells.items():
        before = sum(other.effect < cell.effect for other in found.cells.values())
        alike = sum(other.effect == cell.effect for other in found.cells.values())
        assert 1 <= ranks[key].low <= 1 + before
        assert before + alike <= ranks[key].high <= len(found.cells)


def test_fewer_degrees_of_freedom_ask_for_more():
    values = [module._range(4, freedom) for freedom in (1, 2, 3, 5, 12, 100, 1e6, math.inf)]
    assert values == sorted(values, reverse=True)


def of_two_kinds(random, steady, wild, processes=5):
    return {
        **{f"steady/{n}": list(random.normal(5.0, 0.01, processes)) for n in range(steady)},
        **{f"wild/{n}": list(random.normal(5.0, 0.1, processes)) for n in range(wild)},
    }


def kind(key):
    return key.split("/")[0]


def test_variances_are_drawn_towards_the_same_kind():
    effects = of_two_kinds(np.random.default_rng(1), 12, 12)
    together, apart = pairs(effects, 1.02), pairs(effects, 1.02, kind)

    def width(found, prefix):
        return np.median([found.time(key).half_width for key in effects if kind(key) == prefix])

    assert width(apart, "steady") < 0.8 * width(together, "steady")
    variances = [
        np.median([found.cells[key].variance for key in effects if kind(key) == "wild"])
        for found in (together, apart)
    ]
    assert variances[0] < variances[1]
    alone = pairs({key: y for key, y in effects.items() if kind(key) == "wild"}, 1.02)
    assert width(apart, "wild") == pytest.approx(width(alone, "wild"), rel=0.05)


def test_few_cells_of_few_processes_have_at_least_the_mean_variance_of_their_kind():
    whole = of_two_kinds(np.random.default_rng(2), 12, module.FEWEST_ALIKE - 1)
    effects = {key: y[:3] if kind(key) == "wild" else y for key, y in whole.items()}
    together, apart = pairs(effects, 1.02), pairs(effects, 1.02, kind)
    wild = [key for key in effects if kind(key) == "wild"]
    steady = [key for key in effects if kind(key) == "steady"]
    own = np.mean([np.var(effects[key], ddof=1) / len(effects[key]) for key in wild])
    assert min(apart.cells[key].variance for key in wild) >= own
    assert all(apart.cells[key].variance >= together.cells[key].variance for key in wild)
    alone = pairs({key: effects[key] for key in steady}, 1.02, kind)
    assert apart.cells[steady[0]].variance == pytest.approx(
        alone.cells[steady[0]].variance, rel=0.1
    )


def test_few_cells_of_enough_processes_are_drawn_towards_all():
    effects = of_two_kinds(np.random.default_rng(2), 12, module.FEWEST_ALIKE - 1)
    together, apart = pairs(effects, 1.02), pairs(effects, 1.02, kind)
    wild = [key for key in effects if kind(key) == "wild"]
    assert [apart.cells[key] for key in wild] == [together.cells[key] for key in wild]


def test_equal_cells_of_a_small_wild_kind_with_two_processes_are_seldom_told_apart():
    """Five copies of a Java codec beside five of each of three steadier languages."""
    random = np.random.default_rng(4)
    runs = []
    for _ in range(100):
        effects = {f"steady/{i}": random.normal(0, 0.02, 5) for i in range(15)}
        effects |= {f"wild/{i}": random.normal(0, 0.10, 2) for i in range(5)}
        family = pairs(effects, 1.03, kind).among([key for key in effects if kind(key) == "wild"])
        runs.append(any(family.is_faster(a, b) for a, b in itertools.permutations(family.cells, 2)))
    assert np.mean(runs) <= 0.06  # drawn towards the steady cells: 0.19


def test_equal_cells_of_a_wild_kind_are_seldom_told_apart():
    random = np.random.default_rng(3)
    runs = [pairs(of_two_kinds(random, 60, 40), 1.0, kind) for _ in range(60)]
    false = [
        bool(verdicts(found.among([key for key in found.cells if kind(key) == "wild"])))
        for found in runs
    ]
    assert sum(false) <= 4
