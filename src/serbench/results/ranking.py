"""Ranks of codecs among each other, and which may be called fastest or tied.

Everything is read from what was decided (`Row.slower_than`, `Row.language_slower_than`). Where
`language` is given, that is what was decided among its codecs alone, else among all.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from serbench.results.choice import HAND_WRITTEN, UNCHECKED
from serbench.results.rows import Row
from serbench.stats import Interval, ties
from serbench.stats.rank_intervals import Rank, rank_intervals


def is_choice(row: Row) -> bool:
    """Whether a reader may take the codec: others have no rank, and count in nobody's."""
    return HAND_WRITTEN not in row.traits and UNCHECKED not in row.traits


def compared(rows: Sequence[Row]) -> bool:
    """Whether codecs of these rows, of one operation, can differ significantly: samples of several
    runs were not taken side by side, and one process of each does not say how processes differ."""
    return len({r.run for r in rows}) == 1 and any(r.processes > 1 for r in rows)


def faster_than(row: Row, language: str | None) -> tuple[str, ...]:
    """The codecs that were shown faster."""
    return row.slower_than if language is None else row.language_slower_than


def ranks(rows: Sequence[Row], language: str | None) -> dict[str, Rank]:
    """Of each choice among the codecs of these rows, which have a figure and are of one operation,
    the ranks that it can have among them. Empty if they were not compared."""
    if not compared(rows):
        return {}
    return rank_intervals({r.codec: faster_than(r, language) for r in rows if is_choice(r)})


def interval(row: Row) -> Interval:
    """Of a row that has a figure; the estimate alone where there is none."""
    middle = row.time_ns or 0.0
    return Interval(middle, row.low_ns or middle, row.high_ns or middle)


def is_uncertain(row: Row) -> bool:
    """Whether its interval is too wide to call it fastest."""
    return ties.is_uncertain(interval(row))


def are_tied(one: Row, other: Row, language: str | None) -> bool:
    """Whether neither was shown faster, and their times are alike."""
    decided = one.codec in faster_than(other, language) or other.codec in faster_than(one, language)
    return not decided and ties.are_alike(interval(one), interval(other), _least(one))


def fastest(rows: Sequence[Row], language: str | None) -> tuple[list[Row], list[Row]]:
    """Of the choices that can have the first rank those to be called fastest, which are tied if
    they are several, and the others, both by their times. Both are empty if the codecs of the rows
    were not compared."""
    rank_of = ranks(rows, language)
    first = [r for r in rows if r.codec in rank_of and rank_of[r.codec].low == 1]
    called = ties.fastest(first, interval, _least(first[0])) if first else []
    names = {row.codec for row in called}
    others = [row for row in first if row.codec not in names]
    return called, sorted(others, key=lambda row: row.time_ns or 0.0)


def _least(row: Row) -> float:
    return 1 + row.smallest


def ranked(rows: Sequence[Row]) -> list[Row]:
    """The rows with the ranks that they can have among those of their workload and operation, and
    among those of their language."""
    found = {}
    by_cell: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.time_ns is not None and row.verified:
            by_cell.setdefault((row.workload, row.operation), []).append(row)
    for beside in by_cell.values():
        overall = ranks(beside, None)
        within: dict[str, Rank] = {}
        for language in {row.language for row in beside}:
            within |= ranks([row for row in beside if row.language == language], language)
        for row in beside:
            found[row.workload, row.operation, row.codec] = (
                overall.get(row.codec),
                within.get(row.codec),
            )
    return [
        _with(row, *found.get((row.workload, row.operation, row.codec), (None, None)))
        for row in rows
    ]


def _with(row: Row, overall: Rank | None, within: Rank | None) -> Row:
    return msgspec.structs.replace(
        row,
        rank_low=overall.low if overall else None,
        rank_high=overall.high if overall else None,
        language_rank_low=within.low if within else None,
        language_rank_high=within.high if within else None,
    )
