"""Data sets of a cluster: their files as its workers see them, and their schema, which is kept as
that of one machine is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from serbench.cluster.connection import Connection
from serbench.cluster.examining import ReadAs, count
from serbench.cluster.first_reading import CountedPart, SourceParts, look_at, read_parts
from serbench.cluster.inference import infer_on
from serbench.errors import UserError
from serbench.preparation.readings import Reading
from serbench.schema import cached, cached_inference
from serbench.schema.documents import have_types_in_values
from serbench.schema.folding import OnProgress
from serbench.schema.infer import Inference
from serbench.schema.remote_files import is_url, location
from serbench.schema.splitting import PART_BYTES
from serbench.terminal.progress import Bar, bar

_MB = 1e6


def files_on(connection: Connection, files: Sequence[str]) -> list[str]:
    """By names that workers know, which may begin in another folder. Raises `UserError` for a URL
    that nothing reads."""
    for file in files:
        location(file)
    if connection.is_local:
        return list(files)
    return [file if is_url(file) else str(Path(file).absolute()) for file in files]


def inference_of(
    connection: Connection,
    sources: Sequence[SourceParts],
    reading: Reading,
    narrow: bool,
) -> tuple[Inference, list[CountedPart]]:
    """The schema of all values of the files, and the counted parts, none if that was known
    before. Raises `UserError`."""
    if reading.detect_types:
        raise UserError(
            "--detect-types and --cluster exclude each other: infer a module without --cluster, "
            "and give that: serbench infer --detect-types FILE -o types.py"
        )
    files = [source.facts.path for source in sources]
    parts: list[CountedPart] = []

    def make() -> Inference:
        with bar("inferring") as progress:
            found = infer_on(connection, sources, reading, None, rated(progress), narrow=narrow)
        parts.extend(found.parts)
        return found.inference

    are_plain = reading.plain_types or any(map(have_types_in_values, map(location, files)))
    asked = cached_inference.options(
        narrow=narrow, unions=reading.unions, at=reading.at, csv=reading.csv, plain=are_plain
    )
    facts = cached.file_facts([Path(file) for file in files]) if connection.is_local else None
    if facts is None:
        facts = [repr(source.facts) for source in sources]
    return cached_inference.kept(files, ["", *asked, *facts], make), parts


def counted_parts(
    connection: Connection, sources: Sequence[SourceParts], read: ReadAs
) -> list[CountedPart]:
    """The parts of files, with what is in each. Raises `UserError`."""
    facts = [repr(source) for source in sources]
    entry = cached.entry("schemas", "parts", read.facts, repr(read.reading), *facts)
    data = cached.read(entry)
    if data is not None:
        with suppress(msgspec.MsgspecError):  # damaged: count again
            return msgspec.msgpack.decode(data, type=list[CountedPart])
    with bar("counting lines") as progress:
        parts = read_parts(connection, sources, count, (read,), on_progress=rated(progress))
    with suppress(UnicodeEncodeError), cached.written(entry) as file:  # of a file's name
        file.write(msgspec.msgpack.encode(parts))
    return parts


def look(
    connection: Connection,
    files: Sequence[str],
    reading: Reading,
    part_bytes: int = PART_BYTES,
) -> list[SourceParts]:
    """What the files are. Raises `UserError`."""
    with bar("looking at the files"):
        return look_at(connection, files_on(connection, files), reading, part_bytes)


def rated(progress: Bar) -> OnProgress:
    """Shows how many bytes were read, and how fast."""
    began_s = time.monotonic()

    def on_progress(done: int, total: int) -> None:
        rate = done / max(time.monotonic() - began_s, 1e-3) / _MB
        progress.update(done, total, f"{rate:,.0f} MB/s")

    return on_progress
