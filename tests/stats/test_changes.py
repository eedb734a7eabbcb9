"""Runs whose truth is known: nothing changed, or one cell did."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.cells import Cell
from serbench.stats.changes import NO_SHIFT, changes, differences, interval, levels, middle

SMALLEST = 1.02
CELLS = 30


def run(chance, spreads, processes=5, factors=()):
    """The levels of each cell's processes; `factors` make the first cells slower."""
    of_cell = np.ones(len(spreads))
    of_cell[: len(factors)] = factors
    found = chance.normal(0, 1, (len(spreads), processes)) * spreads[:, None]
    return dict(enumerate((np.log(of_cell)[:, None] + found).tolist()))


def verdicts(seed, spreads, **facts):
    chance = np.random.default_rng(seed)
    before = run(chance, spreads, facts.get("processes", 5))
    after = run(chance, spreads, **facts)
    found = differences(before, after)
    return [change.verdict for change in changes(found, SMALLEST).values()]


@pytest.mark.parametrize(
    "spreads",
    [
        pytest.param(np.full(CELLS, 0.03), id="alike"),
        pytest.param(np.where(np.arange(CELLS) % 6 == 0, 0.08, 0.03), id="one in six wider"),
    ],
)
def test_unchanged_cells_are_rarely_called_changed(spreads):
    runs = [verdicts(seed, spreads) for seed in range(300)]
    assert np.mean([set(run) != {"not significant"} for run in runs]) <= 0.06


@pytest.mark.parametrize("cells", [1, 2, 4])
def test_few_unchanged_cells_are_rarely_called_changed(cells):
    runs = [verdicts(seed, np.full(cells, 0.03)) for seed in range(500)]
    assert np.mean([set(run) != {"not significant"} for run in runs]) <= 0.07


def test_slower_cell_is_found():
    runs = [verdicts(seed, np.full(CELLS, 0.03), factors=[1.1]) for seed in range(100)]
    assert np.mean([run[0] == "slower" for run in runs]) >= 0.85


def test_faster_cell_is_found():
    runs = [verdicts(seed, np.full(CELLS, 0.03), factors=[0.9]) for seed in range(100)]
    assert np.mean([run[0] == "faster" for run in runs]) >= 0.85


def test_change_below_smallest_of_interest_does_not_count():
    found = differences({"a": [0.0, 0.001, -0.001]}, {"a": [0.015, 0.016, 0.014]})
    change = changes(found, SMALLEST)["a"]
    assert change.ratio.low > 1
    assert change.verdict == "not significant"


def test_slower_machine_is_removed_and_uncertainty_kept():
    chance = np.random.default_rng(1)
    before = run(chance, np.full(8, 0.01))
    after = run(chance, np.full(8, 0.01), factors=[1.3] * 8)
    found = differences(before, after)
    assert {c.verdict for c in changes(found, SMALLEST).values()} == {"slower"}
    shift = middle(found)
    assert interval(shift).estimate == pytest.approx(1.3, rel=0.01)
    beside = changes(found, SMALLEST, shift)
    assert {c.verdict for c in beside.values()} == {"not significant"}
    alone = changes(found, SMALLEST, type(shift)(shift.value, 0.0, math.inf))
    for key in found:
        assert beside[key].ratio.high > alone[key].ratio.high


def test_single_processes_decide_no_change():
    change = changes(differences({"a": [0.0]}, {"a": [1.0]}), SMALLEST)["a"]
    assert change.verdict == "not significant"
    assert (change.ratio.low, change.ratio.high) == (0.0, math.inf)


def test_only_cells_of_both_runs_are_compared():
    assert list(differences({"a": [0.0], "b": [0.0]}, {"b": [0.0], "c": [0.0]})) == ["b"]


def test_identical_runs_have_no_spread():
    found = differences({"a": [1.0, 1.0]}, {"a": [1.0, 1.0]})
    assert changes(found, SMALLEST, NO_SHIFT)["a"].ratio.high == 1.0


sides = st.lists(st.floats(-5, 5), min_size=1, max_size=6)


@given(st.dictionaries(st.integers(0, 9), st.tuples(sides, sides), min_size=1))
def test_forth_and_back_are_the_same(cells):
    before = {key: one for key, (one, _) in cells.items()}
    after = {key: other for key, (_, other) in cells.items()}
    opposite = {"slower": "faster", "faster": "slower", "not significant": "not significant"}
    forth = changes(differences(before, after), SMALLEST)
    back = changes(differences(after, before), SMALLEST)
    for key, change in forth.items():
        assert change.ratio.low <= change.ratio.estimate <= change.ratio.high
        assert back[key].ratio.estimate == pytest.approx(1 / change.ratio.estimate)
        if not math.isclose(change.ratio.low, 1) and not math.isclose(change.ratio.high, 1):
            assert back[key].verdict == opposite[change.verdict]


@given(st.dictionaries(st.integers(0, 9), st.tuples(sides, sides), min_size=1), st.floats(-2, 2))
def test_common_shift_is_removed_beside_the_middle(cells, common):
    before = {key: one for key, (one, _) in cells.items()}
    after = {key: other for key, (_, other) in cells.items()}
    moved = {key: [x + common for x in side] for key, side in after.items()}
    one, other = (differences(before, later) for later in (after, moved))
    plain = changes(one, SMALLEST, middle(one))
    shifted = changes(other, SMALLEST, middle(other))
    for key, change in plain.items():
        assert shifted[key].ratio.estimate == pytest.approx(change.ratio.estimate)


def cell(ns, quiet, processes=3):
    each = len(ns) // processes
    process = np.repeat(np.arange(processes), each)
    rounds = np.tile(np.arange(each), processes)
    return Cell(np.array(ns, dtype=float), process, rounds, np.array(quiet), np.zeros(len(ns)))


def test_levels_are_of_quiet_moments():
    ns = [100, 100, 100, 200, 110, 110, 110, 900, 1, 2, 3, 4]
    quiet = [True, True, True, False] * 2 + [True, True, False, False]
    assert np.exp(levels(cell(ns, quiet))) == pytest.approx([100, 110])


@pytest.mark.parametrize("quiet", [0, 4])
def test_cell_quiet_in_at_most_one_process_of_several_has_no_levels(quiet):
    assert levels(cell([100] * 12, [True] * quiet + [False] * (12 - quiet))) == []


def test_single_process_suffices_for_cell_of_one_process():
    assert np.exp(levels(cell([100] * 4, [True] * 4, processes=1))) == pytest.approx([100])
