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
from serbench.results.full_dataset_rows import FullDatasetFinding, FullDatasetResult

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


def verdict(finding: FullDatasetFinding) -> str:
    """What became of the values, in words."""
    if finding.without_driver:
        return f"{finding.without_driver}: {finding.note}"
    if finding.survived == finding.values:
        return "all survive"
    parts = [f"{finding.counts[kind]:,} {WORDS[kind]}" for kind in KINDS if kind in finding.counts]
    if finding.unexamined:
        parts.append(f"{finding.unexamined:,} not looked at alone")
    return ", ".join([*parts, f"{finding.survived:,} survive"])


def rows(result: FullDatasetResult) -> Iterator[tuple[str, str, str]]:
    for finding in result.found:
        size = f"{finding.encoded_bytes / finding.written:,.1f}" if finding.written else ""
        yield finding.codec, verdict(finding), size


def failures(finding: FullDatasetFinding, most: int) -> Iterator[str]:
    """Where the first values of each kind stand, and what was wrong."""
    for kind in KINDS:
        named = [failure for failure in finding.failures if failure.kind == kind]
        for failure in named[:most]:
            yield f"{finding.codec}: {place(failure)}: {_why(failure)}"
        if more := finding.counts.get(kind, 0) - len(named[:most]):
            yield f"{finding.codec}: and {more:,} more that {WORDS[kind]}"


def place(failure: Failure) -> str:
    """As an `InputError` says it."""
    if failure.unit == "line":
        return f"{shown_file(failure.file)}:{failure.number}"
    return f"{shown_file(failure.file)}: {failure.unit} {failure.number}"


def _why(failure: Failure) -> str:
    if failure.path:
        return f"{failure.path} was {failure.expected}, came back as {failure.found}"
    return f"{failure.kind}: {failure.said}" if failure.said else failure.kind


def _title(result: FullDatasetResult) -> str:
    size = f"{result.json_bytes / 1e6:,.1f} MB of JSON"
    unfinished = "" if result.status == "finished" else f" ({result.status})"
    checksum = f", checksum of their lines {result.checksum}" if result.checksum else ""
    return f"{result.workload}: {result.values:,} values, {size}{checksum}{unfinished}"


def print_table(result: FullDatasetResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(plain(_title(result)), style="bold"))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(HEAD[0], no_wrap=True)
    table.add_column(HEAD[1])
    table.add_column(HEAD[2], justify="right")
    for finding, row in zip(result.found, rows(result), strict=True):
        style = "" if finding.status == "measured" else "red"
        table.add_row(*(Text(plain(cell), style=style) for cell in row))
    console.print(table)
    for finding in result.found:
        for line in failures(finding, TOLD):
            console.print(Text(plain(line), style="red"))
    if _needs_legend(result):
        console.print(Text(LEGEND, style="dim"))


def markdown(result: FullDatasetResult) -> str:
    lines = [f"## {markdown_cell(_title(result))}", "", f"| {' | '.join(HEAD)} |"]
    lines.append("| --- | --- | --: |")
    lines += [f"| {' | '.join(map(markdown_cell, row))} |" for row in rows(result)]
    bullets = [
        f"- {markdown_cell(line)}" for finding in result.found for line in failures(finding, TOLD)
    ]
    legend = ["", LEGEND] if _needs_legend(result) else []
    return "\n".join([*lines, "", *bullets, *legend, ""])


def _needs_legend(result: FullDatasetResult) -> bool:
    return any(finding.counts or finding.unexamined for finding in result.found)


def as_json(result: FullDatasetResult) -> str:
    """All that is known, with each codec's `status` and how many values `survived`."""
    made: dict[str, Any] = msgspec.to_builtins(result)
    for row, finding in zip(made["found"], result.found, strict=True):
        status = "proven" if finding.status == "measured" else finding.status
        row |= {"status": status, "survived": finding.survived}
    return indented(made)
