"""Whether equal codecs tie and true differences show on a kind of host with several hosts: the
analysis on fleets that are made up, so that the truth is known.

Run: .venv/bin/python benches/fleet_error_rates.py [--runs N] [--processes P]

Six codecs of each of six languages, whose processes differ by 1 to 4 %, on hosts of different
speeds; hosts have all of them, or share them with a bridge of three of each language (`--split`).
By `between`, a host does to a codec otherwise than other hosts do, in all operations. Three codecs
of the last language are slower by 5, 10 and 20 %, all others equal. Prints:

    false       fleets in which any two equal codecs of a language differed significantly, of any of
                the six (at most 6 %, one for each language)
    ratios      intervals of ratios of two codecs that hold the truth (93 % or more); of codecs of
                different hosts where they are split
    found       of the comparisons of a codec slower by 5, 10, 20 % with the equal ones
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from serbench.stats import SMALLEST_OF_ONE_LAYOUT
from serbench.stats.hosts import HostPairs, fitted, together
from serbench.stats.pairs import pairs

SPREADS = {"cpp": 0.01, "rust": 0.01, "python": 0.02, "js": 0.03, "java": 0.04, "go": 0.04}
CODECS = [f"{language}/{number}" for language in SPREADS for number in range(6)]
BRIDGE = [codec for codec in CODECS if codec[-1] in "012"]
SLOWER = {"go/3": 1.05, "go/4": 1.10, "go/5": 1.20}
OPERATIONS = ("serialize", "deserialize")
LEAST = 1 + SMALLEST_OF_ONE_LAYOUT
CASES = [
    (hosts, is_split, between)
    for hosts, is_split in ((1, False), (2, False), (4, False), (2, True), (3, True))
    for between in ((0.0,) if hosts == 1 else (0.0, 0.01, 0.03))
]


def language(codec: str) -> str:
    return codec.partition("/")[0]


def shares(hosts: int, is_split: bool) -> list[list[str]]:
    others = [codec for codec in CODECS if codec not in BRIDGE]
    return [[*BRIDGE, *others[n::hosts]] if is_split else CODECS for n in range(hosts)]


def fleet(
    hosts: int, is_split: bool, between: float, processes: int, chance: np.random.Generator
) -> HostPairs[str]:
    fits = {}
    of_hosts = [
        {codec: chance.normal(math.log(SLOWER.get(codec, 1.0)), between) for codec in codecs}
        for codecs in shares(hosts, is_split)
    ]
    for operation in OPERATIONS:
        found = []
        for own in of_hosts:
            level = chance.normal(0, 0.3)
            effects = {
                codec: list(chance.normal(level + own[codec], SPREADS[language(codec)], processes))
                for codec in own
            }
            found.append(pairs(effects, LEAST, language).cells)
        fits[operation] = fitted(found, language)
    return together(fits, LEAST)[OPERATIONS[0]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--processes", type=int, default=5)
    arguments = parser.parse_args()
    print("hosts  split  between   false   ratios   found: 5 %  10 %  20 %")
    for hosts, is_split, between in CASES:
        chance = np.random.default_rng(hosts)
        false, held = 0, []
        found: dict[str, list[bool]] = {codec: [] for codec in SLOWER}
        for _ in range(arguments.runs):
            of_all = fleet(hosts, is_split, between, arguments.processes, chance)
            families = [of_all.among([c for c in CODECS if language(c) == one]) for one in SPREADS]
            equal = [[c for c in family.keys if c not in SLOWER] for family in families]
            false += any(
                family.is_faster(a, b)
                for family, codecs in zip(families, equal, strict=True)
                for a in codecs
                for b in codecs
            )
            # Where codecs are split, the last two of a language are on different hosts.
            for one, other in (("cpp/5", "cpp/4"), ("go/5", "go/4")):
                ratio = of_all.ratio(one, other)
                truth = SLOWER.get(one, 1.0) / SLOWER.get(other, 1.0)
                held.append(ratio.low <= truth <= ratio.high)
            for codec in SLOWER:
                found[codec] += [families[-1].is_faster(c, codec) for c in equal[-1]]
        shown = "  ".join(f"{100 * np.mean(found[codec]):3.0f} %" for codec in SLOWER)
        print(
            f"{hosts:5}  {'yes' if is_split else 'no':5}  {100 * between:5.0f} %  "
            f"{100 * false / arguments.runs:5.1f} %  {100 * np.mean(held):5.1f} %        {shown}",
            flush=True,
        )


if __name__ == "__main__":
    main()
