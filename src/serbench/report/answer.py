"""The answer in words: for each language the fastest and the smallest, and what ties."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.report import units
from serbench.report.table import has_figure, languages, no_choice
from serbench.report.text import language_name, plain
from serbench.results.choice import HAND_WRITTEN, UNCHECKED
from serbench.results.ranking import (
    are_tied,
    compared,
    faster_than,
    fastest,
    interval,
    is_uncertain,
)
from serbench.results.rows import Result, Row
from serbench.stats.mover import ratio
from serbench.stats.pareto import pareto_front

_NAMED = 4  # codecs of a tie, or of those not decided, that are named; the rest are counted


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: `question` is "fastest to serialize" and so on for each primary operation,
    "smallest" or "best trade-offs …"; `codecs` are its winners, and `figure` is theirs together:
    they are tied. Where `figures` is not empty each codec has its own."""

    question: str
    codecs: tuple[str, ...]
    figure: str
    figures: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        question = self.question[0].upper() + self.question[1:]
        if self.figures:
            each = [
                f"{plain(codec)} ({figure})"
                for codec, figure in zip(self.codecs, self.figures, strict=True)
            ]
            return f"{question}: {', '.join(each)}."
        if len(self.codecs) == 1:
            return f"{question} is {named(self.codecs)}, {self.figure}."
        return f"{question} are {named(self.codecs)}, tied: {self.figure}."


@dataclass(frozen=True, slots=True)
class Findings:
    """Those of one language, or over all languages if `language` is None."""

    language: str | None
    found: tuple[Finding, ...]

    @property
    def title(self) -> str:
        return "Overall" if self.language is None else language_name(self.language)

    @property
    def sentences(self) -> list[str]:
        return [f.sentence for f in self.found] or ["Nothing could be measured."]


def findings(result: Result, workload: str) -> list[Findings]:
    """Per language in the order of the rows, then over all if there are several."""
    spoken = languages(result, workload)
    scopes: list[str | None] = [*spoken, None] if len(spoken) > 1 else [*spoken]
    rows = [r for r in result.rows if r.workload == workload and has_figure(r)]
    return [Findings(scope, tuple(_found(rows, scope))) for scope in scopes]


def answer(result: Result, workload: str) -> list[str]:
    """A text for each language, and one over all languages if there are several:
    `Rust: Fastest to serialize are bincode and postcard, tied: 229 to 235 ns. ...`

    Codec names are free of control characters, but not escaped for any markup.
    """
    return [f"{part.title}: {' '.join(part.sentences)}" for part in findings(result, workload)]


def lines(result: Result, workload: str) -> list[Findings]:
    """The answer in a line for each language and one over all: who is fastest there and back (or
    in each primary operation, if none was measured in both), and who is smallest."""
    return [
        Findings(part.language, tuple(_in_short(result, workload, part.language)))
        for part in findings(result, workload)
    ]


def _in_short(result: Result, workload: str, language: str | None) -> Iterable[Finding]:
    within = [
        r
        for r in result.rows
        if r.workload == workload and has_figure(r) and language in (None, r.language)
    ]
    whole = [r for r in within if r.operation == ROUND_TRIP.name]
    for operation in (ROUND_TRIP.name,) if whole else PRIMARY:
        of_operation = [r for r in within if r.operation == operation]
        choices = _by_time(r for r in of_operation if not no_choice(r.traits))
        if not choices:
            continue
        to = "" if whole else f" to {operation}"
        winners, undecided = fastest(of_operation, language) if compared(of_operation) else ([], [])
        question = f"fastest{to}"
        if not compared(of_operation):
            question, winners = f"lowest time{to}", choices[:1]
        elif not winners:
            is_one = len(undecided) == 1
            question = f"fastest{to}, but uncertain:" if is_one else f"fastest{to} not decided:"
            winners = undecided
        if winners:
            shown, more = winners[:_NAMED], len(winners) - _NAMED
            rest = f" and {more} more" if more > 0 else ""
            yield Finding(question, tuple(_name(r, language) for r in shown), _span(shown) + rest)
    smallest = _smallest([r for r in within if not no_choice(r.traits)], language)
    if smallest:
        yield smallest


def provisional(result: Result, workload: str) -> list[str]:
    """While a run goes on: who leads in each language so far, as lines of aligned columns. serbench
    has decided nothing yet, so no line speaks of ties. Empty until both directions are measured."""
    rows = [r for r in result.rows if r.workload == workload and has_figure(r)]
    choices = [r for r in rows if not no_choice(r.traits)]
    table = [("so far", *PRIMARY, "smallest")]
    for language in languages(result, workload):
        within = [row for row in choices if row.language == language]
        ahead = [
            _by_time(r for r in within if r.operation == operation)[:1] for operation in PRIMARY
        ]
        if not all(ahead):
            continue
        smallest = min(within, key=lambda row: row.bytes or math.inf)
        if not smallest.bytes:
            continue
        times = [f"{_name(row, language)} {units.time(row.time_ns or 0.0)}" for [row] in ahead]
        size = f"{_name(smallest, language)} {units.size(smallest.bytes)}"
        table.append((language_name(language), *times, size))
    if len(table) == 1:
        return []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in table
    ]


def named(codecs: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; of many the first few and the number of the others."""
    names = [plain(c) for c in codecs]
    if len(names) > _NAMED + 1:
        names = [*names[:_NAMED], f"{len(names) - _NAMED} more"]
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def front(rows: Sequence[Row]) -> list[Row]:
    """The best trade-offs of time and size of the choices among these rows, which are of one
    operation, fastest first; empty if their codecs were not compared. Codecs of one language are
    judged among themselves, as in its table."""
    if not compared(rows):
        return []
    language = _only_language(rows)
    choices = {r.codec: r for r in rows if r.bytes is not None and not no_choice(r.traits)}
    costs = {codec: (row.time_ns or 0.0, row.bytes or 0.0) for codec, row in choices.items()}
    found = pareto_front(costs, lambda one, other: one in faster_than(choices[other], language))
    return [choices[codec] for codec in reversed(found)]


def _only_language(rows: Sequence[Row]) -> str | None:
    spoken = {row.language for row in rows}
    return spoken.pop() if len(spoken) == 1 else None


def _found(rows: Sequence[Row], language: str | None) -> Iterable[Finding]:
    within = [r for r in rows if language in (None, r.language)]
    by_operation = {o: [r for r in within if r.operation == o] for o in PRIMARY}
    whole = [r for r in within if r.operation == ROUND_TRIP.name]
    found = [
        *(
            _fastest(of_operation, operation, language)
            for operation, of_operation in by_operation.items()
        ),
        _smallest([r for r in within if not no_choice(r.traits)], language),
        _front(whole, language),
        *(
            _unchecked(of_operation, operation, language)
            for operation, of_operation in by_operation.items()
        ),
        _hand_written(by_operation, language),
    ]
    return (f for f in found if f is not None)


def _fastest(rows: Sequence[Row], operation: str, language: str | None) -> Finding | None:
    choices = _by_time(r for r in rows if not no_choice(r.traits))
    if not choices:
        return None
    if not compared(rows):
        return Finding(
            f"lowest time to {operation}", (_name(choices[0], language),), _span(choices[:1])
        )
    winners, undecided = fastest(rows, language)
    if not winners:
        shown, more = undecided[:_NAMED], len(undecided) - _NAMED
        among = f", among these and {more} more" if more > 0 else ""
        question = f"fastest to {operation}, not decided{among}"
        if len(choices) == 1:
            question = f"only choice to {operation}, uncertain"
        elif len(undecided) == 1:
            question = f"faster to {operation} than all others, but uncertain"
        return Finding(
            question,
            tuple(_name(r, language) for r in shown),
            "",
            tuple(_span([r]) for r in shown),
        )
    figure = _span(winners) + _ahead(winners, choices, language)
    if undecided:
        figure += f"; not decided: {named([_timed(r, language) for r in undecided])}"
    return Finding(f"fastest to {operation}", tuple(_name(r, language) for r in winners), figure)


def _timed(row: Row, language: str | None) -> str:
    """`cereal (312 ns ±12 %)`"""
    return f"{_name(row, language)} ({_span([row])})"


def _ahead(winners: Sequence[Row], choices: Sequence[Row], language: str | None) -> str:
    """How many times as fast as the next, of those that every winner was shown faster than."""
    names = [row.codec for row in winners]
    behind = (row for row in choices if set(names) <= set(faster_than(row, language)))
    after = next(behind, None)
    if after is None or len(winners) > 1:
        return ""
    lead = ratio(interval(after), interval(winners[0]))
    ends = f"{units.digits(lead.low)}{units.EN_DASH}{units.digits(lead.high)}"
    times = units.digits(lead.estimate)
    return f", {times} times as fast as {plain(_name(after, language))} ({ends})"


def _unchecked(rows: Sequence[Row], operation: str, language: str | None) -> Finding | None:
    """Those that were shown faster than every choice, and are not uncertain."""
    if not compared(rows):
        return None
    choices = [r for r in rows if not no_choice(r.traits)]
    faster = [
        r
        for r in _by_time(rows)
        if UNCHECKED in r.traits
        and HAND_WRITTEN not in r.traits
        and all(r.codec in faster_than(choice, language) for choice in choices)
        and not is_uncertain(r)
    ]
    if not faster:
        return None
    names = tuple(_name(r, language) for r in faster)
    return Finding(
        f"{'faster' if choices else 'fastest'} to {operation}, but unchecked",
        names,
        "",
        tuple(_span([r]) for r in faster),
    )


def _hand_written(by_operation: dict[str, list[Row]], language: str | None) -> Finding | None:
    """What code without a library reaches: no choice for the reader, but a measure, where no
    library is faster."""
    times: dict[str, list[str]] = {}
    for operation, rows in by_operation.items():
        best = _by_time(r for r in rows if not no_choice(r.traits))[:1]
        for row in _by_time(r for r in rows if HAND_WRITTEN in r.traits)[:1]:
            if best and interval(best[0]).estimate < interval(row).estimate:
                continue
            times.setdefault(_name(row, language), []).append(f"{operation} {_span([row])}")
    if not times:
        return None
    figures = tuple(", ".join(phrases) for phrases in times.values())
    return Finding("hand-written (no library)", tuple(times), "", figures)


def _by_time(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda r: r.time_ns or 0.0)


def _span(winners: Sequence[Row]) -> str:
    first = winners[0]
    if first.time_ns is None:
        return ""
    if len(winners) == 1:
        middle = units.time(first.time_ns)
        return f"{middle} {units.time_interval(first.time_ns, first.low_ns, first.high_ns)}"
    # Of the estimates: the intervals' ends would make alike what they call tied look far apart.
    times = [r.time_ns or 0.0 for r in winners]
    return units.time_span(min(times), max(times))


def _smallest(rows: Sequence[Row], language: str | None) -> Finding | None:
    size_of = {_name(r, language): r.bytes for r in rows if r.bytes is not None}
    if not size_of:
        return None
    least = min(size_of.values())
    codecs = tuple(sorted(name for name, size in size_of.items() if size == least))
    return Finding("smallest", codecs, units.size(least))


def _front(rows: Sequence[Row], language: str | None) -> Finding | None:
    if sum(not no_choice(r.traits) for r in rows) < 2:
        return None
    best = front(rows)
    if not best:
        return None
    figures = tuple(
        f"{units.time(r.time_ns or 0.0)}, {units.size(r.bytes or 0.0)}{_beside(r, best, language)}"
        for r in best
    )
    names = tuple(_name(r, language) for r in best)
    return Finding("best trade-offs of time and size", names, "", figures)


def _beside(row: Row, best: Sequence[Row], language: str | None) -> str:
    """What is to be said of a codec on the front beside those of the same size: neither was shown
    faster."""
    alike = [r for r in best if r.bytes == row.bytes and r.codec != row.codec]
    if not alike:
        return ""
    return ", tied" if all(are_tied(row, r, language) for r in alike) else ", not decided"


def _name(row: Row, language: str | None) -> str:
    return row.codec if language is None else row.codec.removeprefix(f"{row.language}/")
