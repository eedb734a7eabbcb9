"""`serbench generate`: a workload's values as JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.errors import UserError
from serbench.terminal.progress import bar, say


def command(
    workload: Annotated[str, typer.Argument(help="A workload's name."), Reach.TARGETS],
    count: Annotated[
        int | None, typer.Option("--count", "-n", min=1, help="How many values.")
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="Write to this file; .gz, .bz2 and .zst compress it. - is standard output.",
        ),
        Reach.WRITES,
    ] = Path("-"),
    below: Annotated[
        int | None, typer.Option("--below", min=1, help="random-list: numbers are below this.")
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="random-list: no number comes twice.")
    ] = False,
    seed: arguments.Seed = 0,
    _quiet: arguments.Quiet = False,
) -> None:
    if workload == "random-list":
        write_random_list(below, count, seed, unique, out)
    else:
        write_values(workload, count, seed, out)


def write_values(name: str, count: int | None, seed: int, out: Path) -> None:
    from serbench.workloads import registry, writing

    path = Path(name)
    workload = registry.load_module(path) if path.suffix == ".py" else registry.find(name)
    wanted = count or workload.default_count
    with bar(f"generating {workload.name}") as progress:
        written = writing.write_values(
            workload, wanted, seed, out,
            lambda values, json_bytes: progress.update(
                values, wanted, f"{json_bytes / 1e6:,.0f} MB of JSON"
            ),
        )  # fmt: skip
    if str(out) != "-":
        say(f"{out}: {written.values:,} values, {written.json_bytes:,} bytes of JSON")


def write_random_list(
    below: int | None, count: int | None, seed: int, unique: bool, out: Path
) -> None:
    from serbench.measure import random_list

    if below is None:
        raise UserError("random-list needs --below: how many values the object file has")
    random_list.write(
        Path("/dev/stdout") if str(out) == "-" else out, below, count or below, seed, unique
    )
