"""A codec through the runs of a results file: in a terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from serbench.report import units
from serbench.report.console import printed
from serbench.report.text import plain
from serbench.report.words import moved_words
from serbench.report.wrapping import say
from serbench.results.evidence import Past
from serbench.results.evidence_scope import claim
from serbench.results.history import Series
from serbench.stats import SMALLEST

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_GAP = 2
_PLOT = 11


def rows_json(series: Sequence[Series]) -> str:
    """A JSON array, a line for each run of each series; `step` is how many times its ratio to the
    reference is what it was, in the run from which on that is so."""
    lines = (
        json.dumps(record, allow_nan=False)
        for one_series in series
        for record in _records(one_series)
    )
    return "[" + "".join(f"{',' if i else ''}\n{line}" for i, line in enumerate(lines)) + "\n]\n"


def _records(series: Series) -> Iterator[dict[str, Any]]:
    steps = {moved.run: moved for moved in series.moved}
    for past in series.past:
        record = {name: getattr(past, name) for name in Past.__struct_fields__}
        record["host"] = past.host.name
        step = steps.get(past.run)
        yield record | {
            "step": step.ratio if step else None,
            "step_low": step.low if step else None,
            "step_high": step.high if step else None,
        }


def print_history(series: Sequence[Series], console: Console) -> None:
    """Prints a table for each series and its steps in words.

    Nothing in it is taken for markup or for a terminal's control sequence."""
    printed(lambda on: _print(series, on), console)


def _print(series: Sequence[Series], console: Console) -> None:
    from rich.text import Text

    for number, one_series in enumerate(series):
        if number:
            console.print()
        title = " · ".join(
            plain(x) for x in (one_series.codec, one_series.workload, one_series.operation)
        )
        console.print(Text(title, "bold"))
        for sentence in _answers(one_series):
            say(Text(sentence), console)
        hosts = list(dict.fromkeys(past.host for past in one_series.past))
        for host in hosts:
            console.print(Text(f"\non {plain(host.name)}" if len(hosts) > 1 else "", "bold"))
            console.print(
                _table(one_series, [past for past in one_series.past if past.host == host])
            )
    console.print()
    legend = (
        "A run is called by its date and time (UTC). A step is where the ratio to the "
        f"reference moved for good on a host: by {units.share(SMALLEST)} at least, beyond "
        "chance, with two runs or more on either side."
    )
    say(Text(legend, "dim"), console)


def _answers(series: Series) -> Iterator[str]:
    hosts = {past.host for past in series.past}
    for step in series.moved:
        where = f" on {plain(step.host.name)}" if len(hosts) > 1 else ""
        yield f"Since {plain(step.run)}{where}: {moved_words(step)}."
    rests = claim((past.run, past.host) for past in series.past)
    last = series.past[-1]
    if last.ratio is None or last.reference is None:
        yield f"No ratio to a reference is known, hence no steps; {rests.words}."
    elif last.reference == series.codec:
        yield f"It is the reference of its language, hence no ratio and no steps; {rests.words}."
    elif not series.moved:
        yield f"No step was found in {rests.words}."
    else:
        yield f"This rests on {rests.words}."
    if series.others:
        runs = "run is" if series.others == 1 else "runs are"
        yield f"{series.others} earlier {runs} on other values of this name and not shown."


def _table(series: Series, past: Sequence[Past]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    has_ratio = any(p.ratio is not None and p.reference != p.codec for p in past)
    references = dict.fromkeys(p.reference for p in past if p.reference)
    short = " or ".join(plain(r.partition("/")[2] or r) for r in references)
    columns = {
        "run": [plain(p.run) for p in past],
        "tag": [plain(p.tag) for p in past],
        # The width that this takes is worth it only where it tells something.
        "serbench": [plain(p.serbench) for p in past]
        if len({p.serbench for p in past}) > 1
        else [],
        "library": [plain(p.version) for p in past],
        "time": [_with_interval(units.time(p.time_ns), _time_bounds(p)) for p in past],
    }
    if has_ratio:
        columns[f"to {short}"] = [_ratio(p) for p in past]
    columns[""] = _plot(past, by_ratio=has_ratio)
    shown = {name: texts for name, texts in columns.items() if any(texts)}
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, _GAP - 1, 0, 0))
    for name in shown:
        folds = name in ("tag", "serbench", "library")
        table.add_column(Text(name), overflow="fold", no_wrap=not folds)
    steps = {step.run for step in series.moved}
    for p, texts in zip(past, zip(*shown.values(), strict=True), strict=True):
        style = "bold yellow" if p.run in steps else ""
        table.add_row(*(Text(text, style) for text in texts))
    return table


def _with_interval(figure: str, bounds: str) -> str:
    return f"{figure} {bounds}".rstrip()


def _time_bounds(past: Past) -> str:
    return units.time_interval(past.time_ns, past.low_ns, past.high_ns)


def _ratio(past: Past) -> str:
    if past.ratio is None:
        return ""
    bounds = units.interval(past.ratio, past.ratio_low, past.ratio_high)
    return _with_interval(units.ratio(past.ratio), bounds)


def _plot(pasts: Sequence[Past], *, by_ratio: bool) -> list[str]:
    """Each run's interval and its middle on one scale, a line for each."""
    figures = [
        (p.ratio, p.ratio_low, p.ratio_high) if by_ratio else (p.time_ns, p.low_ns, p.high_ns)
        for p in pasts
    ]
    known = [x for three in figures for x in three if x is not None]
    if not known:
        return ["" for _ in pasts]
    lowest, highest = min(known), max(known)
    scale = (_PLOT - 1) / (highest - lowest) if highest > lowest else 0.0
    lines = []
    for middle, low, high in figures:
        line = [" "] * _PLOT
        if middle is not None:
            ends = [middle if end is None else end for end in (low, high)]
            left, at, right = (round((x - lowest) * scale) for x in (ends[0], middle, ends[1]))
            line[left : right + 1] = "─" * (right + 1 - left)
            line[at] = "●"
        lines.append("".join(line))
    return lines
