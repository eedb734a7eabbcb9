"""Two runs beside each other: in a terminal, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from serbench.report import units
from serbench.report.console import printed
from serbench.report.csv_rows import cell
from serbench.report.interop import markdown_cell
from serbench.report.text import plain, shortened
from serbench.results.comparison import Compared, Comparison
from serbench.results.runs import RunRecord

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_GAP = 2
_NOTE_LIMIT = 200
# The worst news first.
_ORDER = ("slower", "faster", "not significant")
_STYLES = {"slower": "bold red", "faster": "bold green", "not significant": "dim"}


def rows_json(comparison: Comparison) -> str:
    """A JSON array, a line for each cell."""
    lines = (json.dumps(record, allow_nan=False) for record in _records(comparison))
    return "[" + "".join(f"{',' if i else ''}\n{line}" for i, line in enumerate(lines)) + "\n]\n"


def rows_csv(comparison: Comparison) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["a", "b", *Compared.__struct_fields__, "machine_ratio"])
    for record in _records(comparison):
        writer.writerow(cell(value) for value in record.values())
    return out.getvalue()


def _records(comparison: Comparison) -> Iterator[dict[str, Any]]:
    for row in comparison.rows:
        yield {
            "a": comparison.a.run,
            "b": comparison.b.run,
            **{name: getattr(row, name) for name in Compared.__struct_fields__},
            "machine_ratio": comparison.machine.estimate if comparison.machine else None,
        }


def markdown(comparison: Comparison) -> str:
    """As `print_comparison`, for a page or a pull request."""
    lines = [f"{name}: {markdown_cell(_run(run))}  " for name, run in _sides(comparison)]
    lines += ["", *(*_answers(comparison), *_machine(comparison)), ""]
    lines += ["| workload | codec | operation | A | B | B/A | 95 % | |"]
    lines += ["| --- | --- | --- | --: | --: | --: | --- | --- |"]
    for row in _worst_first(comparison.rows):
        names = (row.workload, row.codec, row.operation)
        if row.verdict == "not comparable":
            figures: tuple[str, ...] = ("", "", "", "")
        else:
            times = ("", "") if comparison.relative else _times(row)
            figures = (*times, units.ratio(row.ratio or 0.0), _bounds(row))
        verdict = f"**{row.verdict}**" if row.verdict in ("slower", "faster") else row.verdict
        note = f": {row.note}" if row.note else ""
        cells = (*map(markdown_cell, (*names, *figures)), verdict + markdown_cell(note))
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", *(f"- {markdown_cell(warning)}" for warning in comparison.warnings)]
    return "\n".join(lines).rstrip() + "\n"


def _sides(comparison: Comparison) -> tuple[tuple[str, RunRecord], tuple[str, RunRecord]]:
    return ("A", comparison.a), ("B", comparison.b)


def _worst_first(rows: Sequence[Compared]) -> list[Compared]:
    order = (*_ORDER, "not comparable")
    return sorted(rows, key=lambda r: (order.index(r.verdict), -(r.ratio or 0.0)))


def _times(row: Compared) -> tuple[str, str]:
    return units.time(row.a_ns or 0), units.time(row.b_ns or 0)


def _bounds(row: Compared) -> str:
    if row.ratio_low is None or row.ratio_high is None:
        return "?"
    return units.EN_DASH.join(units.digits(x) for x in (row.ratio_low, row.ratio_high))


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Prints what was compared, what came of it in words, the cells and what makes it less sure.

    Nothing in it is taken for markup or for a terminal's control sequence."""
    printed(lambda on: _print(comparison, on), console)


def _print(comparison: Comparison, console: Console) -> None:
    from rich.table import Table
    from rich.text import Text

    heads = Table.grid(padding=(0, _GAP, 0, 0))
    heads.add_column(no_wrap=True)
    heads.add_column(overflow="fold")
    for name, run in _sides(comparison):
        heads.add_row(Text(name, "bold"), Text(_run(run)))
    console.print(heads)
    for sentence in (*_answers(comparison), *_machine(comparison)):
        console.print(Text(sentence))
    compared = [row for row in comparison.rows if row.verdict != "not comparable"]
    for workload in dict.fromkeys(row.workload for row in compared):
        for operation in dict.fromkeys(r.operation for r in compared if r.workload == workload):
            of_operation = [
                r for r in compared if (r.workload, r.operation) == (workload, operation)
            ]
            console.print(Text(f"\n{plain(workload)} · {plain(operation)}", "bold"))
            console.print(_table(of_operation, comparison.relative))
    _print_not_comparable(comparison.rows, console)
    _print_foot(comparison, console)


def _run(run: RunRecord) -> str:
    names = (run.run, run.tag, run.host.name, f"serbench {run.serbench}", run.note)
    return " · ".join(plain(name) for name in names if name)


def _answers(comparison: Comparison) -> Iterator[str]:
    rows = comparison.rows
    counts = {v: sum(row.verdict == v for row in rows) for v in _ORDER}
    cells = sum(counts.values())
    counted = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    yield f"B beside A, {cells} {'cell' if cells == 1 else 'cells'}: {counted}."


def _machine(comparison: Comparison) -> Iterator[str]:
    if comparison.relative:
        yield (
            "The hosts differ: no absolute times are compared. Ratios are beside the middle of "
            "all cells here."
        )
    if comparison.machine is not None:
        percent = 100 * (comparison.machine.estimate - 1)
        if abs(percent) < 0.05:
            yield "The machine was as fast in B as in A, by the reference kernel."
        else:
            how = "slower" if percent > 0 else "faster"
            yield f"The machine was {abs(percent):.1f} % {how} in B: taken out of the ratios."


def _table(rows: Sequence[Compared], relative: bool) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, _GAP - 1, 0, 0))
    table.add_column("codec", overflow="fold", min_width=5)
    times = () if relative else ("A", "B")
    for name in times:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("B/A", justify="right", no_wrap=True)
    table.add_column("95 %, all at once", no_wrap=True)
    table.add_column("", no_wrap=True)
    for row in _worst_first(rows):
        figures = () if relative else _times(row)
        bounds = _bounds(row)
        style = _STYLES[row.verdict]
        table.add_row(
            Text(plain(row.codec)),
            *(Text(figure) for figure in figures),
            Text(units.ratio(row.ratio or 0.0)),
            Text(bounds, "dim"),
            Text(row.verdict, style),
        )
    return table


def _print_not_comparable(rows: Sequence[Compared], console: Console) -> None:
    from rich.text import Text

    by_reason: dict[str, list[str]] = {}
    for row in rows:
        if row.verdict == "not comparable":
            by_reason.setdefault(row.note, []).append(f"{row.workload} {row.codec} {row.operation}")
    if by_reason:
        console.print(Text("\nnot comparable", "bold"))
    for reason, cells in by_reason.items():
        console.print(Text(f"{shortened(plain(reason), _NOTE_LIMIT)}: {plain(', '.join(cells))}"))


def _print_foot(comparison: Comparison, console: Console) -> None:
    from rich.text import Text

    console.print()
    for warning in comparison.warnings:
        console.print(Text.assemble(("warning: ", "bold yellow"), (plain(warning), "yellow")))
    shown = (
        "slower, faster: shown, all cells being judged together, and by "
        f"{units.share(comparison.smallest)} at least. This rests on {comparison.claim.words}: "
        "another run of either may say otherwise."
    )
    console.print(Text(shown, "dim"))
