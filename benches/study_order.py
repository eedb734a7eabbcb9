"""Whether the order of a study's rows holds at another number of values: two runs beside each
other.

Run: .venv/bin/python benches/study_order.py FEWER.duckdb MORE.duckdb...

Each file holds a run of `serbench study NAME` as the latest; the further ones may share out the
rows. For each column of the study's tables, over the rows that were measured at both numbers, it
prints Spearman's rank correlation, with its 95 % interval, and the rows that changed places; then
the same of all rows on equal terms.
"""

from __future__ import annotations

import sys
from pathlib import Path

from serbench.results.store import Store
from serbench.stats.rank import Agreement
from serbench.studies.comparison import Comparison, compare
from serbench.studies.stored import StoredStudy, load_study
from serbench.studies.study import StudyFigure, equal_label


def main(fewer: Path, *more: Path) -> None:
    then, runs = latest(fewer), [latest(path) for path in more]
    counts = [f"{run.outcome.scale.repetitions:,}" for run in (then, runs[0])]
    print(f"{then.study.name}: {counts[0]} → {counts[1]} values")
    print("| column | rows | Spearman's rho [95 %] | changed places |")
    print("| --- | --- | --- | --- |")
    for of in (figures, equal):
        # Of a cell that several runs have, the last one's: what was lacking there was run again.
        here = {(figure.row, figure.column): figure for run in runs for figure in of(run)}
        for found in compare(beside(list(here.values()), of(then))):
            print(line(found))


def latest(path: Path) -> StoredStudy:
    with Store(path, read_only=True) as store:
        return load_study(store, store.latest_run())


def figures(run: StoredStudy) -> list[StudyFigure]:
    return run.study.figures(run.outcome)


def equal(run: StoredStudy) -> list[StudyFigure]:
    """Nanoseconds of each row on equal terms."""
    return [
        StudyFigure(row.label, f"equal terms: {term.name}", ns, None)
        for term in run.study.equal
        for row in run.study.rows
        if (ns := run.outcome.ns(equal_label(row), *term.operations)) is not None
    ]


def beside(here: list[StudyFigure], there: list[StudyFigure]) -> list[StudyFigure]:
    """The figures of one run, with those of the other in the place of the published ones."""
    by_cell = {(figure.row, figure.column): figure.value for figure in there}
    return [
        StudyFigure(f.row, f.column, f.value, by_cell[f.row, f.column], f.more_is_better)
        for f in here
        if (f.row, f.column) in by_cell
    ]


def line(found: Comparison) -> str:
    moved = ", ".join(f"{m.row} {m.published:g} → {m.measured:g}" for m in found.moved)
    return f"| {found.column} | {found.rows} | {shown(found.agreement)} | {moved or '-'} |"


def shown(agreement: Agreement | None) -> str:
    if agreement is None:
        return "-"
    return f"{agreement.rho:.2f} [{agreement.low:.2f}, {agreement.high:.2f}]"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
