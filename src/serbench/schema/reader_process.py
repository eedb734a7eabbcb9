"""The process that reads files in binary formats for another: see `serbench.schema.guarded`.

Libraries written in C read these formats, and a stranger wrote the files. Here, a library that
dies, hangs or takes all memory takes nothing with it. The process is asked through a socket, its
standard input: a request in JSON comes with the opened file. It answers on standard output in
frames.
"""

from __future__ import annotations

import math
import os
import resource
import signal
import socket
import struct
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import IO, Any

import msgspec

from serbench.errors import UserError
from serbench.schema import confinement
from serbench.schema.arrow import ArrowRows
from serbench.schema.csv_files import CsvOptions
from serbench.schema.documents import (
    Documents,
    avro_schema,
    is_avro,
    is_document,
    no_word_of,
    word_of,
)
from serbench.schema.errors import InputError, Unit
from serbench.schema.limits import MB, Limits
from serbench.schema.remarks import Remark
from serbench.schema.remote_files import named
from serbench.schema.schema_import import read_avro
from serbench.schema.tables import Rows, is_csv, rows_of

# How many bytes the request has that follows: names of columns may be any number, of any length.
REQUEST_SIZE = struct.Struct("<Q")
# Kind, progress (in what the source counts), bytes that follow.
FRAME = struct.Struct("<BQQ")
# A frame of values is sent when one of these is met.
_BATCH_BYTES, _BATCH_VALUES, _BATCH_S = 1 << 18, 2000, 1.0


# How much of the memory DuckDB keeps to by itself, which counts only what is large.
_OF_DUCKDB = 0.7


class Frame(IntEnum):
    """What follows: `TYPES` is a `Types`, `VALUES` lines of JSON, `PROGRESS` nothing, `END` a byte
    if values have logical types of their own, `LAYOUT` that of `ArrowRows`, `REFUSED` a `Refusal`,
    `TOO_MUCH` the limit that was met, in words; `BUG` a traceback of ours. After the last two the
    process ends."""

    TYPES = 1
    VALUES = 2
    PROGRESS = 3
    END = 4
    REFUSED = 5
    TOO_MUCH = 6
    BUG = 7
    LAYOUT = 8


class Wanted(IntEnum):
    """What of a file: what it says of types alone, the values too, or a Parquet file's layout. Of
    documents also the values with words of logical types in place of texts: of types that values
    have, or that texts are of as well."""

    TYPES = 1
    VALUES = 2
    LAYOUT = 3
    WORDS = 4
    DETECTED_WORDS = 5


_WORD_OF_TEXT = {Wanted.WORDS: no_word_of, Wanted.DETECTED_WORDS: word_of}


class Request(msgspec.Struct):
    """`path` is the file's name as the user knows it, in the system's bytes; its suffix says what
    is in it. `groups` are the first row group of a Parquet file, and the one behind the last."""

    path: bytes
    name: str
    unions: bool
    csv: CsvOptions
    limits: Limits
    wanted: Wanted
    groups: tuple[int, int] | None = None


class Types(msgspec.Struct):
    """What a file says of its values' types."""

    schema: dict[str, Any]
    remarks: list[Remark]
    places: dict[str, list[str]]
    values: int


class Refusal(msgspec.Struct):
    """An `InputError` without the file's name, or another `UserError`, which is `text` alone."""

    text: str = ""
    cause: str = ""
    next_step: str = ""
    line: int | None = None
    unit: Unit = "line"
    path: str = ""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked ends this process
    confinement.give_up_world()
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what libraries print is no answer
    asked = socket.socket(fileno=0)
    while True:
        size, files, _, _ = socket.recv_fds(asked, REQUEST_SIZE.size, 1)
        if not size:
            return
        [request_bytes] = REQUEST_SIZE.unpack(size)
        request = asked.recv(request_bytes, socket.MSG_WAITALL)
        with os.fdopen(files[0], "rb") as file:
            answer = _Answer(msgspec.json.decode(request, type=Request), file, out)
            if not answer.is_given():
                return


@dataclass(slots=True)
class _Answer:
    request: Request
    file: IO[bytes]
    out: IO[bytes]

    def is_given(self) -> bool:
        """False if the process is of no use any more."""
        try:
            self._read()
        except UserError as error:
            self._send(Frame.REFUSED, msgspec.json.encode(_refusal(error)))
        except MemoryError:
            confinement.free_memory()
            limit = self.request.limits.reserved_bytes / MB
            message = f"reading it takes more than {limit:,.0f} MB of memory"
            self._send(Frame.TOO_MUCH, message.encode())
            return False
        except _TooMuchError as error:
            self._send(Frame.TOO_MUCH, str(error).encode())
            return False
        except BrokenPipeError:  # nobody wants the rest
            return False
        except Exception:
            confinement.free_memory()
            self._send(Frame.BUG, traceback.format_exc().encode())
            return False
        return True

    def _read(self) -> None:
        path = named(os.fsdecode(self.request.path))
        source: Rows | ArrowRows | Documents
        if is_document(path):
            word_of_text = _WORD_OF_TEXT.get(self.request.wanted)
            source = Documents(path, self.file, self.request.limits.value_bytes, word_of_text)
        else:
            groups = range(*self.request.groups) if self.request.groups else None
            source = rows_of(path, self.request.name, self.file, self.request.csv, groups)
        if isinstance(source, Rows):
            if is_csv(path):
                columns = len(source.dialect.names)
                self.request.limits = replace(self.request.limits, columns=columns)
            source.memory_bytes = int(self.request.limits.reserved_bytes * _OF_DUCKDB)
        source.prepare()
        begun_s = _cpu_s()
        confinement.limit_memory(self.request.limits.reserved_bytes)
        confinement.limit_cpu(begun_s + self.request.limits.cpu_s())
        try:
            if self.request.wanted is Wanted.LAYOUT:
                assert isinstance(source, ArrowRows)
                self._send(Frame.LAYOUT, msgspec.json.encode(source.layout()))
            elif isinstance(source, Rows | ArrowRows):
                table = source.table
                self._send_types(table.schema, table.remarks, table.places, table.rows)
            elif is_avro(path) and self.request.wanted is Wanted.TYPES:
                read = read_avro(path, self.request.name, avro_schema(source), self.request.unions)
                self._send_types(*read, {}, self._count(source, begun_s))
            if self.request.wanted is Wanted.VALUES or self.request.wanted in _WORD_OF_TEXT:
                self._send_values(source, begun_s)
            has_logical = isinstance(source, Documents) and source.has_logical
            self._send(Frame.END, b"1" if has_logical else b"")
        finally:
            source.close()
            confinement.free_memory()

    def _send_types(
        self, schema: Any, remarks: Any, places: dict[str, tuple[str, ...]], values: int
    ) -> None:
        types = {
            "schema": schema.to_dict(),
            "remarks": remarks,
            "places": places,
            "values": values,
        }
        self._send(Frame.TYPES, msgspec.json.encode(types))

    def _count(self, source: Documents, begun_s: int) -> int:
        """Of the values, none of which is looked at."""
        count = 0
        for batch in self._batches(source, begun_s):
            count += len(batch)
            self._send(Frame.PROGRESS, b"", source.progress()[0])
        return count

    def _send_values(self, source: Rows | ArrowRows | Documents, begun_s: int) -> None:
        for batch in self._batches(source, begun_s):
            self._send(Frame.VALUES, b"\n".join(batch), source.progress()[0])

    def _batches(self, source: Rows | ArrowRows | Documents, begun_s: int) -> Iterator[list[bytes]]:
        """Lines of JSON. Raises `_TooMuchError`; what was read leaves time for more."""
        limits = self.request.limits
        batch: list[bytes] = []
        batch_bytes = json_bytes = values = 0
        sent_s = time.monotonic()
        for _, line in source:
            batch.append(line)
            batch_bytes += len(line)
            if (
                batch_bytes < _BATCH_BYTES
                and len(batch) < _BATCH_VALUES
                and time.monotonic() - sent_s < _BATCH_S
            ):
                continue
            json_bytes += batch_bytes
            values += len(batch)
            if batch_bytes > limits.value_bytes:
                raise _TooMuchError(
                    f"a value is more than {limits.value_bytes / MB:,.0f} MB of JSON"
                )
            if json_bytes > limits.json_bytes:
                raise _TooMuchError(f"it holds more than {limits.json_bytes / MB:,.0f} MB of JSON")
            if values > limits.values:
                raise _TooMuchError(f"it holds more than {limits.values:,} values")
            yield batch
            batch, batch_bytes = [], 0
            confinement.limit_cpu(begun_s + limits.cpu_s(json_bytes))
            sent_s = time.monotonic()
        if batch:
            yield batch

    def _send(self, kind: Frame, payload: bytes, progress: int = 0) -> None:
        rest = memoryview(FRAME.pack(kind, progress, len(payload)) + payload)
        while rest:
            rest = rest[self.out.write(rest) :]


class _TooMuchError(Exception):
    """A limit that was met, in words: "16 MB of JSON"."""


def _refusal(error: UserError) -> Refusal:
    if not isinstance(error, InputError):
        return Refusal(text=_sound(str(error)))
    return Refusal(
        cause=_sound(error.cause),
        next_step=_sound(error.next_step),
        line=error.line,
        unit=error.unit,
        path=_sound(error.path),
    )


def _sound(text: str) -> str:
    """Without lone surrogates, for which JSON has no bytes."""
    return text.encode(errors="backslashreplace").decode()


def _cpu_s() -> int:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return math.ceil(used.ru_utime + used.ru_stime)
