import numpy as np

from serbench.stats.cells import Cell, by_layout, effects


def cell(ns, process, round_, quiet=None, slowed=None):
    ns = np.array(ns, dtype=float)
    quiet = np.ones(len(ns), dtype=bool) if quiet is None else np.array(quiet)
    slowed = np.zeros(len(ns)) if slowed is None else np.array(slowed)
    return Cell(ns, np.array(process), np.array(round_), quiet, slowed)


def mean(effects_of_cell):
    return np.exp(np.mean(list(effects_of_cell.values())))


def test_what_the_machine_does_in_a_round_is_taken_out():
    chance = np.random.default_rng(1)
    machine = np.repeat([1.0, 1.8, 1.0, 1.8], 3)
    process, round_ = np.zeros(12, dtype=int), np.arange(12)
    cells = {
        str(n): cell(
            100 * (1 + 0.1 * n) * machine * (1 + 0.001 * chance.random(12)), process, round_
        )
        for n in range(5)
    }
    found = effects(cells)
    assert np.isclose(mean(found["3"]) / mean(found["0"]), 1.3, rtol=0.005)


def test_a_process_on_a_slowed_machine_throughout_counts_by_what_ran_beside_it():
    process = np.repeat([0, 1, 2], 6)
    round_ = np.tile(np.arange(6), 3)
    machine = np.repeat([1.0, 1.8, 1.0], 6)
    quiet = machine == 1.0
    cells = {name: cell(base * machine, process, round_, quiet) for name, base in
             (("a", 100.0), ("b", 200.0), ("c", 300.0))}  # fmt: skip
    found = effects(cells)
    assert np.allclose([mean(found[name]) for name in "abc"], [100, 200, 300], rtol=1e-6)
    assert np.allclose(np.exp(list(found["a"].values())), 100, rtol=1e-6)


def test_loud_samples_give_way_to_quiet_ones_of_their_process():
    quiet = [True] * 4 + [False] * 4
    one = cell([100] * 4 + [190] * 4, [0] * 8, range(8), quiet)
    other = cell([200] * 4 + [260] * 4, [0] * 8, range(8), quiet)
    found = effects({"one": one, "other": other})
    assert np.isclose(mean(found["other"]) / mean(found["one"]), 2.0)


def test_all_samples_of_a_round_count_where_most_are_loud():
    one = cell([180, 100, 180, 100, 180, 100], [0] * 6, [0, 0, 1, 1, 2, 2], [False] * 6)
    other = cell([100] * 6, [0] * 6, [0, 0, 1, 1, 2, 2], [False] * 6)
    found = effects({"one": one, "other": other})
    assert np.isclose(mean(found["one"]) / mean(found["other"]), np.sqrt(1.8))


def test_slowness_that_a_kernel_saw_beside_single_samples_is_taken_out():
    """A neighbour comes and goes within a round, and one codec feels it twice as much."""
    chance = np.random.default_rng(2)
    process, round_ = np.repeat(np.arange(5), 12), np.tile(np.arange(12), 5)
    cells = {}
    for number, feels in enumerate((1.0, 0.5, 1.0, 0.5)):
        slowed = 0.5 * chance.random(60)
        ns = 100 * (1 + 0.1 * number) * np.exp(feels * (slowed - 0.25))
        cells[str(number)] = cell(ns, process, round_, slowed < 0.1, slowed)
    found = effects(cells)
    for number in range(4):
        ratio = mean(found[str(number)]) / mean(found["0"])
        assert np.isclose(ratio, 1 + 0.1 * number, rtol=0.005)
        assert np.std(list(found[str(number)].values())) < 0.01


def test_a_cell_that_lacks_processes_is_not_taken_for_faster():
    """The third process was slowed by something that the kernel did not see."""
    process, round_ = np.repeat([0, 1, 2], 4), np.tile(np.arange(4), 3)
    machine = np.repeat([1.0, 1.0, 1.3], 4)
    cells = {name: cell(100 * machine, process, round_) for name in "abcd"}
    cells["few"] = cell([100.0] * 4, [2] * 4, range(4))
    found = effects(cells)
    assert np.isclose(mean(found["few"]) / mean(found["a"]), 1 / 1.3, rtol=1e-6)


def test_a_codec_by_itself_keeps_the_times_of_its_processes():
    found = effects({"one": cell([100, 100, 110, 110], [0, 0, 1, 1], [0, 1, 0, 1])})
    assert np.allclose(np.exp(list(found["one"].values())), [100, 110])


def test_processes_of_one_layout_count_as_one():
    by_process = {0: 1.0, 2: 2.0, 3: 3.0, 7: 6.0, 8: 5.0}
    assert by_layout(by_process, 2) == {0: 3.0, 2: 4.0}
    for layouts in (
        1,
        5,
        9,
    ):  # one for all says nothing of layouts; with one each, nothing is shared
        assert by_layout(by_process, layouts) == by_process


def test_times_are_those_of_a_quiet_machine_where_few_samples_are_quiet():
    """Three of 36 samples of each cell: too few to be all that count."""
    chance = np.random.default_rng(3)
    process, round_ = np.repeat([0, 1, 2], 12), np.tile(np.arange(12), 3)
    cells = {}
    for n in range(12):
        quiet = chance.permutation(np.arange(36) % 12 == 0)
        slowed = np.where(quiet, 0.0, np.log(1.7))
        noise = 1 + 0.01 * chance.standard_normal(36)
        ns = 100 * (1 + n) * np.exp(0.6 * slowed) * noise
        cells[str(n)] = cell(ns, process, round_, quiet, slowed)
    found = effects(cells)
    assert np.allclose([mean(found[str(n)]) / (100 * (1 + n)) for n in range(12)], 1, rtol=0.03)


def test_times_are_those_of_the_machine_where_no_sample_is_quiet():
    quiet = [False] * 6
    cells = {str(n): cell([170.0 * n] * 6, [0] * 6, range(6), quiet) for n in (1, 2, 3)}
    found = effects(cells)
    assert np.isclose(mean(found["2"]), 340)
