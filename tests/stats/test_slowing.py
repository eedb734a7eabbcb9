import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.slowing import MOST_SLOPE, adjusted, slope


def made(slope_, seed=0, processes=5, samples=12, noise=0.01):
    """Slowness, logarithms of times and processes of a cell that feels `slope_` of it."""
    chance = np.random.default_rng(seed)
    process = np.repeat(np.arange(processes), samples)
    slowed = np.where(chance.random(len(process)) < 0.5, 0.0, 0.5) + 0.02 * chance.random()
    level = 0.3 * chance.standard_normal(processes)[process]  # processes differ
    log_ns = level + slope_ * slowed + noise * chance.standard_normal(len(process))
    return slowed, log_ns, process


@pytest.mark.parametrize("truth", [0.0, 0.4, 1.0, 1.5])
def test_slope_within_processes_that_differ_is_found(truth):
    assert slope(*made(truth)) == pytest.approx(truth, abs=0.02)


def test_slope_with_a_tenth_of_samples_interrupted_is_found():
    slowed, log_ns, process = made(0.6)
    log_ns[::10] += 1.0
    assert slope(slowed, log_ns, process) == pytest.approx(0.6, abs=0.03)


def test_slope_of_samples_on_a_machine_in_one_state_is_unknown():
    _, log_ns, process = made(0.6)
    assert np.isnan(slope(np.zeros(len(log_ns)), log_ns, process))


def test_slope_that_cannot_be_is_bounded():
    assert slope(*made(-1.0)) == 0.0
    assert slope(*made(5.0)) == MOST_SLOPE


def test_adjusted_cell_without_a_slope_of_its_own_takes_the_median_of_the_others():
    cells = [made(0.6, seed) for seed in range(3)]
    few = (np.array([0.5]), np.array([0.0]), np.array([0]))
    *_, one = adjusted(*map(list, zip(*cells, few, strict=True)))
    mean = np.mean(np.concatenate([*(slowed for slowed, _, _ in cells), [0.5]]))
    assert one[0] == pytest.approx(-0.6 * (0.5 - mean), abs=0.02)


@given(st.lists(st.floats(10, 1e6), min_size=2, max_size=6))
def test_adjusted_times_on_a_quiet_machine_stay(times):
    log_ns, zeros = np.log(times), np.zeros(len(times))
    [same] = adjusted([zeros], [log_ns], [zeros.astype(int)])
    assert np.array_equal(same, log_ns)


@pytest.mark.parametrize("seed", range(5))
def test_equal_codecs_with_slopes_of_their_own_stay_equal_on_average(seed):
    """What a slope is wrong by must not become a difference that all processes share."""
    cells = [made(0.6, 10 * seed + n, noise=0.1) for n in range(40)]
    found = adjusted(*map(list, zip(*cells, strict=True)))
    levels = []
    for (slowed, log_ns, _), log in zip(cells, found, strict=True):
        truth = np.mean(log_ns - 0.6 * slowed)
        levels.append(np.mean(log) - truth)
    assert np.std(levels) < 0.01
