"""`serbench infer`: a workload module from data."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.commands.output import write
from serbench.errors import UserError
from serbench.machine import output_paths
from serbench.preparation.readings import Reading, is_untyped
from serbench.quoting import shell, shown_file
from serbench.schema.csv_files import CsvOptions, not_csv
from serbench.schema.model import lowered
from serbench.schema.remote_files import is_url, location
from serbench.schema.tables import is_csv
from serbench.terminal.progress import bar, say

if TYPE_CHECKING:
    from serbench.schema.infer import Inference


@arguments.reads("schema", "proto_path", "sample")
def command(
    read: Reading,
    files: Annotated[
        list[str],
        typer.Argument(
            help="JSON (also .gz, .bz2, .zst), CSV (also .gz, .zst), Parquet, Arrow, Avro, "
            "MessagePack, CBOR or BSON; with --cluster also URLs (s3, gs, abfs, hdfs, https)."
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
    cluster: arguments.Cluster = "",
    insecure_cluster: arguments.InsecureCluster = False,
    _quiet: arguments.Quiet = False,
) -> None:
    if out:
        output_paths.check_file(out)
    inference = infer(files, narrow, read, cluster, insecure_cluster)
    if cluster and inference.checksum:
        say(
            f"{inference.values:,} values in {inference.bytes:,} bytes, with the checksum "
            f"{inference.checksum} in any order"
        )
    write_module(inference, out, read.at)


def infer(
    files: Sequence[str], narrow: bool, reading: Reading, cluster: str = "", insecure: bool = False
) -> Inference:
    """One schema of all files, by this process or by the workers of a cluster."""
    inference = _inferred(files, narrow, reading, cluster, insecure)
    if not reading.plain_types:
        return inference
    return replace(inference, schema=lowered(inference.schema))


def _inferred(
    files: Sequence[str], narrow: bool, reading: Reading, cluster: str, insecure: bool
) -> Inference:
    reading.check()
    where = [location(file) for file in files]
    if reading.csv != CsvOptions() and (others := [file for file in where if not is_csv(file)]):
        raise UserError(not_csv(str(others[0])))
    if reading.detect_types and (typed := [file for file in where if not is_untyped(file)]):
        raise UserError(
            f"--detect-types is of JSON, CSV and files like them, and {shown_file(typed[0])} says "
            "its types: leave it out"
        )
    if cluster:
        from serbench.cluster.connection import connected
        from serbench.cluster.data_sets import inference_of, look

        with connected(cluster, insecure=insecure) as connection:
            connection.workers()
            sources = look(connection, files, reading)
            return inference_of(connection, sources, reading, narrow)[0]
    arguments.check_local(files)
    from serbench.schema.cached_inference import infer_cached

    with bar("inferring") as progress:
        return infer_cached(
            files,
            on_progress=lambda done, total: progress.update(done, total, ""),
            narrow=narrow,
            unions=reading.unions,
            at=reading.at,
            csv=reading.csv,
            detect=reading.detect_types,
            plain=reading.plain_types,
        )


def write_module(inference: Inference, out: Path | None, at: str = "") -> None:
    """Writes the module to `out`, or to standard output."""
    from serbench.schema import module

    for remark in inference.remarks:
        say(str(remark))
    folder = out.parent if out else Path()
    first = inference.files[0]
    values = first if is_url(first) else os.path.relpath(first, folder)
    text = module.write_module(inference, values, at)
    if out is None:
        sys.stdout.write(text)
    else:
        write(out, text)
        see = f"run it with: serbench run {shell(out)}"
        say(f"{shown_file(out)}: {inference.values:,} values read; {see}")
