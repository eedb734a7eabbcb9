"""Who reads whose bytes: a matrix for each wire in a terminal, in Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from serbench.proof.interop import InteropCell, Lack
from serbench.report.json_rows import indented
from serbench.report.text import list_of_codecs, plain
from serbench.report.wrapping import say
from serbench.results.interop_rows import InteropResult

if TYPE_CHECKING:
    from rich.console import Console

SIGNS = {"same bytes": "=", "same value": "+", "differs": "≠", "refused": "x", "crashed": "†"}
LEGEND = (
    "= the same value, and the reader writes the same bytes; + the same value; ≠ another value; "
    "x refused; † its process ended. Rows wrote, columns read."
)

# So many cases that a codec does not write are named.
_MOST_CASES = 12


def wires(cells: Sequence[InteropCell]) -> dict[str, list[InteropCell]]:
    found: dict[str, list[InteropCell]] = {}
    for cell in cells:
        found.setdefault(cell.wire, []).append(cell)
    return found


def matrix(cells: Sequence[InteropCell]) -> Iterator[tuple[str, list[str]]]:
    """Of one wire: a row for each codec that wrote or read, a sign for each in the same order."""
    signs = {(c.writer, c.reader): SIGNS[c.outcome] for c in cells}
    codecs = list(dict.fromkeys(name for c in cells for name in (c.reader, c.writer)))
    for writer in codecs:
        yield writer, ["" if r == writer else signs.get((writer, r), "·") for r in codecs]


def findings(cells: Sequence[InteropCell]) -> Iterator[str]:
    """Of one wire: what readers do not read, a line for all writers that a reader fails alike."""
    failures: dict[tuple[str, str], list[str]] = {}
    for cell in cells:
        if not cell.is_good:
            failures.setdefault((cell.reader, cell.why), []).append(cell.writer)
    for (reader, why), writers in failures.items():
        among = dict.fromkeys(cell.writer for cell in cells if cell.reader == reader)
        yield f"{reader} reading {list_of_codecs(writers, among)}: {why}"


def lacking(lacks: Sequence[Lack]) -> Iterator[str]:
    """What codecs did not write, those of one codec together: the first cases by name."""
    for codec in dict.fromkeys(lack.codec for lack in lacks):
        of_codec = [lack for lack in lacks if lack.codec == codec]
        cases = ", ".join(lack.case for lack in of_codec[:_MOST_CASES])
        if left := len(of_codec[_MOST_CASES:]):
            cases += f" and {left} more"
        yield f"{codec} does not write {len(of_codec)}: {cases} ({of_codec[0].said})"


def print_matrices(result: InteropResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for workload, cells in result.cells.items():
        for wire, of_wire in wires(cells).items():
            console.print(Text(f"{plain(workload)}: {plain(wire)}", style="bold"))
            rows = list(matrix(of_wire))
            table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
            table.add_column("")
            for number in range(1, len(rows) + 1):
                table.add_column(str(number), justify="center")
            for number, (codec, signs) in enumerate(rows, 1):
                shown = [Text(s, style="red" if s in "≠x†" and s else "") for s in signs]
                table.add_row(Text(f"{number} {plain(codec)}"), *shown)
            console.print(table)
            for line in findings(of_wire):
                say(Text(plain(line), style="red"), console)
        for line in lacking(result.lacks.get(workload, ())):
            say(Text(plain(line), style="yellow"), console)
    say(Text(LEGEND, style="dim"), console)


def markdown(result: InteropResult) -> str:
    lines = []
    for workload, cells in result.cells.items():
        for wire, of_wire in wires(cells).items():
            rows = list(matrix(of_wire))
            lines += [f"## {markdown_cell(workload)}: {markdown_cell(wire)}", ""]
            lines.append("| | " + " | ".join(map(str, range(1, len(rows) + 1))) + " |")
            lines.append("| --- |" + " :-: |" * len(rows))
            lines += [
                f"| {number} {markdown_cell(codec)} | " + " | ".join(signs) + " |"
                for number, (codec, signs) in enumerate(rows, 1)
            ]
            lines.append("")
            bullets = [f"- {markdown_cell(line)}" for line in findings(of_wire)]
            lines += [*bullets, ""] if bullets else []
        lines += [f"- {markdown_cell(line)}" for line in lacking(result.lacks.get(workload, ()))]
    return "\n".join([*lines, "", LEGEND, ""])


def markdown_cell(text: str) -> str:
    """Without what Markdown or HTML would take for their own."""
    for mark in "\\`*_|<>[]":
        text = text.replace(mark, f"\\{mark}" if mark not in "<>" else f"&#{ord(mark)};")
    return plain(text)


def as_json(result: InteropResult) -> str:
    return indented(result)
