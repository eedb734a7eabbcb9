"""Cells are made so that each process finds the time that is written down for it."""

from dataclasses import dataclass

import numpy as np

from serbench.measure.allocation import known, outlook, wanted
from serbench.stats.cells import Cell

ROUNDS = 6


@dataclass(frozen=True)
class Rule:
    operations: tuple[str, ...] = ("serialize",)
    precision: float = 0.02
    smallest: float = 0.02
    processes: int = 5


def cell(times_ns):
    process = np.repeat(np.arange(len(times_ns)), ROUNDS)
    round_ = np.tile(np.arange(ROUNDS), len(times_ns))
    jitter = 1 + 0.0005 * np.cos(np.arange(len(process)))
    quiet, slowed = np.ones(len(process), dtype=bool), np.zeros(len(process))
    ns = np.repeat(np.array(times_ns, dtype=float), ROUNDS) * jitter
    return Cell(ns, process, round_, quiet, slowed)


def spread(middle_ns, by, processes=5):
    return [middle_ns * (1 + by * shift) for shift in np.linspace(-1, 1, processes)]


def of(times, languages=None, rule=Rule(), same=None):
    keys = {(codec, "serialize"): cell(ns) for codec, ns in times.items()}
    languages = languages or dict.fromkeys(times, "go")
    return known(keys, languages, same or {codec: {} for codec in times}, rule)


def names(keys):
    return {codec for codec, _ in keys}


# Ten that are known well and lie far apart.
CLEAR = {f"clear-{n}": spread(100 * 2**n, 0.003) for n in range(10)}


def test_decided_pairs_leave_only_imprecise_cells():
    found = of({**CLEAR, "loose": spread(300_000, 0.04)})
    assert names(wanted(found, Rule())) == {"loose"}
    assert wanted(found, Rule(precision=0.5)) == set()


def test_open_pairs_go_before_imprecise_cells_of_decided_pairs():
    times = {**CLEAR, "far": spread(900_000, 0.03), "one": spread(250, 0.04)}
    times["other"] = spread(265, 0.04)
    found = of(times)
    assert names(wanted(found, Rule())) == {"one", "other"}


def test_the_precise_cell_of_an_open_pair_is_not_measured_again():
    times = {**CLEAR, "precise": spread(250, 0.022), "loose": spread(275, 0.09)}
    assert names(wanted(of(times), Rule())) == {"loose"}


def test_estimates_closer_than_smallest_difference_are_not_open():
    times = {**CLEAR, "one": spread(250, 0.03), "other": spread(252, 0.03)}
    found = of({**times, "loose": spread(300_000, 0.06)})
    assert outlook(found, 10).open == 0


def test_uncertain_cells_are_wanted_even_if_pairs_are_decided():
    found = of({**CLEAR, "fair": spread(290_000, 0.03), "wild": spread(9_000_000, 0.3)})
    assert names(wanted(found, Rule())) == {"wild"}


def test_codecs_with_too_few_processes_are_measured_before_open_pairs():
    times = {**CLEAR, "new": spread(9e6, 0.001, processes=2), "one": spread(250, 0.04)}
    times["other"] = spread(265, 0.04)
    assert names(wanted(of(times), Rule())) == {"new"}
    times["new"] = spread(9e6, 0.001)
    assert names(wanted(of(times), Rule())) == {"one", "other"}


def test_codecs_of_different_languages_are_not_a_pair():
    times = {**CLEAR, "one": spread(250, 0.04), "other": spread(265, 0.04)}
    languages = {**dict.fromkeys(CLEAR, "go"), "one": "java", "other": "rust"}
    assert outlook(of(times, languages), 10).open == 0
    assert outlook(of(times), 10).open == 1


def test_operations_with_shared_code_are_mapped_to_one_cell():
    cells = {(codec, "encode"): cell(ns) for codec, ns in CLEAR.items()}
    same = {codec: {"serialize": "encode"} for codec in CLEAR}
    [found] = known(cells, dict.fromkeys(CLEAR, "go"), same, Rule())
    assert set(found.keys.values()) == cells.keys()


def test_more_processes_decide_near_pairs_but_not_hopeless_ones():
    times = {**CLEAR, "one": spread(250, 0.05), "near": spread(270, 0.05)}
    found = of(times)
    few, many = outlook(found, 2), outlook(found, 400)
    assert few.open == many.open == 1
    assert (few.further, many.further) == (0, 1)
