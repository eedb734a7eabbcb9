"""`serbench merge`: runs of other results files into one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.report.text import plain
from serbench.results.store import StoreError
from serbench.terminal.progress import say


def command(
    others: Annotated[
        list[Path],
        typer.Argument(
            metavar="OTHER...", help="Results files; they may come from other machines."
        ),
        Reach.READS,
    ],
    db: arguments.Db = arguments.DEFAULT_DB,
) -> None:
    merge(others, db)


def merge(others: Sequence[Path], db: Path) -> None:
    """Copies, and says what became of each run. Raises `UserError` before anything is copied if
    one of the files is not there."""
    from serbench.results.evidence_scope import claim_of_records
    from serbench.results.import_runs import copy_runs
    from serbench.results.store import Store

    for other in others:
        if not other.is_file():
            raise StoreError(f"{other}: no such results file; nothing was merged")
    for other in others:
        copied = copy_runs(db, other)
        for one in copied:
            run, host = plain(one.record.run), plain(one.record.host.name)
            if one.there:
                say(f"{other}: {run} is there already")
            elif one.as_run == one.record.run:
                say(f"{other}: {run} of {host}")
            else:
                say(f"{other}: {run} of {host}, as {plain(one.as_run)}, since {run} is another run")
        if not copied:
            say(f"{other}: it holds no run")
    with Store(db, read_only=True) as store:
        say(f"{db}: {claim_of_records(store.runs()).words}")
