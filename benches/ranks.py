"""Whether the ranks that a run leaves open hold the true ones, of all codecs at once.

Run: .venv/bin/python benches/ranks.py [--runs N] [--codecs K ...] [--processes P ...]

Effects are drawn as `serbench.stats.pairs` takes them: of each process a normal one around the true
logarithm of the codec's time. Codecs are equal, in groups of three that are equal, or all
different; the SD between a codec's processes is 1 or 3 %, or one in six has 8 %. Of codecs that are
equal each true rank is any of the group's. Prints for each case:

    all       runs in which the ranks of all codecs hold their true ranks (at least 95 %)
    language  the same of a quarter of the codecs, judged among themselves
    reversed  runs in which the smaller family contradicts the larger one (none)
    width     ranks that are left to a codec, in the mean
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

from serbench.stats import SMALLEST_OF_ONE_LAYOUT
from serbench.stats.pairs import Pairs, pairs
from serbench.stats.rank_intervals import Rank, rank_intervals

LEVELS = {
    "equal": lambda n: np.zeros(n),
    "threes": lambda n: np.log(1.06) * (np.arange(n) // 3),
    "different": lambda n: np.log(1.04) * np.arange(n),
}
SPREADS = {
    "1 %": lambda n: np.full(n, 0.01),
    "3 %": lambda n: np.full(n, 0.03),
    "3 %, one in six 8 %": lambda n: np.where(np.arange(n) % 6 == 3, 0.08, 0.03),
}


def ranks(found: Pairs[str]) -> dict[str, Rank]:
    return rank_intervals({key: found.faster_than(key) for key in found.cells})


def hold(found: dict[str, Rank], true: dict[str, float]) -> bool:
    for key, rank in found.items():
        first = 1 + sum(true[other] < true[key] for other in found)
        last = len(found) - sum(true[other] > true[key] for other in found)
        if not rank.low <= first <= last <= rank.high:
            return False
    return True


def judged(levels: np.ndarray, sds: np.ndarray, processes: int, seed: int) -> tuple[float, ...]:
    chance = np.random.default_rng(seed)
    keys = [str(number) for number in range(len(levels))]
    drawn = levels + sds * chance.standard_normal((processes, len(levels)))
    drawn -= np.median(drawn, axis=1, keepdims=True)  # what a process has in common is unknown
    whole = pairs(dict(zip(keys, drawn.T.tolist(), strict=True)), 1 + SMALLEST_OF_ONE_LAYOUT)
    within = whole.among(keys[::4])
    true = dict(zip(keys, levels.tolist(), strict=True))
    overall, own = ranks(whole), ranks(within)
    against = any(
        whole.is_faster(a, b) and not within.is_faster(a, b)
        for a, b in itertools.permutations(within.cells, 2)
    )
    width = np.mean([rank.high - rank.low + 1 for rank in overall.values()])
    return float(hold(overall, true)), float(hold(own, true)), float(against), float(width)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--codecs", type=int, nargs="*", default=[12, 40])
    parser.add_argument("--processes", type=int, nargs="*", default=[5])
    arguments = parser.parse_args()
    print(
        f"{'codecs':>6} {'proc.':>5} {'times':11}{'SD between processes':22}"
        f"{'all':>8}{'language':>10}{'reversed':>10}{'width':>7}"
    )
    for codecs, processes, level, spread in itertools.product(
        arguments.codecs, arguments.processes, LEVELS, SPREADS
    ):
        levels, sds = LEVELS[level](codecs), SPREADS[spread](codecs)
        runs = [judged(levels, sds, processes, seed) for seed in range(arguments.runs)]
        whole, own, against, width = np.mean(runs, axis=0)
        print(
            f"{codecs:6} {processes:5} {level:11}{spread:22}"
            f"{whole:8.1%}{own:10.1%}{against:10.1%}{width:7.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
