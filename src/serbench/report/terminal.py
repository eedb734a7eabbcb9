"""A result as tables in a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from serbench.measure.status import Status
from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.report import words
from serbench.report.answer import answer, findings
from serbench.report.console import printed
from serbench.report.figures import OF_OPERATION
from serbench.report.grid import GAP, Grid, grids, known
from serbench.report.table import Section, View, languages, operations, section
from serbench.report.text import language_name, plain, shortened
from serbench.report.wrapping import say, wrapped
from serbench.results.rows import Result, WorkloadFacts

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

__all__ = ["answer", "print_result"]

ALL_OPERATIONS_WIDTH = 140
TOP = 8  # codecs of a table, where nobody says how many
_CODEC_WIDTH = 12  # a longer name is folded where figures need the width
_NOTE_LIMIT = 400  # characters of a reason; JSON has all of it

_STYLES = {
    "rank": "dim",
    "mark": "yellow",
    "best": "bold green",
    "interval": "dim",
    "bar": "blue",
    "size": "",
    "absent": "dim",
    "broken": "bold red",
    "failed": "red",
    "cannot-hold": "yellow",
    "unavailable": "dim",
    "unmeasured": "dim",
    "measured": "bold red",
} | {figure.key: figure.style for figure in OF_OPERATION}


def print_result(
    result: Result,
    console: Console,
    *,
    operations: Sequence[str] | None = None,
    view: View | None = None,
) -> None:
    """Prints the tables, what they mean, what they were measured on and, where it stays in sight,
    the answer in words. Without a view, tables have the best `TOP` codecs.

    `operations` names those to show; if None, the primary ones, and all that were measured from a
    width of 140 on. Nothing in the result is taken for markup
    or for a terminal's control sequence.
    """
    printed(lambda on: _print(result, on, operations, view or View()), console)


def _print(result: Result, console: Console, wanted: Sequence[str] | None, view: View) -> None:
    from rich.text import Text

    if view.top is None:
        view = replace(view, top=TOP, apart=True)
    sections: list[Section] = []
    drawn: set[str] = set()
    cut: dict[str, None] = {}  # figures that some table has no room for
    for workload in result.workloads:
        shown = _shown(result, workload, wanted, console.width)
        tables = _sections(result, workload, shown, view)
        sections += tables
        say(_heading(result, workload), console)
        for table in tables:
            shown_beside = _print_table(table, console, view)
            drawn |= shown_beside
            if not view.columns:
                cut |= dict.fromkeys(key for key in known(table) if key not in shown_beside)
            if table.left_out:
                more = f"and {table.left_out} more: --top 0 shows all"
                console.print(Text(more, "dim"))
            _print_problems(table, console)
        console.print()
    legend = words.legend(sections, drawn)
    if cut:
        legend.append(
            f"no room at {console.width} columns, in some tables or all: {', '.join(cut)}; "
            f"--columns {next(iter(cut))} shows one"
        )
    hidden = [o for o in _timed(result) if not any(o in table.operations for table in sections)]
    if hidden and wanted is None:
        legend.append(
            f"not shown at less than {ALL_OPERATIONS_WIDTH} columns: {', '.join(hidden)}; "
            f"serbench report --op {hidden[0]} shows one"
        )
    if doubt := words.less_sure(sections):
        legend.append(": ".join(doubt))
    _print_foot(result, legend, console)
    for workload in result.workloads:
        console.print(Text(f"\n{plain(workload.name)}", "bold reverse"))
        console.print(_answer(result, workload, console))


def _timed(result: Result) -> list[str]:
    return [o for o in operations(result.rows) if o != ROUND_TRIP.name]


def _shown(
    result: Result, workload: WorkloadFacts, wanted: Sequence[str] | None, width: int
) -> Sequence[str] | None:
    if wanted is not None or width >= ALL_OPERATIONS_WIDTH:
        return wanted
    measured = operations(r for r in result.rows if r.workload == workload.name)
    return PRIMARY if any(o in PRIMARY for o in measured) else None


def _sections(
    result: Result, workload: WorkloadFacts, shown: Sequence[str] | None, view: View
) -> list[Section]:
    spoken: list[str | None] = [*languages(result, workload.name)]
    scopes = [*spoken, None] if len(spoken) > 1 else spoken
    return [section(result, workload, scope, shown, view) for scope in scopes]


def _heading(result: Result, workload: WorkloadFacts) -> Text:
    from rich.text import Text

    sampling = words.sampling(result, workload)
    return Text.assemble(
        (plain(workload.name), "bold reverse"),
        "  ",
        f"{plain(workload.source)} · {words.working_set(workload)}",
        (f"\n{sampling}" if sampling else "", "dim"),
    )


def _answer(result: Result, workload: WorkloadFacts, console: Console) -> RenderableType:
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
    grid.add_column(no_wrap=True)
    grid.add_column()
    parts = findings(result, workload.name)
    room = console.width - GAP - max((cell_len(part.title) for part in parts), default=0)
    for part in parts:
        text = Text("\n".join(part.sentences))
        text.highlight_words([plain(c) for f in part.found for c in f.codecs], "bold")
        grid.add_row(Text(part.title, "bold"), wrapped(text, max(room, 1), console))
    return grid


def _print_table(table: Section, console: Console, view: View) -> set[str]:
    """Prints the section's grids; gives the keys of the figures beside the time."""
    from rich.cells import cell_len
    from rich.text import Text

    title = "Overall" if table.language is None else language_name(table.language)
    names = [plain(line.codec if table.language is None else line.name) for line in table.lines]
    codec_width = max(map(cell_len, ["codec", *names]))
    parts = list(grids(table, console.width, codec_width, view.columns))
    drawn = {key for grid in parts for key in grid.figures}
    console.print(Text.assemble("\n", *_title(title, _title_notes(table, drawn), console.width)))
    for number, grid in enumerate(parts):
        if number:
            console.print()
        # Wider than the console only where one figure beside its codec is: cut, it would lie.
        needed = min(codec_width, _CODEC_WIDTH) + sum(GAP + w for w in grid.widths)
        drawn_grid = _drawn(grid, names, table.choices)
        console.print(drawn_grid, width=max(needed, console.width), crop=False)
    return drawn


def _title_notes(table: Section, drawn: Collection[str]) -> list[str]:
    """What the table is sorted by, who was judged together and what its ratios are to."""
    if not table.lines:
        return []
    notes = [f"in order of {words.order(table)}", words.decided(table)]
    if "ratio" in drawn:
        references = [r.removeprefix(f"{table.language}/") for r in words.references(table)]
        notes.append(f"ratio to {', '.join(map(plain, references))}")
    return [note for note in notes if note]


def _title(title: str, notes: Sequence[str], width: int) -> Iterator[tuple[str, str]]:
    """The title and its notes as parts of a text; a note that does not fit begins a line."""
    yield title, "bold"
    used = len(title)
    for number, note in enumerate(notes):
        gap = "; " if number else "  "
        if used + len(gap) + len(note) + 1 > width:  # 1 for the semicolon after it
            gap, used = gap.rstrip() + "\n", -1
        yield gap + note, "dim"
        used += len(gap) + len(note)


def _drawn(grid: Grid, names: Sequence[str], choices: int) -> RenderableType:
    """With a line before what is no choice."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    drawn.header_style = ""
    drawn.border_style = "dim"
    drawn.add_column(Text("\ncodec", "bold"), overflow="fold", min_width=5)
    for (name, labels), width in zip(grid.header, grid.widths, strict=True):
        heading = Text.assemble((name, "bold"), (f"\n{labels}", "dim"))
        drawn.add_column(heading, no_wrap=True, min_width=width)
    for number, (name, cells) in enumerate(zip(names, grid.rows, strict=True)):
        if number == choices > 0:
            drawn.add_section()
        texts = [Text.assemble(*((p.text, _STYLES[p.kind]) for p in cell)) for cell in cells]
        drawn.add_row(Text(name), *texts)
    return drawn


def _print_problems(table: Section, console: Console) -> None:
    """Every cell without a figure and why, those with one reason together; in the table over all
    languages just which."""
    from rich.table import Table
    from rich.text import Text

    if not table.problems:
        return
    console.print()
    if table.language is None:
        codecs = dict.fromkeys(plain(p.codec) for p in table.problems)
        say(Text(f"without some or all figures, see above: {', '.join(codecs)}", "dim"), console)
        return
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1, overflow="fold")
    alike: dict[tuple[Status, str], list[str]] = {}
    for problem in table.problems:
        name = plain(problem.codec.removeprefix(f"{problem.language}/"))
        alike.setdefault((problem.status, words.reason(problem)), []).append(name)
    for (status, reason), names in alike.items():
        [one, *others] = names
        text = shortened(reason, _NOTE_LIMIT) + (f": {', '.join(names)}" if others else "")
        style = _STYLES[status]
        name = f"{len(names)} codecs" if others else one
        grid.add_row(Text(name), Text(words.STATUS[status], style), Text(text, style))
    console.print(grid)


def _print_foot(result: Result, legend: Sequence[str], console: Console) -> None:
    from rich.text import Text

    for meaning in legend:
        say(Text(meaning, "dim"), console)
    for warning in result.warnings:
        say(Text.assemble(("warning: ", "bold yellow"), (plain(warning), "yellow")), console)
    for note in result.notes:
        say(Text(f"note: {plain(note)}", "dim"), console)
    environment = [f"{plain(k)} {plain(v)}" for k, v in result.environment.items()]
    say(Text(" · ".join([*environment, words.run_line(result)]), "dim"), console)
