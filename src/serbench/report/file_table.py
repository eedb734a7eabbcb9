"""An experiment with object files as tables in a terminal, study lines, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from serbench.operations import DOES
from serbench.report import units
from serbench.report.csv_rows import cell
from serbench.report.figures import FILES_LEGEND, OF_FILES
from serbench.report.json_rows import indented
from serbench.report.text import language_name, plain
from serbench.results.file_rows import FileResult, FileRow

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# Left out where the terminal is too narrow for all, the first one first.
LEFT_OUT = [f.label for f in sorted(OF_FILES, key=lambda f: -f.gives_way) if f.gives_way]


def print_tables(result: FileResult, console: Console) -> None:
    """A table for each operation and placement; then what could not be measured, and how it was."""
    from rich.text import Text

    measured = [row for row in result.rows if row.status == "measured"]
    left_out: list[str] = []
    for operation, cores in dict.fromkeys((row.operation, row.cores) for row in measured):
        of_placement = [row for row in measured if (row.operation, row.cores) == (operation, cores)]
        name, _, manner = operation.partition(" ")
        title = f"{operation}: {DOES[name]}{f', {manner}' if manner else ''}, cores {cores}"
        console.print(Text(f"{title} · {how(of_placement)}", style="bold"))
        rows = [
            _cells(r) for r in sorted(of_placement, key=lambda r: r.total.mean_s if r.total else 0)
        ]
        for number in range(len(LEFT_OUT) + 1):
            table = _table(rows, LEFT_OUT[:number])
            unbounded = console.options.update(max_width=1000)
            if console.measure(table, options=unbounded).maximum <= console.width:
                break
        left_out = max(left_out, LEFT_OUT[:number], key=len)
        console.print(table)
        if operation in result.fio:
            rate = units.size(result.fio[operation])
            console.print(Text(f"fio: {rate}/s in the same directory", style="dim"))
        console.print()
    for row in result.rows:
        if row.status != "measured":
            where = f" ({row.operation})" if row.operation else ""
            text = f"{plain(row.codec)}: {row.status}{where}: {plain(row.note)}"
            console.print(Text(text, style="red"))
    console.print(Text(_notes(result), style="dim"))
    if left_out:
        text = (
            f"Too narrow for {', '.join(left_out)}: a wider terminal shows them, --format csv too."
        )
        console.print(Text(text, style="dim"))


def _table(rows: list[dict[str, str]], left_out: Sequence[str]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    names = [name for name in rows[0] if name not in left_out]
    for name in names:
        table.add_column(name, justify="left" if name == "codec" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(row[name]) for name in names))
    return table


def how(rows: list[FileRow]) -> str:
    """What holds for a whole table: the number of values, repeats, and whether it was cold."""
    conditions = [f"{rows[0].values:,} values", f"{rows[0].repeats} repeats"]
    colds = {row.cold for row in rows}
    if colds == {True}:
        conditions.append("cold: proven to be out of the page cache")
    elif False in colds:
        conditions.append("NOT COLD: the system kept the file in its page cache")
    return ", ".join(conditions)


def _cells(row: FileRow) -> dict[str, str]:
    """By the names of columns."""
    return {"codec": plain(row.codec)} | {figure.label: figure.text(row) for figure in OF_FILES}


def _notes(result: FileResult) -> str:
    settings = result.settings
    threads = settings["threads"]
    notes = (
        f"{FILES_LEGEND} Blocks of {units.size(settings['block_bytes'])}, fsync "
        f"{'once at the end' if settings['fsync'] == 'end' else 'never'}, "
        f"{threads} {'thread' if threads == 1 else 'threads'}, "
        f"{result.environment.get('file system', 'an unknown file system')}."
    )
    shared = settings.get("one_process", [])
    if any(row.codec in shared for row in result.rows):
        return f"{notes} One process took all repeats, on every core: {', '.join(shared)}."
    return notes


def study_lines(
    result: FileResult, methods: Mapping[str, str], datatype: str = "TweetStatus"
) -> str:
    """The result lines of the complex-objects study, one for each row: whether it was pinned (its
    `taskset`), the method (by codec in `methods`), whether in order, mean seconds of I/O and in
    all."""
    lines = ["language#taskset#method#seq#datatype#iotime#totaltime"]
    for row in result.rows:
        if row.status != "measured" or not row.io or not row.total:
            continue
        direction = "Write" if row.operation == "write" else "Read"
        language = language_name(row.language).upper()
        pinned = str(row.cores != "all").lower()
        ordered = str(not row.operation.startswith("get")).lower()
        method = methods.get(row.codec, f"{language_name(row.language)} {row.codec}")
        head = f"[{direction}Time{language}]#{pinned}#{method}#{ordered}#{datatype}"
        lines.append(f"{head}#{row.io.mean_s:.9f}#{row.total.mean_s:.9f}")
        if row.raw:
            raw = f"[{direction}TimeRAW]#{pinned}#raw as {method}#{ordered}#{datatype}"
            lines.append(f"{raw}#{row.raw.mean_s:.9f}#{row.raw.mean_s:.9f}")
    return "\n".join(lines) + "\n"


def rows_json(result: FileResult) -> str:
    """The whole result as one JSON object."""
    return indented(result) + "\n"


def rows_csv(result: FileResult) -> str:
    """One line for each row; spreads are two columns, `…_mean_s` and `…_sd_s`."""
    out = io.StringIO()
    records = [_flat(row) for row in result.rows]
    writer = csv.DictWriter(out, list(records[0]) if records else ["codec"])
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


_SPREADS = ("io", "codec_time", "total", "alone", "raw")


def _flat(row: FileRow) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if name in _SPREADS:
            flat[f"{name}_mean_s"] = value.mean_s if value else ""
            flat[f"{name}_sd_s"] = value.sd_s if value else ""
        else:
            flat[name] = cell(value)
    return flat
