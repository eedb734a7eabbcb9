"""`serbench cache`: what is kept between runs, how much of it, and how it goes."""

from __future__ import annotations

import json as json_text
import time
from collections.abc import Sequence
from typing import Annotated

import typer

from serbench.command_line.help import Command
from serbench.commands import arguments
from serbench.machine import cache
from serbench.report import units
from serbench.terminal.progress import say

_DAY_S = 86400.0
WHAT = {
    cache.VALUES: "values of workloads and of your files, readable by you alone (mode 0600)",
    cache.SCHEMAS: "schemas that were inferred",
    cache.BUILDS: "drivers for each schema",
    cache.CHARTS: "what the charts of all reports share",
    cache.SHARED: "libraries that were fetched and compiled, shared by all drivers",
}


app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Show what is kept between runs, where, and how much.",
    invoke_without_command=True,
)


@app.callback()
@arguments.prints("table", "json", former=("json",))
def command(context: typer.Context, form: str = "table") -> None:
    """Show and clean what serbench keeps between runs."""
    if context.invoked_subcommand is None:
        show(form)


@app.command(
    "clean",
    cls=Command,
    help="Remove what was not used for some time. Do not use it during a run.",
)
def clean_command(
    older_than: Annotated[
        float,
        typer.Option("--older-than", min=0, help="Only what was not used for this many days."),
    ] = 30,
    all_: Annotated[
        bool, typer.Option("--all", help="Remove everything, including what drivers share.")
    ] = False,
    _quiet: arguments.Quiet = False,
) -> None:
    remove_unused(older_than, all_)


def show(form: str) -> None:
    """Prints where it is, and of each kind how many entries and bytes."""
    found = _by_kind(list(cache.entries()))
    if form == "json":
        kinds = [
            {"kind": kind, "entries": len(entries), "bytes": sum(entry.bytes for entry in entries)}
            for kind, entries in found.items()
        ]
        print(json_text.dumps({"path": str(cache.home()), "kinds": kinds}, indent=1))
        return
    print(f"{cache.home()}")
    for kind, entries in found.items():
        size = units.size(sum(entry.bytes for entry in entries))
        print(f"  {kind:<13} {len(entries):>5} {size:>11}  {WHAT[kind]}")
    print(
        f"values, schemas, builds and charts that nobody used for {cache.UNUSED_DAYS} days "
        "go by themselves"
    )


def remove_unused(older_than_days: float, everything: bool) -> None:
    """Removes what was not used for so long; with `everything` all of it, what is shared too."""
    oldest_s = time.time() - older_than_days * _DAY_S
    gone = [
        entry
        for entry in cache.entries()
        if everything or (entry.kind != cache.SHARED and entry.used_s < oldest_s)
    ]
    if not gone:
        say(f"nothing in {cache.home()} was unused for {older_than_days:g} days")
        return
    for kind, entries in _by_kind(gone).items():
        if entries:
            size = units.size(sum(entry.bytes for entry in entries))
            say(f"removing {kind}: {len(entries)}, {size}")
            for entry in entries:
                entry.remove()


def _by_kind(entries: Sequence[cache.Entry]) -> dict[str, list[cache.Entry]]:
    return {kind: [entry for entry in entries if entry.kind == kind] for kind in WHAT}
