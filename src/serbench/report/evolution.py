"""What became of bytes as a schema grew: a table for a terminal, in Markdown and as JSON.

A row is a codec, a column a rule, and a cell has a sign for each case of the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from serbench.proof.evolution import NEGATIVE, EvolutionCell, Outcome, Unproven
from serbench.report.interop import markdown_cell
from serbench.report.json_rows import indented
from serbench.report.text import plain
from serbench.report.wrapping import say
from serbench.results.evolution_rows import EvolutionResult

if TYPE_CHECKING:
    from rich.console import Console

SIGNS: dict[Outcome, str] = {
    "kept": "=",
    "default given": "+",
    "refused": "x",
    "silently wrong": "≠",
    "crashed": "†",
}
LEGEND = (
    "= kept: every field that both schemas have; + kept, and fields that the bytes lack got a "
    "default; x refused; ≠ silently wrong; † the reader's process ended. A sign is the worst "
    "result of all values."
)


def rules(cells: Sequence[EvolutionCell]) -> dict[str, list[str]]:
    """By rule, what its signs are about, in order."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        cases = found.setdefault(cell.rule, [])
        if _case(cell) not in cases:
            cases.append(_case(cell))
    return found


def _case(cell: EvolutionCell) -> str:
    return f"{cell.direction} ({cell.case})" if cell.case else cell.direction


def rows(cells: Sequence[EvolutionCell]) -> Iterator[tuple[str, list[str]]]:
    """Of each codec its signs by rule; `·` where there is no cell."""
    columns = rules(cells)
    signs = {(c.codec, c.rule, _case(c)): SIGNS[c.outcome] for c in cells}
    for codec in dict.fromkeys(cell.codec for cell in cells):
        yield (
            codec,
            ["".join(signs.get((codec, r, c), "·") for c in cases) for r, cases in columns.items()],
        )


def headings(cells: Sequence[EvolutionCell]) -> Iterator[str]:
    """What the columns are, by their numbers."""
    places = {cell.rule: cell.place for cell in cells}
    for number, (rule, cases) in enumerate(rules(cells).items(), 1):
        yield f"{number} {rule} ({places[rule]}): {', '.join(cases)}"


def findings(cells: Sequence[EvolutionCell]) -> Iterator[str]:
    """What was silently wrong or ended a reader, alike ones of a codec together."""
    codecs = list(dict.fromkeys(cell.codec for cell in cells))
    for cell in sorted(cells, key=lambda cell: codecs.index(cell.codec)):
        if cell.outcome in NEGATIVE:
            yield f"{cell.codec}, {cell.rule}, {_case(cell)}: {cell.outcome}: {cell.why}"


def means(cells: Sequence[EvolutionCell]) -> Iterator[str]:
    """Which codecs were given means of their formats."""
    by_means: dict[str, list[str]] = {}
    for cell in cells:
        of_means = by_means.setdefault(cell.means, [])
        if cell.codec not in of_means:
            of_means.append(cell.codec)
    for meaning, codecs in by_means.items():
        yield f"{meaning or 'no means of the format used'}: {', '.join(codecs)}"


def lacking(unproven: Sequence[Unproven]) -> Iterator[str]:
    for codec in dict.fromkeys(lack.codec for lack in unproven):
        of_codec = [one for one in unproven if one.codec == codec]
        yield f"{codec}, {', '.join(one.rule for one in of_codec)}: {of_codec[0].said}"


def print_tables(result: EvolutionResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for workload, cells in result.cells.items():
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(plain(workload))
        for number in range(1, len(rules(cells)) + 1):
            table.add_column(str(number))
        for codec, signs in rows(cells):
            shown = [Text(s, style="red" if set(s) & set("≠†") else "") for s in signs]
            table.add_row(Text(plain(codec)), *shown)
        console.print(table)
        for line in headings(cells):
            say(Text(plain(line)), console)
        for line in findings(cells):
            say(Text(plain(line), style="red"), console)
        for line in means(cells):
            say(Text(plain(line), style="dim"), console)
    for unproven in result.unproven.values():
        for line in lacking(unproven):
            say(Text(plain(line), style="yellow"), console)
    say(Text(LEGEND, style="dim"), console)


def markdown(result: EvolutionResult) -> str:
    lines = []
    for workload, cells in result.cells.items():
        columns = rules(cells)
        lines += [f"## {markdown_cell(workload)}", ""]
        lines.append(f"| codec | {' | '.join(map(str, range(1, len(columns) + 1)))} |")
        lines.append("| --- |" + " --- |" * len(columns))
        lines += [
            f"| {markdown_cell(codec)} | {' | '.join(f'`{s}`' for s in signs)} |"
            for codec, signs in rows(cells)
        ]
        lines += ["", *(f"- {markdown_cell(line)}" for line in headings(cells))]
        lines += ["", *(f"- {markdown_cell(line)}" for line in findings(cells))]
        lines += ["", *(f"- {markdown_cell(line)}" for line in means(cells)), ""]
    for unproven in result.unproven.values():
        lines += [f"- {markdown_cell(line)}" for line in lacking(unproven)]
    return "\n".join([*lines, "", LEGEND, ""])


def as_json(result: EvolutionResult) -> str:
    return indented(result)
