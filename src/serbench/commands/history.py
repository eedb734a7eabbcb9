"""`serbench history`: a codec through the runs of a results file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from serbench.commands import arguments


@arguments.prints("table", "json", former=("json",))
def command(
    codec: Annotated[str, typer.Argument(help="A codec by id or name.")],
    op: Annotated[
        str,
        typer.Argument(metavar="[OP]", help="Operations, separated by commas.", show_default=False),
    ] = "",
    workload: Annotated[
        str | None, typer.Option("--workload", help="Only this one; all by default.")
    ] = None,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
) -> None:
    show(codec, arguments.operations_of(op), db, workload, form)


def show(codec: str, operations: Sequence[str], db: Path, workload: str | None, form: str) -> None:
    """Raises `UserError` for a file, codec, operation or workload that is not there."""
    from serbench.report.history import print_history, rows_json
    from serbench.results.history import load_history

    series = load_history(db, codec, operations, workload)
    if form == "json":
        sys.stdout.write(rows_json(series))
        return
    from serbench.terminal.screen import Screen

    print_history(series, Screen())
