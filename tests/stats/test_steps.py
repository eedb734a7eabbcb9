import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.steps import FEWEST, steps

SMALLEST = 1.02


def series(chance, *parts, spread=0.01):
    """Runs at each of these ratios, so many each."""
    level = np.concatenate([np.full(runs, math.log(ratio)) for ratio, runs in parts])
    return level + chance.normal(0, spread, len(level)), np.full(len(level), spread**2)


@pytest.mark.parametrize("runs", [4, 6, 10, 20, 40])
def test_steps_are_rarely_found_in_constant_series(runs):
    chance = np.random.default_rng(runs)
    found = [steps(*series(chance, (1.0, runs)), SMALLEST) for _ in range(400)]
    assert np.mean([bool(each) for each in found]) <= 0.02


def test_steps_are_rarely_found_with_understated_variances():
    chance = np.random.default_rng(5)
    values = [series(chance, (1.0, 12), spread=0.05)[0] for _ in range(400)]
    found = [steps(each, np.full(12, 1e-6), SMALLEST) for each in values]
    assert np.mean([bool(each) for each in found]) <= 0.02


def test_step_is_found_at_the_right_run():
    chance = np.random.default_rng(1)
    found = [steps(*series(chance, (1.0, 6), (1.08, 5)), SMALLEST) for _ in range(100)]
    assert np.mean([[step.at for step in each] == [6] for each in found]) >= 0.95
    middle = [step.ratio.estimate for each in found for step in each]
    assert np.median(middle) == pytest.approx(1.08, rel=0.005)
    covered = [step.ratio.low <= 1.08 <= step.ratio.high for each in found for step in each]
    assert np.mean(covered) >= 0.9


def test_two_steps_are_two():
    chance = np.random.default_rng(2)
    found = steps(*series(chance, (1.0, 6), (1.2, 6), (1.0, 6)), SMALLEST)
    assert [step.at for step in found] == [6, 12]
    assert [step.ratio.estimate > 1 for step in found] == [True, False]


def test_one_odd_run_is_not_a_step():
    chance = np.random.default_rng(3)
    values, variances = series(chance, (1.0, 12), spread=0.005)
    for at in range(12):
        odd = values.copy()
        odd[at] += 0.5
        assert steps(odd, variances, SMALLEST) == []


def test_step_below_smallest_of_interest_does_not_count():
    values = np.array([0.0] * 8 + [math.log(1.015)] * 8)
    assert steps(values, np.full(16, 1e-9), SMALLEST) == []
    [step] = steps(2 * values, np.full(16, 1e-9), SMALLEST)
    assert step.at == 8


def test_step_within_intervals_does_not_count():
    values = np.array([0.0] * 4 + [0.05] * 4)
    assert steps(values, np.full(8, 0.05**2), SMALLEST) == []


@given(st.lists(st.floats(-3, 3), max_size=30), st.floats(0, 0.1))
def test_steps_are_ordered_and_keep_fewest_runs_on_either_side(values, spread):
    found = steps(np.array(values), np.full(len(values), spread**2), SMALLEST)
    places = [0, *(step.at for step in found), len(values)]
    if found:
        assert min(np.diff(places)) >= FEWEST
    for step in found:
        assert step.ratio.low <= step.ratio.estimate <= step.ratio.high
        assert not 1 / SMALLEST < step.ratio.estimate < SMALLEST


@given(st.integers(0, 10**6), st.floats(-2, 2), st.sampled_from([1.0, -1.0]))
def test_steps_are_independent_of_level_and_sign(seed, level, sign):
    chance = np.random.default_rng(seed)
    values, variances = series(chance, (1.0, 5), (1.3, 5), (0.9, 4))
    plain = steps(values, variances, SMALLEST)
    moved = steps(sign * values + level, variances, SMALLEST)
    assert [step.at for step in moved] == [step.at for step in plain]
    for one, other in zip(plain, moved, strict=True):
        assert other.ratio.estimate == pytest.approx(one.ratio.estimate**sign)
