"""Writes a workload's values as canonical JSON Lines, in constant memory."""

from __future__ import annotations

import bz2
import gzip
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from serbench.machine import output_paths
from serbench.quoting import shown_file
from serbench.schema import nonfinite
from serbench.schema.errors import ValueProblem
from serbench.schema.normalise import normaliser
from serbench.terminal.plain_text import raw_output
from serbench.workloads.workload import Workload, WorkloadError

_BUFFER_BYTES = 4 << 20
_PROGRESS_BYTES = 1 << 20

# Called about once per MB: values written, bytes of JSON written (before compression).
OnProgress = Callable[[int, int], None]


@dataclass(slots=True)
class Written:
    """How much was written; `json_bytes` is before compression."""

    values: int = 0
    json_bytes: int = 0


def write_values(
    workload: Workload,
    count: int,
    seed: int,
    path: Path | str,
    on_progress: OnProgress = lambda values, json_bytes: None,
) -> Written:
    """Writes the first `count` values of `seed`, one a line; fewer if a user's generator ends.

    A `path` that ends in `.gz`, `.bz2` or `.zst` is compressed; `-` is standard output. A file
    appears under its name when it is complete and not before. Raises `WorkloadError`, and
    `BrokenPipeError` when the reader of standard output has gone.
    """
    values = islice(_values(workload, seed), count)
    try:
        with _output(path) as file:
            written = _write_lines(values, workload, file, on_progress)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WorkloadError(
            f"{shown_file(path)}: cannot write: {error.strerror or error}; "
            "name another file with `-o FILE`, or `-o -` for standard output"
        ) from None
    return written


def _values(workload: Workload, seed: int) -> Iterator[msgspec.Struct]:
    if workload.generate is None:
        where = f"its values are in {workload.values}" if workload.values else "it has no values"
        raise WorkloadError(
            f"workload {workload.name!r} does not generate values: {where}; "
            "give its module a function `generate(seed)`"
        )
    return workload.generate(seed)


def _write_lines(
    values: Iterator[msgspec.Struct], workload: Workload, file: BinaryIO, on_progress: OnProgress
) -> Written:
    written = Written()
    encode = msgspec.json.Encoder().encode
    told_bytes = 0
    for value in values:
        line = encode(value)
        # The encoder writes null for NaN and infinities.
        if b"null" in line and nonfinite.are_possible(value):
            line = _line_with_texts(value, workload, written.values + 1)
        # A value may take half a gigabyte: the next is not made beside it.
        del value
        file.write(line)
        file.write(b"\n")
        written.values += 1
        written.json_bytes += len(line) + 1
        if written.json_bytes - told_bytes >= _PROGRESS_BYTES:
            told_bytes = written.json_bytes
            on_progress(written.values, written.json_bytes)
    on_progress(written.values, written.json_bytes)
    return written


def _line_with_texts(value: msgspec.Struct, workload: Workload, number: int) -> bytes:
    plain = msgspec.to_builtins(value)
    try:
        normaliser(workload.schema)(plain)
    except ValueProblem as problem:
        raise WorkloadError(
            f"{workload.name}: value {number}: {problem.path}: {problem.cause}; {problem.next_step}"
        ) from None
    return msgspec.json.encode(nonfinite.with_texts(plain))


@contextmanager
def _output(path: Path | str) -> Iterator[BinaryIO]:
    """A buffered file to write to, which compresses by the path's suffix."""
    if str(path) == "-":
        with _standard_output() as file:
            yield file
        return
    target = Path(path).resolve()  # of a link, the file it leads to is replaced, not the link
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise IsADirectoryError(None, "it is a directory")
        with target.open("wb") as raw, _compressed(raw, target.suffix) as file:
            yield file  # a device or pipe is written to as it is: renaming would put a file there
        return
    with output_paths.replaced(target) as whole, _compressed(whole, target.suffix) as file:
        yield file


@contextmanager
def _compressed(raw: BinaryIO, suffix: str) -> Iterator[BinaryIO]:
    """Closing makes it whole. An exception inside leaves the rest unwritten."""
    packed: BinaryIO
    match suffix:
        case ".gz":
            # No name and no time in it: the same values give the same file.
            packed = cast(BinaryIO, gzip.GzipFile("", "wb", 6, raw, mtime=0))
        case ".bz2":
            packed = cast(BinaryIO, bz2.BZ2File(raw, "wb"))
        case ".zst":
            import zstandard

            packed = zstandard.ZstdCompressor().stream_writer(raw, closefd=False)
        case _:
            packed = raw
    file = io.BufferedWriter(cast(io.RawIOBase, packed), _BUFFER_BYTES)
    yield file
    file.flush()
    if packed is not raw:
        packed.close()


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    raw = raw_output()
    file = io.BufferedWriter(cast(io.RawIOBase, raw), _BUFFER_BYTES)
    try:
        yield file
        file.flush()
        raw.flush()
    finally:
        # Left attached, it would close standard output with itself.
        with suppress(OSError):
            file.detach()
