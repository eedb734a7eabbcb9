"""What could replace a codec: every codec that holds the same values, best first.

Times are those of one run, and so are the decisions on them. Bytes and code are exact. What was
proven beside is taken as `serbench choose` takes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from serbench.footprint import Footprint
from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.results.choice import (
    HAND_WRITTEN,
    UNMAINTAINED,
    Candidate,
    Grounds,
    Lost,
    Needs,
    why_not,
)
from serbench.results.ranking import are_tied, compared, faster_than, interval
from serbench.results.rows import Row
from serbench.stats import Interval, ties
from serbench.stats.pairs import Pairs
from serbench.stats.rank_intervals import Rank, rank_intervals

# `time` is that of a round trip.
BYS = ("time", *PRIMARY, "bytes", "code", "compile")
# The operation whose times each of these orders by; the others have none.
OPERATION_OF = {"time": ROUND_TRIP.name, **{name: name for name in PRIMARY}}
# Beside the codec to replace, whose ratio is 1.
Decision = Literal["faster", "slower", "tied", "not decided"]
# `other wire`: `serbench interop` took both, and found no wire that both have. `other format`: it
# took these values, but not both codecs, whose formats have other names.
Reads = Literal["yes", "no", "other wire", "other format", "not tested"]
# Traits by which codecs differ for whoever uses them.
NATURES = (
    "human-readable", "self-describing", "schema", "own-model", "zero-copy", "unchecked",
    "executes",
)  # fmt: skip


class Hostile(msgspec.Struct, frozen=True, kw_only=True):
    """What `serbench robustness` found: of `cases` mutated values, how many ended the decoder,
    or took too much memory, and how many were read as another value."""

    cases: int
    ended: int
    another_value: int


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one workload of a run. `rows` by codec and operation, of whole directions
    and round trips that were timed; `pairs` by operation. `in_interop` are the codecs that
    `serbench interop` took on these values, in their measured versions."""

    grounds: Grounds
    rows: Mapping[str, Mapping[str, Row]]
    pairs: Mapping[str, Pairs[str]]
    hostile: Mapping[str, Hostile] = {}
    in_interop: Collection[str] = ()
    footprints: Mapping[str, Footprint] = {}


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """The time of a value, nanoseconds, and how many times that of the codec to replace; what was
    decided on the two."""

    time: Interval
    ratio: Interval
    decided: Decision


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """A codec beside the one to replace. `rank_low` and `rank_high` are the ranks that it can have
    among the alternatives, 0 if nothing decides; `bytes` are those of a value. `reads`: whether it
    reads what the codec to replace wrote, `is_read`: the other way; `why_unread` of the first.
    `old_bytes`: what becomes of them as the schema grows, "" if they survive, None if it was not
    tried; so `grown`, which has both directions. `gains` and `loses` are traits."""

    codec: str
    language: str
    format: str
    library: str
    version: str
    traits: tuple[str, ...]
    times: dict[str, Beside]
    bytes: float
    bytes_ratio: float
    reads: Reads
    why_unread: str
    is_read: Reads
    old_bytes: str | None
    grown: str | None
    hostile: Hostile | None
    facts: tuple[str, ...] | None
    footprint: Footprint | None
    released: str
    is_old: bool
    is_maintained: bool
    gains: tuple[str, ...]
    loses: tuple[str, ...]
    rank_low: int = 0
    rank_high: int = 0


class Alternatives(msgspec.Struct, frozen=True, kw_only=True):
    """`found` are best first by `by`. Of those that can have the first rank, `best` may be called
    so, tied if they are several, and `undecided` are the others; both are empty where nothing
    decides. `out` are the codecs of these languages that are no alternatives, and why; `lacking`
    are the kinds of proof of which an alternative has none."""

    run: str
    workload: str
    languages: tuple[str, ...]
    by: str
    replaced: Alternative
    found: tuple[Alternative, ...]
    best: tuple[str, ...]
    undecided: tuple[str, ...]
    out: tuple[Lost, ...]
    lacking: tuple[str, ...]


def alternatives(known: Known, codec: str, needs: Needs, by: str) -> Alternatives:
    """Those of the languages of `needs`. The codec was timed in both directions."""
    grounds = known.grounds
    candidates = {one.codec: one for one in grounds.candidates if not one.compression}
    base = candidates[codec]
    languages = needs.languages
    # Codecs of one language are judged among themselves, as in its table.
    scope = base.language if set(languages) == {base.language} else None
    out = {loss.codec: loss for loss in grounds.lost if loss.language in languages}
    taken = []
    for one in candidates.values():
        if one.language not in languages or one is base or HAND_WRITTEN in one.traits:
            continue
        if why := why_not(one, grounds.proofs, needs):
            loss = Lost(codec=one.codec, language=one.language, format=one.format, why=why)
            out[one.codec] = loss
        else:
            taken.append(_beside(known, base, one, scope))
    ranked = _ranked(taken, known, by, scope)
    best, undecided = _best(ranked, known, by)
    return Alternatives(
        run=grounds.run,
        workload=grounds.workload.name,
        languages=languages,
        by=by,
        replaced=_beside(known, base, base, scope),
        found=tuple(ranked),
        best=best,
        undecided=undecided,
        out=tuple(sorted(out.values(), key=lambda loss: loss.codec)),
        lacking=tuple(_lacking(ranked)),
    )


def _beside(known: Known, base: Candidate, one: Candidate, scope: str | None) -> Alternative:
    proofs = known.grounds.proofs
    row = known.rows[one.codec][ROUND_TRIP.name]
    reads, why = _reads(known, base, one)
    return Alternative(
        codec=one.codec,
        language=one.language,
        format=one.format,
        library=row.library,
        version=row.version,
        traits=one.traits,
        times={
            operation: _time(known, base.codec, one.codec, operation, scope)
            for operation in (*PRIMARY, ROUND_TRIP.name)
        },
        bytes=one.bytes,
        bytes_ratio=one.bytes / base.bytes if base.bytes else math.nan,
        reads=reads,
        why_unread=why,
        is_read=_reads(known, one, base)[0],
        old_bytes=proofs.old_bytes.get(one.codec),
        grown=proofs.grown.get(one.codec),
        hostile=known.hostile.get(one.codec),
        facts=proofs.facts.get(one.codec),
        footprint=known.footprints.get(one.codec),
        released=one.released,
        is_old=one.is_old,
        is_maintained=UNMAINTAINED not in one.traits,
        gains=_apart(one, base),
        loses=_apart(base, one),
    )


def _apart(one: Candidate, other: Candidate) -> tuple[str, ...]:
    """What one has of `NATURES` and the other has not."""
    return tuple(
        nature for nature in NATURES if nature in one.traits and nature not in other.traits
    )


def _time(known: Known, base: str, one: str, operation: str, scope: str | None) -> Beside:
    row, beside = known.rows[one][operation], known.rows[base][operation]
    return Beside(
        time=interval(row),
        ratio=known.pairs[operation].ratio(one, base),
        decided=_decided(row, beside, scope),
    )


def _decided(row: Row, beside: Row, scope: str | None) -> Decision:
    if row.codec == beside.codec:
        return "tied"
    if not compared([row, beside]):
        return "not decided"
    if beside.codec in faster_than(row, scope):
        return "slower"
    if row.codec in faster_than(beside, scope):
        return "faster"
    return "tied" if are_tied(row, beside, scope) else "not decided"


def _reads(known: Known, writer: Candidate, reader: Candidate) -> tuple[Reads, str]:
    """Whether one reads the other's bytes, and why not."""
    pair = writer.codec, reader.codec
    proven = known.grounds.proofs.pairs
    if writer is reader:
        return "yes", ""
    if pair in proven:
        return ("no", proven[pair]) if proven[pair] else ("yes", "")
    if {*pair} <= set(known.in_interop):
        return "other wire", ""
    if known.in_interop and writer.format != reader.format:
        return "other format", ""
    return "not tested", ""


def figure(one: Alternative, by: str) -> float | None:
    """What alternatives are ordered by: nanoseconds, bytes or seconds; None if it is not known."""
    if by in OPERATION_OF:
        return one.times[OPERATION_OF[by]].time.estimate
    if by == "bytes":
        return one.bytes
    if one.footprint is None:
        return None
    return one.footprint.shipped_bytes if by == "code" else one.footprint.compile_s


def _ranked(
    found: Iterable[Alternative], known: Known, by: str, scope: str | None
) -> list[Alternative]:
    def order(one: Alternative) -> tuple[bool, float, float, str]:
        value = figure(one, by)
        time = one.times[ROUND_TRIP.name].time.estimate
        return value is None, value or 0.0, time, one.codec

    ordered = sorted(found, key=order)
    ranks = _ranks(ordered, known, by, scope)
    return [
        msgspec.structs.replace(one, rank_low=rank.low, rank_high=rank.high)
        for one in ordered
        for rank in [ranks.get(one.codec, Rank(0, 0))]
    ]


def _ranks(
    found: Sequence[Alternative], known: Known, by: str, scope: str | None
) -> dict[str, Rank]:
    """By what was decided on times; by what is exact, the figures themselves. Nothing decides on
    how long compilers took."""
    if by in OPERATION_OF:
        rows = [known.rows[one.codec][OPERATION_OF[by]] for one in found]
        if not compared(rows):
            return {}
        return rank_intervals({row.codec: faster_than(row, scope) for row in rows})
    figures = {one.codec: value for one in found if (value := figure(one, by)) is not None}
    if by == "compile":
        return {}
    return rank_intervals(
        {
            codec: [other for other, less in figures.items() if less < value]
            for codec, value in figures.items()
        }
    )


def _best(
    found: Sequence[Alternative], known: Known, by: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first = [one for one in found if one.rank_low == 1]
    if not first or by not in OPERATION_OF:
        return tuple(one.codec for one in first), ()
    operation = OPERATION_OF[by]
    time: Callable[[Alternative], Interval] = lambda one: one.times[operation].time  # noqa: E731
    smallest = 1 + known.rows[first[0].codec][operation].smallest
    called = [one.codec for one in ties.fastest(first, time, smallest)]
    return tuple(called), tuple(one.codec for one in first if one.codec not in called)


def _lacking(found: Sequence[Alternative]) -> Iterable[str]:
    if any(one.reads == "not tested" for one in found):
        yield "interop"
    if any(one.old_bytes is None for one in found):
        yield "evolution"
    if any(one.hostile is None for one in found):
        yield "robustness"
    if any(one.footprint is None for one in found):
        yield "footprint"
