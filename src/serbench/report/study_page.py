"""A study's tables and its comparison with the published figures, as text, Markdown and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from serbench.report import units
from serbench.report.interop import markdown_cell
from serbench.report.units import digits
from serbench.studies.comparison import Comparison, EqualColumn, compare, on_equal_terms
from serbench.studies.study import Outcome, Study, StudyFigure, StudyTable

if TYPE_CHECKING:
    from rich.console import Console

_BETWEEN = 2  # blanks between columns
_NAME = 20  # characters of a name or sentence that it is not pleasant to wrap before


def beside(study: Study, outcome: Outcome) -> StudyTable:
    """Every measured figure beside the published one, brought to its scale, and their ratio."""
    figures = study.figures(outcome)
    columns = list(dict.fromkeys(f.column for f in figures))
    rows = []
    for label in dict.fromkeys(f.row for f in figures):
        by_column = {f.column: f for f in figures if f.row == label}
        rows.append((label, *(_pair(by_column.get(column)) for column in columns)))
    return StudyTable(
        "As published: measured here / published (ratio)",
        ("", *columns),
        tuple(rows),
        ("Times are scaled to the published number of repetitions.",),
    )


def _pair(figure: StudyFigure | None) -> str:
    if figure is None:
        return ""
    if not figure.published:
        return f"{digits(figure.value)} / –"  # noqa: RUF001
    ratio = digits(figure.value / figure.published)
    if float(figure.value).is_integer() and float(figure.published).is_integer():
        return f"{figure.value:,.0f} / {figure.published:,.0f} ({ratio})"  # sizes, to the byte
    return f"{digits(figure.value)} / {digits(figure.published)} ({ratio})"


def agreements(study: Study, outcome: Outcome) -> StudyTable:
    """How far the orderings agree, column by column."""
    rows = [(c.column, str(c.rows), _rho(c), _moved(c)) for c in compare(study.figures(outcome))]
    return StudyTable(
        "Do the orderings agree?",
        ("column", "rows", "Spearman's ρ [95 %]", "moved most (rank then → now)"),  # noqa: RUF001
        tuple(rows),
    )


def _rho(comparison: Comparison) -> str:
    found = comparison.agreement
    if found is None:
        return "too few rows"
    return f"{found.rho:.2f} [{found.low:.2f}, {found.high:.2f}]"


def _moved(comparison: Comparison) -> str:
    return ", ".join(f"{m.row} {m.published:g} → {m.measured:g}" for m in comparison.moved)


def missing(study: Study, outcome: Outcome) -> list[str]:
    """Rows that were not measured, or not wholly, with the reason."""
    problems = []
    for row in study.with_equal_rows(study.rows):
        measured = outcome.found.get(row.label)
        if measured is None:
            continue
        if not measured.verdict.proven:
            problems.append(
                f"{row.label} ({row.codec}): {measured.verdict.status}: {measured.verdict.note}"
            )
        elif lacking := [operation for operation, times in measured.times_ns.items() if not times]:
            problems.append(
                f"{row.label} ({row.codec}): unmeasured: no time for {', '.join(lacking)}"
            )
    for found in outcome.files.rows if outcome.files else ():
        if found.status != "measured":
            problems.append(f"{found.codec}: {found.status}: {found.note}")
    return problems


def differences(study: Study) -> list[str]:
    """What is not as it was in the study: library versions and hardware besides."""
    notes = [f"{row.label}: {row.note}." for row in study.rows if row.note]
    return [*study.differences, *notes]


def equal_terms(columns: Sequence[EqualColumn]) -> list[StudyTable]:
    """Every row timed alike, from the fastest, with the ranks of both orders."""
    tables = []
    for column in columns:
        rows = [
            (row.row, units.time(row.ns), f"{row.rank:g}", _rank(row.published))
            for row in column.rows
        ]
        tables.append(
            StudyTable(
                f"On equal terms: {column.term.name}",
                ("", "time", "rank", "as published"),
                tuple(rows),
                (_agreement_in_words(column),),
            )
        )
    return tables


def _rank(rank: float | None) -> str:
    return "" if rank is None else f"{rank:g}"


def _agreement_in_words(column: EqualColumn) -> str:
    """How much of the published order is left."""
    found = column.agreement
    sentence = f"Published as “{column.term.column}”"
    if found is not None:
        sentence += f"; ρ with its order {found.rho:.2f} [{found.low:.2f}, {found.high:.2f}]"  # noqa: RUF001
    return sentence + "."


def moves(columns: Sequence[EqualColumn]) -> list[str]:
    """Which rows change ranks: as published and on equal terms."""
    sentences = []
    for column in columns:
        moves = [f"{r.row} {r.published:g} → {r.rank:g}" for r in column.moved]
        some = ", ".join(moves) or "no row moves by two ranks or more"
        sentences.append(f"{column.term.name} (rank as published → on equal terms): {some}.")
    return sentences


def pages(study: Study, outcome: Outcome) -> tuple[list[StudyTable], list[str]]:
    """All tables, and why the order changes: what moved, then what each mechanism does."""
    columns = on_equal_terms(study, outcome)
    tables = [
        *study.tables(outcome),
        beside(study, outcome),
        agreements(study, outcome),
        *equal_terms(columns),
    ]
    return tables, [*moves(columns), *study.mechanisms(outcome)]


def print_study(study: Study, outcome: Outcome, facts: Sequence[str], console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(study.title, style="bold"))
    console.print(Text(f"published in {study.source}", style="dim"))
    tables, reasons = pages(study, outcome)
    for page in tables:
        console.print()
        console.print(Text(page.title, style="bold"))
        for note in page.notes:
            console.print(Text(note, style="dim"))
        for columns in across(page, console.width):
            table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
            for number in columns:
                is_figure = number > 0 and _is_figure(page, number)
                justify: Literal["left", "right"] = "right" if is_figure else "left"
                table.add_column(Text(page.columns[number]), justify=justify)
            for row in page.rows:
                if row is None:
                    table.add_section()
                else:
                    table.add_row(*(Text(row[number]) for number in columns))
            console.print(table)
    if reasons:
        console.print()
        console.print(Text("Why the order changes", style="bold"))
        for line in reasons:
            console.print(Text(line.replace("**", "")))
    for line in missing(study, outcome):
        console.print(Text(line, style="red"))
    console.print()
    for line in (*facts, *differences(study)):
        console.print(Text(line, style="dim"))


def across(page: StudyTable, width: int) -> list[list[int]]:
    """Which columns stand beside each other where so many characters do: a figure is never cut,
    so that what does not fit follows below, the rows' names again before it."""
    least = [_least(page, number) + _BETWEEN for number in range(len(page.columns))]
    found, left = [[0]], width - least[0]
    for number in range(1, len(page.columns)):
        if left < least[number] and len(found[-1]) > 1:
            found.append([0])
            left = width - least[0]
        found[-1].append(number)
        left -= least[number]
    return found


def _least(page: StudyTable, column: int) -> int:
    """The width that a column takes if only words wrap."""
    cells = [row[column] for row in page.rows if row]
    if column > 0 and _is_figure(page, column):
        return max(map(len, [*page.columns[column].split(), *cells]))
    words = (word for cell in [page.columns[column], *cells] for word in cell.split())
    return max(max(map(len, words), default=0), min(_NAME, max(map(len, cells), default=0)))


def _is_figure(page: StudyTable, column: int) -> bool:
    cells = [row[column] for row in page.rows if row]
    return any(cell[:1].isdigit() for cell in cells)


def markdown(
    study: Study, outcome: Outcome, facts: Sequence[str], charts: Sequence[str] = ()
) -> str:
    """The same as a page of Markdown; `charts` are paths of pictures from where it will lie."""
    lines = [f"# {study.title}", "", f"Published in {study.source}.", ""]
    tables, reasons = pages(study, outcome)
    for page in tables:
        lines += [f"## {page.title}", ""]
        if page.notes:
            lines += [*(f"{_no_heading(note)}  " for note in page.notes), ""]
        lines += [_line(page.columns), _line(["---"] * len(page.columns))]
        # As the study drew it: Markdown has no line across.
        across = ["-----"] * len(page.columns)
        lines += [_line(across if row is None else row) for row in page.rows]
        lines.append("")
    if reasons:
        lines += ["## Why the order changes", "", *(f"- {reason}" for reason in reasons), ""]
    if charts:
        lines += ["## Charts", "", *(f"![{study.name}]({path})  " for path in charts), ""]
    if gone := missing(study, outcome):
        lines += ["## Not measured", "", *(f"- {markdown_cell(line)}" for line in gone), ""]
    lines += ["## What differs", "", *(f"- {markdown_cell(fact)}" for fact in facts)]
    lines += [*(f"- {difference}" for difference in differences(study)), ""]
    return "\n".join(lines)


def _no_heading(note: str) -> str:
    """The notes of nested-structures begin with what makes a heading in Markdown."""
    return f"\\{note}" if note.startswith("#") else note


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def figures_csv(study: Study, outcome: Outcome) -> str:
    """One line for each figure: row, column, measured, published."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("study", "row", "column", "measured", "published"))
    for f in study.figures(outcome):
        published = "" if f.published is None else f.published
        writer.writerow((study.name, f.row, f.column, f.value, published))
    return out.getvalue()
