"""`serbench infer`: a workload module from data."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.commands.output import write
from serbench.errors import UserError
from serbench.machine import output_paths
from serbench.preparation.readings import Reading
from serbench.quoting import shell, shown_file
from serbench.schema.csv_files import CsvOptions, not_csv
from serbench.schema.tables import is_csv
from serbench.terminal.progress import bar, say


@arguments.reads("schema", "proto_path", "sample")
def command(
    read: Reading,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="JSON (also .gz, .bz2, .zst), CSV (also .gz, .zst), Parquet, Arrow, Avro, "
            "MessagePack, CBOR or BSON."
        ),
        Reach.READS,
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Write the module to this file; by default to standard output."
        ),
        Reach.WRITES,
    ] = None,
    narrow: arguments.Narrow = False,
    _quiet: arguments.Quiet = False,
) -> None:
    write_module(files, out, narrow, read)


def write_module(files: Sequence[Path], out: Path | None, narrow: bool, reading: Reading) -> None:
    """Infers one schema of all files; writes the module to `out`, or to standard output."""
    if out:
        output_paths.check_file(out)
    if reading.csv != CsvOptions() and (others := [file for file in files if not is_csv(file)]):
        raise UserError(not_csv(str(others[0])))
    from serbench.schema.infer import infer_cached
    from serbench.schema.module import write_module

    with bar("inferring") as progress:
        inference = infer_cached(
            files,
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
            unions=reading.unions,
            at=reading.at,
            csv=reading.csv,
        )
    for remark in inference.remarks:
        say(str(remark))
    folder = out.parent if out else Path()
    text = write_module(inference, os.path.relpath(files[0], folder), reading.at)
    if out is None:
        sys.stdout.write(text)
    else:
        write(out, text)
        see = f"run it with: serbench run {shell(out)}"
        say(f"{shown_file(out)}: {inference.values:,} values read; {see}")
