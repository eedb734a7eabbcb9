"""The requests of docs/object-files.md.

Libraries take `bytes`: making them of a block's is part of the codec's time, as is copying what was
encoded into the block. With more threads they share the interpreter's lock, unless it has none.
"""

from __future__ import annotations

import gc
import mmap
import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from threading import Thread
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Protocol

from serbench_driver.errors import CannotHold, Kind, Refusal, is_of_library, message_of, refusal
from serbench_driver.object_index import WIRE_BYTES, ObjectIndex, index_path, read_index
from serbench_driver.session import Session
from serbench_driver.values import digest_of, lines

if TYPE_CHECKING:
    from serbench_driver.operations import Operations
    from serbench_driver.protocol import Request

# Values are read, encoded and dropped in chunks.
CHUNK_VALUES, CHUNK_BYTES = 4096, 16 << 20
MOST_PAGE_BYTES = 1 << 30

# Called with the bytes of each value.
Take = Callable[[bytes], None]


def carry_out(session: Session, schema: str, asked: Request) -> dict[str, Any]:
    if asked["block_bytes"] < 1 or asked["threads"] < 1:
        raise _bad("block_bytes and threads must be 1 or more")
    if not 0 <= asked["page_bytes"] <= MOST_PAGE_BYTES:
        raise _bad(f"page_bytes must be 0 to {MOST_PAGE_BYTES}")
    if asked["digest"] and (asked["keep"] or asked["step"] != "deserialize"):
        raise _bad("`digest` takes neither `step` nor `keep`")
    match asked["request"]:
        case "write":
            return _write(session, schema, asked)
        case "scan":
            return _scan(session, schema, asked)
        case _:
            return _get(session, schema, asked)


def _bad(text: str) -> Refusal:
    return Refusal(Kind.BAD_REQUEST, text)


def _failed(path: str, error: OSError) -> Refusal:
    return Refusal(Kind.FAILED, f"{path}: {error.strerror}")


class SplitClock:
    """Shares time out between the codec and the system."""

    def __init__(self) -> None:
        self.codec_ns = self.io_ns = 0
        self._at = perf_counter_ns()

    def start(self) -> None:
        self._at = perf_counter_ns()

    def codec(self) -> None:
        now = perf_counter_ns()
        self.codec_ns += now - self._at
        self._at = now

    def io(self) -> None:
        now = perf_counter_ns()
        self.io_ns += now - self._at
        self._at = now


# Writing


class ObjectWriter:
    """Writes full blocks, each with one `write`, and the rest in the end."""

    def __init__(self, path: str, block_bytes: int, clock: SplitClock) -> None:
        self.path, self.block_bytes, self.clock = path, block_bytes, clock
        self.buffer = bytearray()
        self.written = self.writes = self.fsyncs = 0
        clock.start()
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        except OSError as error:
            raise _failed(path, error) from None
        clock.io()

    @property
    def size(self) -> int:
        return self.written + len(self.buffer)

    def write_blocks(self) -> None:
        """All that are full."""
        at = 0
        while len(self.buffer) - at >= self.block_bytes:
            self._write(memoryview(self.buffer)[at : at + self.block_bytes])
            at += self.block_bytes
        self.clock.io()
        del self.buffer[:at]

    def finish(self, fsync: bool) -> None:
        self.clock.start()
        if self.buffer:
            self._write(memoryview(self.buffer))
        try:
            if fsync:
                os.fsync(self._file)
                self.fsyncs = 1
            os.close(self._file)
        except OSError as error:
            raise _failed(self.path, error) from None
        self.clock.io()

    def abandon(self) -> None:
        with suppress(OSError):
            os.close(self._file)
        for path in (self.path, index_path(self.path)):
            with suppress(OSError):
                os.remove(path)

    def _write(self, block: memoryview) -> None:
        with block:
            at = 0
            while at < len(block):
                try:
                    at += os.write(self._file, block[at:])
                except OSError as error:
                    raise _failed(self.path, error) from None
            self.writes += 1
            self.written += len(block)


def _write(session: Session, schema: str, asked: Request) -> dict[str, Any]:
    if asked["fsync"] not in ("end", "none"):
        raise _bad(f'fsync is "end" or "none", not {asked["fsync"]!r}')
    if not asked["codec"] and asked["bytes"] < 0:
        raise _bad("bytes must be 0 or more")
    if asked["codec"]:
        if asked["count"] < 1:
            raise _bad('the request lacks "values" or a "count" of 1 or more')
        if len(asked["wire"].encode()) > WIRE_BYTES:
            raise _bad(f"a wire has at most {WIRE_BYTES} bytes: {asked['wire']!r}")
        asked["values"]  # raises where it is absent
    clock = SplitClock()
    out = ObjectWriter(asked["path"], asked["block_bytes"], clock)
    try:
        reply = _fill(session, out, schema, asked) if asked["codec"] else _fill_raw(out, asked)
    except BaseException:
        out.abandon()
        raise
    return reply | {
        "bytes": out.written,
        "total_ns": clock.codec_ns + clock.io_ns,
        "codec_ns": clock.codec_ns,
        "io_ns": clock.io_ns,
        "writes": out.writes,
        "fsyncs": out.fsyncs,
    }


def _fill(session: Session, out: ObjectWriter, schema: str, asked: Request) -> dict[str, Any]:
    index = ObjectIndex(schema, asked["wire"])
    digests: list[int] = []
    for chunk in _chunks(session, asked["values"], asked["count"]):
        digests += map(session.values.digest, chunk)
        _encode_into(out, session.operations, chunk, index)
    out.finish(asked["fsync"] == "end")
    try:
        index.write(asked["path"])
    except OSError as error:
        raise _failed(index_path(asked["path"]), error) from None
    return {"values": len(index), "digest": digest_of(digests)}


def _chunks(session: Session, path: str, count: int) -> Iterator[list[Any]]:
    """So many values of a file, from its start again when it ends."""
    chunk: list[Any] = []
    size = 0
    for number, line in islice(_again(path), count):
        chunk.append(session.load(path, number, line))
        size += len(line)
        if len(chunk) == CHUNK_VALUES or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _again(path: str) -> Iterator[tuple[int, bytes]]:
    while True:
        found = False
        try:
            for numbered in lines(path):
                found = True
                yield numbered
        except OSError as error:
            raise Refusal(Kind.BAD_VALUES, f"{path}: {error.strerror}") from None
        if not found:
            raise Refusal(Kind.BAD_VALUES, f"{path}: it has no values")


def _encode_into(
    out: ObjectWriter, codec: Operations, values: list[Any], index: ObjectIndex
) -> None:
    gc.collect()  # else what reading JSON left behind would be collected within the time
    buffer, block_bytes, serialize = out.buffer, out.block_bytes, codec.serialize
    out.clock.start()
    for value in values:
        try:
            buffer += serialize(value)
        except BaseException as error:
            if not is_of_library(error):
                raise
            kind = Kind.CANNOT_HOLD if isinstance(error, CannotHold) else Kind.FAILED
            raise Refusal(kind, f"value {len(index)}: serialize: {message_of(error)}") from None
        index.ends.append(out.written + len(buffer))
        if len(buffer) >= block_bytes:
            out.clock.codec()
            out.write_blocks()
    out.clock.codec()


def _fill_raw(out: ObjectWriter, asked: Request) -> dict[str, Any]:
    """Writes bytes, no two pages of them the same: a file system could store these once."""
    block = bytearray(random.Random(0).randbytes(asked["block_bytes"]))
    while out.size < asked["bytes"]:
        room = min(len(block), asked["bytes"] - out.size)
        for at in range(0, room - 7, mmap.PAGESIZE):
            block[at : at + 8] = (out.size + at).to_bytes(8, "little")
        out.buffer += memoryview(block)[:room]
        out.clock.start()
        out.write_blocks()
    out.finish(asked["fsync"] == "end")
    return {}


# Reading


class Reader(Protocol):
    """A thread's part of a scan, or of values to get."""

    reads: int

    def read(self, clock: SplitClock) -> None: ...


def _taking(codec: Operations, asked: Request, kept: list[Any]) -> Take:
    """Reads values as far as the request's step, and drops or keeps each."""
    steps: dict[str, Callable[[bytes], Any] | None] = {
        "deserialize": codec.deserialize,
        "decode": codec.decode,
        "borrow": codec.borrow,
    }
    if asked["step"] not in steps:
        raise _bad("`step` is `deserialize`, `decode` or `borrow`")
    step = steps[asked["step"]]
    if step is None:
        raise _bad("`step`: this driver does not borrow")
    if not asked["keep"]:
        return step
    return lambda data: kept.append(step(data))


def _read_all(readers: list[Any]) -> dict[str, Any]:
    """Lets every reader read in a thread of its own."""
    clocks = [SplitClock() for _ in readers]
    errors: list[BaseException] = []

    def read(reader: Reader, clock: SplitClock) -> None:
        try:
            reader.read(clock)
        except BaseException as error:
            errors.append(error)

    gc.collect()
    start = perf_counter_ns()
    if len(readers) == 1:
        read(readers[0], clocks[0])
    else:
        threads = [
            Thread(target=read, args=arguments) for arguments in zip(readers, clocks, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    total_ns = perf_counter_ns() - start
    if errors:
        raise errors[0]
    return {
        "total_ns": total_ns,
        "codec_ns": sum(clock.codec_ns for clock in clocks) // len(clocks),
        "io_ns": sum(clock.io_ns for clock in clocks) // len(clocks),
        "reads": sum(reader.reads for reader in readers),
    }


def _refused(error: BaseException, path: str, number: int) -> BaseException:
    if not is_of_library(error):
        return error
    return refusal(error, f"{path}: value {number}: ")


def _scan(session: Session, schema: str, asked: Request) -> dict[str, Any]:
    index = read_index(asked["path"], schema, asked["wire"])
    digests: list[int] = []
    digest = session.values.digest
    threads = 1 if asked["digest"] else asked["threads"]
    readers = []
    kept: list[list[Any]] = []
    for number in range(threads):
        codec = session.codec() if number else session.operations
        take: Take | None = None
        if asked["digest"]:

            def take(data: bytes, codec: Operations = codec) -> None:
                digests.append(digest(codec.deserialize(data)))

        elif asked["codec"]:
            kept.append([])
            take = _taking(codec, asked, kept[-1])
        first, last = index.share(number, threads), index.share(number + 1, threads)
        readers.append(Scanner(asked["path"], index, first, last, asked["block_bytes"], take))
    reply = _read_all(readers)
    if asked["digest"]:
        reply = {"reads": reply["reads"], "digest": digest_of(digests)}
    return reply | {"values": len(index), "bytes": index.object_bytes}


class Scanner:
    """Reads the values from `first` up to `last` in order and in blocks."""

    def __init__(
        self,
        path: str,
        index: ObjectIndex,
        first: int,
        last: int,
        block_bytes: int,
        take: Take | None,
    ) -> None:
        self.path, self.index, self.next, self.last = path, index, first, last
        self.reads = 0
        self._take = take
        self._block = memoryview(mmap.mmap(-1, block_bytes))  # begins with a page
        self._block[:] = bytes(block_bytes)  # and is there before the time begins
        self._carried = b""  # the beginning of a value that goes beyond a block's end

    def read(self, clock: SplitClock) -> None:
        try:
            self._read_blocks(clock)
        except OSError as error:
            raise _failed(self.path, error) from None
        except BaseException as error:
            raise _refused(error, self.path, self.next) from None

    def _read_blocks(self, clock: SplitClock) -> None:
        at, end = self.index.start(self.next), self.index.start(self.last)
        clock.start()
        with open(self.path, "rb", buffering=0) as file:
            file.seek(at)
            while at < end:
                count = file.readinto(self._block[: min(len(self._block), end - at)])
                clock.io()
                if not count:
                    message = f"{self.path}: it ended at byte {at} of {end} while it was read"
                    raise Refusal(Kind.BAD_FILE, message)
                self.reads += 1
                if self._take:
                    self._cut(self._take, at, self._block[:count])
                    clock.codec()
                at += count
        if self._take:
            self._cut(self._take, at, self._block[:0])  # values of no bytes

    def _cut(self, take: Take, at: int, block: memoryview) -> None:
        """Takes the values that end in the block, which starts at the byte `at` of the file."""
        ends, start, number, last = self.index.ends, 0, self.next, self.last
        while number < last and (end := ends[number] - at) <= len(block):
            data = bytes(block[start:end])
            if self._carried:
                data, self._carried = self._carried + data, b""
            self.next = number
            take(data)
            start = end
            number += 1
        self.next = number
        self._carried += block[start:]


def _get(session: Session, schema: str, asked: Request) -> dict[str, Any]:
    index = read_index(asked["path"], schema, asked["wire"])
    numbers = _numbers(asked["list"], len(index))
    readers = []
    kept: list[list[Any]] = []
    for number in range(asked["threads"]):
        codec = session.codec() if number else session.operations
        kept.append([])
        take = _taking(codec, asked, kept[-1]) if asked["codec"] else None
        part = numbers[number :: asked["threads"]]
        readers.append(Getter(asked["path"], index, part, asked["page_bytes"], take))
    reply = _read_all(readers)
    return reply | {"values": len(numbers), "bytes": sum(reader.bytes for reader in readers)}


def _numbers(path: str, below: int) -> list[int]:
    """A list of numbers, one a line, all of them below a limit."""
    found = []
    try:
        with open(path, encoding="utf-8") as file:
            for line, text in enumerate(file, 1):
                text = text.removesuffix("\n")
                if not (text.isascii() and text.isdigit() and int(text) < below):
                    raise _bad(
                        f"{path}: line {line}: {text!r} is not the number of a value, "
                        f"from 0 and below {below}"
                    )
                found.append(int(text))
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(f"{path}: {error}") from None
    return found


class Getter:
    """Reads values by their numbers: by their own bytes, or by whole pages."""

    def __init__(
        self, path: str, index: ObjectIndex, numbers: list[int], page_bytes: int, take: Take | None
    ) -> None:
        self.path, self.index, self.numbers = path, index, numbers
        self.reads = self.bytes = 0
        self._page_bytes, self._take = page_bytes, take
        self._number = 0
        self._there, self._page = -1, b""  # the page that was read last

    def read(self, clock: SplitClock) -> None:
        try:
            clock.start()
            file = os.open(self.path, os.O_RDONLY)
            try:
                self._read_values(file, clock)
            finally:
                os.close(file)
        except OSError as error:
            raise _failed(self.path, error) from None
        except BaseException as error:
            raise _refused(error, self.path, self._number) from None

    def _read_values(self, file: int, clock: SplitClock) -> None:
        for number in self.numbers:
            self._number = number
            start, end = self.index.start(self._number), self.index.ends[self._number]
            if self._page_bytes:
                data = self._turn(file, start, end, clock)
            else:
                data = self._pread(file, start, end - start, clock)
            if self._take:
                self._take(data)
                clock.codec()

    def _pread(self, file: int, at: int, size: int, clock: SplitClock) -> bytes:
        data = os.pread(file, size, at)
        clock.io()
        if len(data) < size:
            message = f"{self.path}: it ended within value {self._number} while it was read"
            raise Refusal(Kind.BAD_FILE, message)
        self.reads += 1
        self.bytes += size
        return data

    def _turn(self, file: int, start: int, end: int, clock: SplitClock) -> bytes:
        """The bytes of a value from the pages that it lies in."""
        page_bytes, data = self._page_bytes, b""
        for number in range(start // page_bytes, (max(end, start + 1) - 1) // page_bytes + 1):
            first = number * page_bytes
            if number != self._there:
                self._there = -1
                size = min(page_bytes, self.index.object_bytes - first)
                self._page = self._pread(file, first, size, clock)
                self._there = number
            if self._take:
                piece = self._page[max(start - first, 0) : end - first]
                data = data + piece if data else piece
        return data
