"""What became of every value of a data set: in a terminal, in Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from serbench.proof.full_dataset import KINDS, Failure
from serbench.quoting import shown_file
from serbench.report.interop import markdown_cell
from serbench.report.json_rows import indented
from serbench.report.text import plain
from serbench.results.census_rows import Census, CensusResult

if TYPE_CHECKING:
    from rich.console import Console

# Of a codec and kind, so many are told of in a terminal.
TOLD = 3
HEAD = ("codec", "values", "bytes per value")
WORDS = {
    "cannot-hold": "cannot be held",
    "differs": "differ",
    "refused": "are refused",
    "crashed": "end its process",
    "hung": "hang it",
}
LEGEND = (
    "Differ: another value came back. Refused: the library said no. Not looked at alone: "
    "several at once failed, and too many for each to be asked about."
)


def verdict(census: Census) -> str:
    """What became of the values, in words."""
    if census.without_driver:
        return f"{census.without_driver}: {census.note}"
    if census.survived == census.values:
        return "all survive"
    parts = [f"{census.counts[kind]:,} {WORDS[kind]}" for kind in KINDS if kind in census.counts]
    if census.unexamined:
        parts.append(f"{census.unexamined:,} not looked at alone")
    return ", ".join([*parts, f"{census.survived:,} survive"])


def rows(result: CensusResult) -> Iterator[tuple[str, str, str]]:
    for census in result.found:
        size = f"{census.encoded_bytes / census.written:,.1f}" if census.written else ""
        yield census.codec, verdict(census), size


def failures(census: Census, most: int) -> Iterator[str]:
    """Where the first values of each kind stand, and what was wrong."""
    for kind in KINDS:
        named = [failure for failure in census.failures if failure.kind == kind]
        for failure in named[:most]:
            yield f"{census.codec}: {place(failure)}: {_why(failure)}"
        if more := census.counts.get(kind, 0) - len(named[:most]):
            yield f"{census.codec}: and {more:,} more that {WORDS[kind]}"


def place(failure: Failure) -> str:
    """As an `InputError` says it."""
    if failure.unit == "line":
        return f"{shown_file(failure.file)}:{failure.number}"
    return f"{shown_file(failure.file)}: {failure.unit} {failure.number}"


def _why(failure: Failure) -> str:
    if failure.path:
        return f"{failure.path} was {failure.expected}, came back as {failure.found}"
    return f"{failure.kind}: {failure.said}" if failure.said else failure.kind


def _title(result: CensusResult) -> str:
    size = f"{result.json_bytes / 1e6:,.1f} MB of JSON"
    unfinished = "" if result.status == "finished" else f" ({result.status})"
    return f"{result.workload}: {result.values:,} values, {size}{unfinished}"


def print_table(result: CensusResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(plain(_title(result)), style="bold"))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(HEAD[0], no_wrap=True)
    table.add_column(HEAD[1])
    table.add_column(HEAD[2], justify="right")
    for census, row in zip(result.found, rows(result), strict=True):
        style = "" if census.status == "measured" else "red"
        table.add_row(*(Text(plain(cell), style=style) for cell in row))
    console.print(table)
    for census in result.found:
        for line in failures(census, TOLD):
            console.print(Text(plain(line), style="red"))
    if _needs_legend(result):
        console.print(Text(LEGEND, style="dim"))


def markdown(result: CensusResult) -> str:
    lines = [f"## {markdown_cell(_title(result))}", "", f"| {' | '.join(HEAD)} |"]
    lines.append("| --- | --- | --: |")
    lines += [f"| {' | '.join(map(markdown_cell, row))} |" for row in rows(result)]
    bullets = [
        f"- {markdown_cell(line)}" for census in result.found for line in failures(census, TOLD)
    ]
    legend = ["", LEGEND] if _needs_legend(result) else []
    return "\n".join([*lines, "", *bullets, *legend, ""])


def _needs_legend(result: CensusResult) -> bool:
    return any(census.counts or census.unexamined for census in result.found)


def as_json(result: CensusResult) -> str:
    """All that is known, with each codec's `status` and how many values `survived`."""
    made: dict[str, Any] = msgspec.to_builtins(result)
    for row, census in zip(made["found"], result.found, strict=True):
        status = "proven" if census.status == "measured" else census.status
        row |= {"status": status, "survived": census.survived}
    return indented(made)
