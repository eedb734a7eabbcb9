"""The answer in words: for each language the fastest and the smallest, and what ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from serbench.operations import CHIEF
from serbench.report import units
from serbench.report.table import has_figure, languages
from serbench.report.text import language_name, plain
from serbench.results.rows import Result, Row
from serbench.stats import Interval
from serbench.stats.pareto import pareto_front

LIMIT = "limit"  # the trait of codecs that are serbench's own code
_NAMED = 4  # codecs of a tie that are named; the rest are counted


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: `question` is "fastest to serialize" and so on for each chief operation,
    "smallest" or "Pareto front …"; `codecs` are its winners, and `figure` is theirs together:
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
    return [Findings(scope, _found(rows, scope)) for scope in scopes]


def answer(result: Result, workload: str) -> list[str]:
    """A text for each language, and one over all languages if there are several:
    `Rust: Fastest to serialize are bincode and postcard, tied: 229 to 235 ns. ...`

    Codec names are free of control characters, but not escaped for any markup.
    """
    return [f"{part.title}: {' '.join(part.sentences)}" for part in findings(result, workload)]


def named(codecs: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; of many the first few and the number of the others."""
    names = [plain(c) for c in codecs]
    if len(names) > _NAMED + 1:
        names = [*names[:_NAMED], f"{len(names) - _NAMED} more"]
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _found(rows: Sequence[Row], language: str | None) -> tuple[Finding, ...]:
    within = [r for r in rows if language in (None, r.language)]
    libraries = [r for r in within if LIMIT not in r.traits]
    found = [_fastest(libraries, operation, language) for operation in CHIEF]
    found += [
        _smallest(libraries, language),
        _front(libraries, language),
        _limit(within, language),
    ]
    return tuple(f for f in found if f is not None)


def _limit(rows: Sequence[Row], language: str | None) -> Finding | None:
    """What code without a library reaches: no choice for the reader, but a measure."""
    fastest = [
        _fastest([r for r in rows if LIMIT in r.traits], operation, language) for operation in CHIEF
    ]
    if any(f is None for f in fastest):
        return None
    codecs = tuple(dict.fromkeys(name for f in fastest if f for name in f.codecs))
    times = [f"{operation} {f.figure}" for operation, f in zip(CHIEF, fastest, strict=True) if f]
    return Finding("limit (own code, no library)", codecs, ", ".join(times))


def _fastest(rows: Sequence[Row], operation: str, language: str | None) -> Finding | None:
    timed = sorted(
        (r for r in rows if r.operation == operation and r.median_ns is not None),
        key=lambda r: r.median_ns or 0.0,
    )
    if not timed:
        return None
    first = timed[0]
    group = _group(first, language)
    # Without groups nothing is known of ties: only the lowest median can be named.
    winners = timed if group is not None else [first]
    winners = [r for r in winners if _group(r, language) == group]
    return Finding(
        f"fastest to {operation}" if group is not None else f"lowest median to {operation}",
        tuple(_name(r, language) for r in winners),
        _span(winners),
    )


def _span(winners: Sequence[Row]) -> str:
    first = winners[0]
    if first.median_ns is None:
        return ""
    if len(winners) == 1:
        middle = units.time(first.median_ns)
        return f"{middle} {units.time_interval(first.median_ns, first.low_ns, first.high_ns)}"
    lows = [r.low_ns for r in winners if r.low_ns is not None]
    highs = [r.high_ns for r in winners if r.high_ns is not None]
    low, high = min(lows, default=first.median_ns), max(highs, default=first.median_ns)
    return units.time_span(low, high)


def _smallest(rows: Sequence[Row], language: str | None) -> Finding | None:
    size_of = {_name(r, language): r.bytes for r in rows if r.bytes is not None}
    if not size_of:
        return None
    least = min(size_of.values())
    codecs = tuple(sorted(name for name, size in size_of.items() if size == least))
    return Finding("smallest", codecs, units.size(least))


def round_trips(rows: Iterable[Row]) -> dict[str, tuple[Interval, float]]:
    """By codec, the time to serialize and deserialize a value, in ns, and its bytes.

    The bounds of the sum are the sums of the bounds, which is wider than 95 %: the two are not
    independent, and nothing is called faster here that may not be.
    """
    parts: dict[str, dict[str, Row]] = {}
    for row in rows:
        if row.operation in CHIEF and has_figure(row) and row.bytes is not None:
            parts.setdefault(row.codec, {})[row.operation] = row
    whole = {codec: tuple(its.values()) for codec, its in parts.items() if len(its) == len(CHIEF)}
    return {codec: (total_time(its), its[0].bytes or 0.0) for codec, its in whole.items()}


def total_time(rows: Iterable[Row]) -> Interval:
    """The sum of times that all have a figure; without an interval they bound themselves."""
    times = [
        (r.median_ns or 0.0, r.low_ns or r.median_ns or 0.0, r.high_ns or r.median_ns or 0.0)
        for r in rows
    ]
    median, low, high = (sum(column) for column in zip(*times, strict=True))
    return Interval(median, low, high)


def _front(rows: Sequence[Row], language: str | None) -> Finding | None:
    costs = round_trips(rows)
    if len(costs) < 2:
        return None
    front = pareto_front(costs)[::-1]  # fastest first, as the rest of the answer
    sizes = Counter(costs[codec][1] for codec in front)
    figures = []
    for codec in front:
        time, size = costs[codec]
        tied = ", tied" if sizes[size] > 1 else ""
        figures.append(f"{units.time(time.median)}, {units.size(size)}{tied}")
    names = [c if language is None else c.removeprefix(f"{language}/") for c in front]
    return Finding("Pareto front of time and size", tuple(names), "", tuple(figures))


def _group(row: Row, language: str | None) -> int | None:
    return row.tie_group if language is None else row.language_tie_group


def _name(row: Row, language: str | None) -> str:
    return row.codec if language is None else row.codec.removeprefix(f"{row.language}/")
