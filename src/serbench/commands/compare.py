"""`serbench compare`: what became slower or faster from one run to another."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from serbench import custom_codecs
from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.errors import UserError
from serbench.operations import PRIMARY
from serbench.preparation.readings import Reading, Target
from serbench.results.comparison import Compared, Comparison, compare, locate
from serbench.terminal.progress import say


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """What the command line says: two runs, what is compared of them, and from how many percent on
    a cell that is slower is bad news (None: never). Revisions of the one codec, a file, are
    measured first, on `targets`, and no runs are named."""

    names: tuple[str, ...]
    db: Path
    operations: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    revisions: tuple[str, ...] = ()
    targets: tuple[Target, ...] = ()
    budget_s: float | None = None
    processes: int = 5
    smallest: float | None = None
    count: int | None = None
    fail_if_slower: float | None = None
    form: str = "table"


@arguments.reads()
@arguments.prints("table", "json", "csv", "markdown", former=("json", "csv", "markdown"))
def command(
    context: typer.Context,
    read: Reading,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Two runs: each an id, a tag, a results file (its latest run) or FILE:RUN. With "
            "--rev: workloads or data files to measure on."
        ),
        Reach.TARGETS,
    ] = None,
    codec: arguments.Codecs = None,
    op: arguments.Ops = "",
    rev: Annotated[
        list[str] | None,
        typer.Option(
            "--rev",
            help="Measure your codec (--codec FILE) as it was in this git revision, beside the "
            "files as they are; or, if given twice, two revisions.",
        ),
        Reach.REVISIONS,
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            "--budget",
            min=0,
            help="With --rev: seconds of measuring per workload.",
            show_default="60",
        ),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes", min=1, help="With --rev: this many processes per codec, or more."
        ),
    ] = 5,
    smallest: Annotated[
        float | None,
        typer.Option(
            "--min-effect",
            "--smallest",
            min=0,
            help="With --rev: count differences below this percentage as none.",
            show_default="3 in C++, Rust and Go, else 2",
        ),
    ] = None,
    fail_if_slower: Annotated[
        float | None,
        typer.Option(
            "--fail-if-slower",
            metavar="PCT",
            min=0,
            help="Exit with status 1 if something was shown slower and its whole interval is above "
            "this percentage.",
        ),
    ] = None,
    count: arguments.Count = None,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    if read.options and not rev:
        [option, *_] = read.options[0].split()
        raise UserError(f"{option} is of data that --rev measures on; runs know theirs")
    fine = show(
        CompareOptions(
            names=() if rev else tuple(names or ()),
            db=db,
            operations=arguments.operations_of(op) if op else (),
            codecs=tuple(codec or ()),
            revisions=tuple(rev or ()),
            targets=arguments.named_targets(context, names, None, read) if rev else (),
            budget_s=budget,
            processes=processes,
            smallest=None if smallest is None else smallest / 100,
            count=count,
            fail_if_slower=fail_if_slower,
            form=form,
        )
    )
    arguments.end(is_negative=not fine)


def show(options: CompareOptions) -> bool:
    """Whether no cell was shown slower by more than is allowed. Raises `UserError`."""
    from serbench.report import comparison as showing

    found = _of_revisions(options) if options.revisions else _of_runs(options)
    match options.form:
        case "table":
            from serbench.terminal.screen import Screen

            showing.print_comparison(found, Screen())
        case "markdown":
            sys.stdout.write(showing.markdown(found))
        case "csv":
            sys.stdout.write(showing.rows_csv(found))
        case _:
            sys.stdout.write(showing.rows_json(found))
    if options.fail_if_slower is None:
        return True
    slower = too_slow(found, options.fail_if_slower)
    for row in slower:
        say(_complaint(row, options.fail_if_slower))
    return not slower


def _of_runs(options: CompareOptions) -> Comparison:
    if len(options.names) != 2:
        raise UserError("name two runs: ids, tags, results files, or FILE:RUN")
    a, b = (locate(name, options.db) for name in options.names)
    return compare(a, b, options.operations, options.codecs)


def _of_revisions(options: CompareOptions) -> Comparison:
    from serbench.commands.revisions import compare_revisions
    from serbench.commands.run_options import RunOptions

    if len(options.codecs) != 1 or not custom_codecs.is_path(options.codecs[0]):
        raise UserError("--rev is of one codec by its file: --codec path/to/mine.rs")
    return compare_revisions(
        Path(options.codecs[0]),
        options.revisions,
        RunOptions(
            targets=options.targets,
            operations=options.operations or PRIMARY,
            count=options.count,
            budget_s=options.budget_s,
            processes=options.processes,
            smallest=options.smallest,
            db=options.db,
        ),
    )


def too_slow(found: Comparison, percent: float) -> list[Compared]:
    """The cells that were shown slower and whose whole interval is beyond so many percent."""
    return [
        row
        for row in found.rows
        if row.verdict == "slower"
        and row.ratio_low is not None
        and row.ratio_low > 1 + percent / 100
    ]


def _complaint(row: Compared, percent: float) -> str:
    from serbench.report.text import plain

    cell = plain(f"{row.workload} {row.codec} {row.operation}")
    at_least = 100 * ((row.ratio_low or 1.0) - 1)
    return f"{cell}: slower by {at_least:.1f} % at least, more than --fail-if-slower {percent:g}"
