"""Where further processes are worth their time: with the codecs whose order is not decided yet.

A pair of a language's codecs is *open* if their estimates differ by more than is of interest, and
no decision parts them. Of such a pair the cells that hold `LEAST_SHARE` or more of the difference's
variance are measured again. Where no pair is open, the budget goes into narrower intervals.

Whoever stops at the first look that finds a significant difference claims differences that are
none more often than at one look. So a pair stays open until its difference is `SURE` times what a
report asks for (`benches/error_rates.py` has the rates).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from serbench.stats.cells import Cell, effects
from serbench.stats.pairs import Pairs, pairs
from serbench.stats.ties import is_uncertain

SURE = 1.2
# Less of a pair's variance than this is not worth a process.
LEAST_SHARE = 0.25

# A codec and its operation.
Key = tuple[str, str]


class StoppingRule(Protocol):
    """What of `serbench.measure.settings.Settings` says when a cell is known well enough."""

    @property
    def operations(self) -> tuple[str, ...]: ...
    @property
    def precision(self) -> float: ...
    @property
    def smallest(self) -> float: ...
    @property
    def processes(self) -> int: ...


@dataclass(frozen=True, slots=True)
class OpenPair:
    """Two cells of a language that do not differ significantly. `difference` is that of their
    estimates and `margin` what it would have to be, as logarithms; `share` is the first's of the
    variance."""

    one: Key
    other: Key
    difference: float
    margin: float
    share: float


@dataclass(frozen=True, slots=True)
class Known:
    """Of a language's cells of one operation, by codec. `keys` are whose samples serve for them."""

    pairs: Pairs[str]
    keys: Mapping[str, Key]
    processes: Mapping[str, int]

    def open(self, sure: float = 1.0) -> Iterator[OpenPair]:
        """Its pairs that differ by less than `sure` times what is significant."""
        cells, of_interest = self.pairs.cells, math.log(self.pairs.smallest)
        for one, other in combinations(cells, 2):
            difference = abs(cells[one].effect - cells[other].effect)
            margin = math.log(self.pairs.least(one, other))
            if of_interest < difference <= sure * margin:
                variance = cells[one].variance + cells[other].variance
                share = cells[one].variance / variance if math.isfinite(variance) else 0.5
                yield OpenPair(self.keys[one], self.keys[other], difference, margin, share)


def known(
    cells: Mapping[Key, Cell],
    languages: Mapping[str, str],
    same: Mapping[str, Mapping[str, str]],
    rule: StoppingRule,
) -> list[Known]:
    """What the samples say, by operation and language. `same` names for each codec the operations
    that are one piece of code with another, by whose samples they are known."""
    all_known = []
    for operation in rule.operations:
        keys = {codec: (codec, same[codec].get(operation, operation)) for codec in languages}
        keys = {codec: key for codec, key in keys.items() if key in cells}
        if not keys:
            continue
        by_codec = effects({codec: cells[key] for codec, key in keys.items()})
        by_process = {codec: list(found.values()) for codec, found in by_codec.items()}
        whole = pairs(by_process, 1 + rule.smallest, languages.__getitem__)
        for language in sorted({languages[codec] for codec in keys}):
            family = [codec for codec in keys if languages[codec] == language]
            counts = {codec: len(by_codec[codec]) for codec in family}
            all_known.append(Known(whole.among(family), keys, counts))
    return all_known


def wanted(found: Collection[Known], rule: StoppingRule) -> set[Key]:
    """The cells that further processes are to be measured of."""
    few, imprecise, deciding = set[Key](), set[Key](), set[Key]()
    for family in found:
        for codec, processes in family.processes.items():
            key, time = family.keys[codec], family.pairs.time(codec)
            if processes < rule.processes:
                few.add(key)
            if time.half_width > rule.precision:
                imprecise.add(key)
            if is_uncertain(time):
                deciding.add(key)
        for pair in family.open(SURE):
            if pair.share >= LEAST_SHARE:
                deciding.add(pair.one)
            if 1 - pair.share >= LEAST_SHARE:
                deciding.add(pair.other)
    # All get their first processes before any gets more: virtual machines take longest to be ready.
    return few or (deciding & imprecise) or imprecise


@dataclass(frozen=True, slots=True)
class Outlook:
    """Of all `pairs` of a language's codecs, operation by operation, those that are `open` do not
    differ significantly although their estimates differ by more than is of interest; another minute
    would decide so many `further` ones."""

    pairs: int = 0
    open: int = 0
    further: int = 0


def outlook(found: Collection[Known], processes: float) -> Outlook:
    """`processes` are measured in a minute, of whatever codecs. Supposes that estimates stay, and
    that intervals narrow by the root of the number of processes."""
    have = {
        family.keys[codec]: count for family in found for codec, count in family.processes.items()
    }
    open_ = [pair for family in found for pair in family.open()]
    codecs = {codec for pair in open_ for codec, _ in (pair.one, pair.other)}
    more = processes / max(len(codecs), 1)

    def would_be_decided(pair: OpenPair) -> bool:
        n = min(have[pair.one], have[pair.other])
        return pair.difference > pair.margin * math.sqrt(n / (n + more))

    return Outlook(
        sum(math.comb(len(family.processes), 2) for family in found),
        len(open_),
        sum(map(would_be_decided, open_)),
    )
