"""What codecs cost besides time: a table for a terminal, in Markdown, as CSV and JSON. A part of it
is of a language, smallest first."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from serbench.footprint import FIGURES, Footprint
from serbench.languages.registry import LANGUAGES
from serbench.report import units
from serbench.report.csv_rows import cell
from serbench.report.interop import markdown_cell
from serbench.report.json_rows import indented
from serbench.report.text import language_name, plain
from serbench.report.wrapping import say
from serbench.results.footprint_rows import FootprintResult

if TYPE_CHECKING:
    from rich.console import Console

UNKNOWN = "·"


@dataclass(frozen=True, slots=True)
class Column:
    """`name` is a figure's, `title` heads it."""

    name: str
    title: str
    text: Callable[[float], str]
    legend: str


COLUMNS = (
    Column("code_bytes", "code", units.size, "code and data that the codec adds to a program"),
    Column("small_code_bytes", "for size", units.size, "the same, compiled for size"),
    Column("shared_bytes", "shared", units.size, "shared libraries that only the codec needs"),
    Column("jar_bytes", "jars", units.size, "jars and classes that only the codec needs"),
    Column(
        "compile_s", "compile", units.seconds, "processor time to generate and compile its code"
    ),
    Column("dependencies", "depends", units.count, "crates, modules, packages that it depends on"),
    Column("dependencies_s", "compile those", units.seconds, "processor time to compile these"),
    Column("import_ms", "import", lambda ms: units.time(ms * 1e6), "time to import it"),
    Column("import_rss_bytes", "memory", units.size, "resident memory that the import adds"),
)


def by_language(found: Sequence[Footprint]) -> Iterator[tuple[str, list[Footprint]]]:
    """Smallest first, those without figures last."""

    def order(one: Footprint) -> tuple[bool, float, str]:
        size = one.shipped_bytes if one.shipped_bytes is not None else one.import_ms
        return size is None, size or 0.0, one.codec

    by_name: dict[str, list[Footprint]] = {language: [] for language in LANGUAGES}
    for one in found:
        by_name.setdefault(one.codec.partition("/")[0], []).append(one)
    for language, of_language in by_name.items():
        if of_language:
            yield language, sorted(of_language, key=order)


def columns_of(found: Sequence[Footprint]) -> list[Column]:
    """Those that any of these has a figure for."""
    return [c for c in COLUMNS if any(getattr(one, c.name) is not None for one in found)]


def text(column: Column, one: Footprint | None) -> str:
    value = getattr(one, column.name) if one else None
    return UNKNOWN if value is None else column.text(value)


def rows(found: Sequence[Footprint]) -> Iterator[tuple[str, list[str]]]:
    """Of each codec that has figures its cells, as `columns_of`."""
    columns = columns_of(found)
    for one in found:
        if one.is_measured:
            yield one.codec, [text(column, one) for column in columns]


def notes(found: Sequence[Footprint]) -> Iterator[str]:
    """Alike ones together."""
    by_note: dict[str, list[str]] = {}
    for one in found:
        if one.note:
            by_note.setdefault(one.note, []).append(one.codec)
    for note, codecs in by_note.items():
        yield f"{', '.join(codecs)}: {note}"


def legend(found: Sequence[Footprint]) -> str:
    told = "; ".join(f"{column.title}: {column.legend}" for column in columns_of(found))
    return (
        f"{told}. All but what a codec depends on is beside a program of its language without one."
    )


def print_table(result: FootprintResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for workload, found in result.found.items():
        for language, of_language in by_language(found):
            columns = columns_of(of_language)
            if columns:
                table = Table(
                    box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
                )
                # Folded where it does not fit: two ids may differ in their ends alone.
                heading = plain(f"{workload}: {language_name(language)}")
                table.add_column(heading, overflow="fold")
                for column in columns:
                    table.add_column(column.title, justify="right", no_wrap=True)
                for codec, cells in rows(of_language):
                    table.add_row(Text(plain(codec)), *cells)
                console.print(table)
            for note in notes(of_language):
                say(Text(plain(note), style="yellow"), console)
        if columns_of(found):
            say(Text(legend(found), style="dim"), console)


def markdown(result: FootprintResult) -> str:
    lines: list[str] = []
    for workload, found in result.found.items():
        for language, of_language in by_language(found):
            columns = columns_of(of_language)
            lines += [f"**{markdown_cell(workload)}, {language_name(language)}**", ""]
            if columns:
                lines.append(f"| codec | {' | '.join(c.title for c in columns)} |")
                lines.append("| --- |" + " --: |" * len(columns))
            for codec, cells in rows(of_language):
                lines.append(f"| {markdown_cell(codec)} | {' | '.join(cells)} |")
            told = [f"- {markdown_cell(note)}" for note in notes(of_language)]
            lines += ["", *told, *([""] if told else [])]
        if columns_of(found):
            lines += [legend(found), ""]
    return "\n".join(lines)


def as_json(result: FootprintResult) -> str:
    return indented(msgspec.to_builtins(result))


def rows_csv(result: FootprintResult) -> str:
    """A header line and a line for each codec, cells as those of `serbench run`."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("run", "workload", "codec", *FIGURES, "note"))
    for workload, found in result.found.items():
        for one in found:
            values: tuple[Any, ...] = tuple(getattr(one, name) for name in (*FIGURES, "note"))
            writer.writerow(cell(value) for value in (result.run, workload, one.codec, *values))
    return out.getvalue()
