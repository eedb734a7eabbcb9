"""An operation on the kinds of hosts of a fleet: ratios, decisions, and what turns round."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from serbench.results.choice import HAND_WRITTEN, UNCHECKED
from serbench.results.store import CodecRecord
from serbench.stats import Interval
from serbench.stats.hosts import HostPairs
from serbench.stats.rank_intervals import Rank, rank_intervals

# What was decided of the first of two codecs: "faster", "slower", or "" for nothing.
Shown = Mapping[tuple[str, str], str]
_DECIDED = ({"faster"}, {"slower"})


class OnKind(msgspec.Struct, frozen=True, kw_only=True):
    """A codec on a kind of host: its time over that of the baseline there, with the 95 % interval
    of this pair by itself, None where nothing is known of it; by how many `hosts`; the codecs of
    its language that were shown faster there, and the ranks that it can have among the choices of
    its language."""

    kind: str
    hosts: int
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    slower_than: tuple[str, ...] = ()
    rank_low: int | None = None
    rank_high: int | None = None


class FleetRow(msgspec.Struct, frozen=True, kw_only=True):
    """A codec in an operation on all kinds of hosts; of its language, the codecs that it was shown
    faster than on every kind."""

    workload: str
    operation: str
    codec: str
    language: str
    traits: tuple[str, ...]
    baseline: str
    on: tuple[OnKind, ...]
    faster_on_all: tuple[str, ...] = ()


class PairOnKind(msgspec.Struct, frozen=True, kw_only=True):
    """The time of one codec over that of another on a kind of host; `shown` is what was decided of
    the first: "faster", "slower" or nothing."""

    kind: str
    ratio: float
    low: float | None
    high: float | None
    shown: str


class Turned(msgspec.Struct, frozen=True, kw_only=True):
    """Two codecs whose order was shown on two kinds of hosts, and is not the same."""

    workload: str
    operation: str
    one: str
    other: str
    on: tuple[PairOnKind, ...]


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """How many pairs of a language's codecs, or of all where `language` is "", were measured on
    every kind, how many of these were decided in the same way on each, and how many turn round.
    `leading` are choices that no choice was shown faster than on any kind."""

    workload: str
    operation: str
    language: str
    pairs: int
    same: int
    turned: int
    leading: tuple[str, ...]


class OnKinds:
    """`on` has what the hosts of each kind say together, by the letters of the kinds; `hosts` on
    how many of them each codec was measured."""

    def __init__(
        self,
        workload: str,
        operation: str,
        records: Mapping[str, CodecRecord],
        on: Mapping[str, HostPairs[str]],
        hosts: Mapping[str, Mapping[str, int]],
    ) -> None:
        self.workload = workload
        self.operation = operation
        self.records = records
        self.on = on
        self.hosts = hosts
        measured = {codec for pairs in on.values() for codec in pairs.keys}
        self.codecs = [codec for codec in records if codec in measured]
        # A language's codecs are decided among themselves, and those of all among all: as "".
        families: dict[str, list[str]] = {}
        for codec in self.codecs:
            families.setdefault(records[codec].language, []).append(codec)
        self.languages = list(families)
        if len(families) > 1:
            families[""] = self.codecs
        self.families = families
        self.shown: dict[str, dict[str, Shown]] = {
            family: {kind: _decided(pairs.among(codecs)) for kind, pairs in on.items()}
            for family, codecs in families.items()
        }

    def rows(self, baseline: str) -> Iterator[FleetRow]:
        """Ratios are to `baseline`, a codec by id or name, else to the language's reference."""
        for language in self.languages:
            codecs = self.families[language]
            slower = {
                kind: {codec: _faster_than(shown, codec) for codec in codecs}
                for kind, shown in self.shown[language].items()
            }
            ranks = {kind: self._ranks(kind, found) for kind, found in slower.items()}
            beside = self._named(baseline) if baseline else self._reference(codecs)
            for codec in codecs:
                yield FleetRow(
                    workload=self.workload,
                    operation=self.operation,
                    codec=codec,
                    language=language,
                    traits=self.records[codec].traits,
                    baseline=beside,
                    on=tuple(
                        self._on_kind(kind, codec, beside, found[codec], ranks[kind].get(codec))
                        for kind, found in slower.items()
                        if codec in self.on[kind].keys
                    ),
                    faster_on_all=tuple(
                        other
                        for other in codecs
                        if all(codec in found[other] for found in slower.values())
                    ),
                )

    def _named(self, baseline: str) -> str:
        """The codec called so; "" if it was not measured in this operation."""
        return next((codec for codec in self.codecs if is_called(codec, baseline)), "")

    def _reference(self, codecs: Sequence[str]) -> str:
        """The one so marked, else the first of those on most kinds."""

        def key(codec: str) -> tuple[bool, int]:
            on_kinds = sum(codec in pairs.keys for pairs in self.on.values())
            return not self.records[codec].is_reference, -on_kinds

        return min(codecs, key=key)

    def _ranks(self, kind: str, faster: Mapping[str, tuple[str, ...]]) -> dict[str, Rank]:
        there = self.on[kind].keys
        choices = [codec for codec in faster if codec in there and self._is_choice(codec)]
        return rank_intervals({codec: faster[codec] for codec in choices})

    def _is_choice(self, codec: str) -> bool:
        traits = self.records[codec].traits
        return HAND_WRITTEN not in traits and UNCHECKED not in traits

    def _on_kind(
        self, kind: str, codec: str, baseline: str, slower_than: tuple[str, ...], rank: Rank | None
    ) -> OnKind:
        pairs = self.on[kind]
        ratio = low = high = None
        if baseline in pairs.keys and pairs.are_linked(codec, baseline):
            found = pairs.ratio(codec, baseline)
            ratio, (low, high) = found.estimate, _bounds(found)
        return OnKind(
            kind=kind,
            hosts=self.hosts[kind].get(codec, 0),
            ratio=ratio,
            low=low,
            high=high,
            slower_than=slower_than,
            rank_low=rank.low if rank else None,
            rank_high=rank.high if rank else None,
        )

    def agreed(self) -> Iterator[Agreed]:
        for family, codecs in self.families.items():
            found = self._on_all(family)
            yield Agreed(
                workload=self.workload,
                operation=self.operation,
                language=family,
                pairs=len(found),
                same=sum(shown in _DECIDED for shown in found.values()),
                turned=sum({"faster", "slower"} <= shown for shown in found.values()),
                leading=tuple(codec for codec in codecs if self._is_leading(codec, family)),
            )

    def _on_all(self, family: str) -> dict[tuple[str, str], set[str]]:
        """Of pairs that were measured on every kind, all that was decided."""
        first, *others = self.shown[family].values()
        return {
            pair: {shown, *(other[pair] for other in others)}
            for pair, shown in first.items()
            if all(pair in other for other in others)
        }

    def _is_leading(self, codec: str, family: str) -> bool:
        if not self._is_choice(codec) or any(codec not in p.keys for p in self.on.values()):
            return False
        faster = (
            other for shown in self.shown[family].values() for other in _faster_than(shown, codec)
        )
        return not any(map(self._is_choice, faster))

    def turned(self) -> Iterator[Turned]:
        """Two codecs of a language as they were decided among its own, others as among all."""
        for one, other in combinations(self.codecs, 2):
            one_language, other_language = (self.records[c].language for c in (one, other))
            family = one_language if one_language == other_language else ""
            shown = {
                kind: found[one, other]
                for kind, found in self.shown[family].items()
                if (one, other) in found
            }
            if {"faster", "slower"} <= set(shown.values()):
                yield Turned(
                    workload=self.workload,
                    operation=self.operation,
                    one=one,
                    other=other,
                    on=tuple(self._pair(kind, one, other, said) for kind, said in shown.items()),
                )

    def _pair(self, kind: str, one: str, other: str, shown: str) -> PairOnKind:
        ratio = self.on[kind].ratio(one, other)
        low, high = _bounds(ratio)
        return PairOnKind(kind=kind, ratio=ratio.estimate, low=low, high=high, shown=shown)


def is_called(codec: str, name: str) -> bool:
    """By its id, or without its language."""
    return name in (codec, codec.partition("/")[2])


def _decided(pairs: HostPairs[str]) -> Shown:
    found = {}
    for one, other in combinations(pairs.keys, 2):
        is_faster = pairs.is_faster(one, other)
        found[one, other] = "faster" if is_faster else "slower" * pairs.is_faster(other, one)
    return found


def _faster_than(shown: Shown, codec: str) -> tuple[str, ...]:
    """Those that were shown faster."""
    return tuple(
        one if other == codec else other
        for (one, other), said in shown.items()
        if (other == codec and said == "faster") or (one == codec and said == "slower")
    )


def _bounds(ratio: Interval) -> tuple[float | None, float | None]:
    return (ratio.low, ratio.high) if math.isfinite(ratio.high) else (None, None)
