"""Files in binary formats, read by a process apart: see `serbench.schema.reader_process`.

The process gets the opened file and the limits that `serbench.schema.limits` sets it. It may die
or hang; then the file is refused. One that came to the end of a file reads the next one, since
starting another takes some 0.3 s; one that a limit stopped reads no more.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

import serbench
from serbench.errors import UserError
from serbench.machine import cache, programs
from serbench.schema.csv_files import CsvOptions
from serbench.schema.documents import Documents, have_types_in_values, is_avro, is_document
from serbench.schema.errors import InputError
from serbench.schema.file_parts import RowGroups
from serbench.schema.limits import PACKED, PLAIN, Limits
from serbench.schema.lines import Lines
from serbench.schema.model import Schema
from serbench.schema.reader_process import (
    FRAME,
    REQUEST_SIZE,
    Frame,
    Refusal,
    Request,
    Types,
    Wanted,
)
from serbench.schema.remarks import Remark
from serbench.schema.remote_files import Location, Url, fetch, fetch_ranges
from serbench.schema.tables import is_table, rows_of

_MAIN = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from serbench.schema.reader_process import main; main()"
)
# Arrow's and glibc's own pools take memory ahead, which would count as the file's.
_ENVIRONMENT = {"ARROW_DEFAULT_MEMORY_POOL": "system", "MALLOC_ARENA_MAX": "2"}
# After so many files, whatever libraries kept of them goes with the process.
_MOST_FILES = 500
_PIPE_BYTES = 1 << 20
_NO_OPTIONS = CsvOptions()


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file says of its values' types: `places` are the paths that records stand at, if that
    is known; `remarks` say what was mapped to what."""

    schema: Schema
    remarks: tuple[Remark, ...]
    values: int
    places: dict[str, tuple[str, ...]]


class Guarded(Lines):
    """The rows of a table, or the values of a file of documents; see `serbench.schema.lines`. The
    schema that it brings is called `name`, else as the file is, and has unions if asked for. Of a
    Parquet file, `groups` are those that are read, if not all. `wanted` says in which form values
    are."""

    with_nonfinite = True

    def __init__(
        self,
        path: Location,
        name: str = "",
        unions: bool = False,
        csv: CsvOptions = _NO_OPTIONS,
        groups: RowGroups | None = None,
        wanted: Wanted = Wanted.VALUES,
    ) -> None:
        super().__init__(path)
        self._wanted = wanted
        self._csv = csv
        self._groups = groups
        self._plain = Documents(path) if is_document(path) else rows_of(path)
        self.unit = self._plain.unit
        self._name = name
        self._unions = unions
        self._done = self._total = 0

    def look(self, number: int | None = None) -> str:
        return self._plain.look(number)

    def progress(self) -> tuple[int, int]:
        """Rows of a table, bytes of a file of documents."""
        return self._done, self._total

    def brought(self) -> Brought:
        """What a table or an Avro file says of its types. Raises `InputError`, `UserError`."""
        found = None
        for kind, payload in self._asked(Wanted.TYPES):
            if kind == Frame.TYPES:
                found = msgspec.json.decode(payload, type=Types)
        assert found
        places = {record: tuple(paths) for record, paths in found.places.items()}
        return Brought(Schema.from_dict(found.schema), tuple(found.remarks), found.values, places)

    def words_of_types(self, detect: bool) -> Guarded | None:
        if not have_types_in_values(self.path):
            return None
        wanted = Wanted.DETECTED_WORDS if detect else Wanted.WORDS
        return Guarded(self.path, self._name, self._unions, self._csv, wanted=wanted)

    def layout(self) -> list[tuple[int, int, int]]:
        """Of a Parquet file's row groups: rows, and the bytes they lie between. Raises
        `InputError`."""
        for kind, payload in self._asked(Wanted.LAYOUT):
            if kind == Frame.LAYOUT:
                return msgspec.json.decode(payload, type=list[tuple[int, int, int]])
        raise AssertionError

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        number = self._groups.before if self._groups else 0
        for kind, payload in self._asked(self._wanted):
            if kind == Frame.VALUES:
                for number, line in enumerate(payload.split(b"\n"), number + 1):  # noqa: B020
                    yield number, line

    def _asked(self, wanted: Wanted) -> Iterator[tuple[Frame, bytes]]:
        """What the process says, but for how it ends. Raises `InputError`, `UserError`."""
        with self._regular_file() as file, _process() as process:
            limits = self._limits(file)
            self._done, self._total = 0, 0 if is_table(self.path) else limits.file_bytes
            # A name need not be text.
            name = (self._name or self._plain.name).encode(errors="backslashreplace").decode()
            groups = (self._groups.begin, self._groups.end) if self._groups else None
            request = Request(
                os.fsencode(self.path), name, self._unions, self._csv, limits, wanted, groups
            )
            process.ask(msgspec.json.encode(request), file)
            while True:
                kind, progress, payload = self._answer(process, limits)
                match kind:
                    case Frame.END:
                        process.is_well = True
                        self.has_logical = bool(payload)
                        return
                    case Frame.REFUSED:
                        process.is_well = True
                        raise self._refused(msgspec.json.decode(payload, type=Refusal))
                    case Frame.TOO_MUCH:
                        raise self._too_much(payload.decode(), limits)
                    case Frame.BUG:
                        raise RuntimeError(payload.decode())
                    case Frame.TYPES if is_table(self.path):
                        self._total = msgspec.json.decode(payload, type=Types).values
                    case Frame.VALUES | Frame.PROGRESS:
                        self._done = progress
                yield kind, payload

    def _limits(self, file: IO[bytes]) -> Limits:
        is_packed = is_table(self.path) or is_avro(self.path)
        return Limits(os.fstat(file.fileno()).st_size, PACKED if is_packed else PLAIN)

    @contextmanager
    def _regular_file(self) -> Iterator[IO[bytes]]:
        if isinstance(self.path, Url):
            with cache.scratch() as folder:
                yield self._fetched(self.path, folder / "copy")
            return
        try:
            file = open(self.path, "rb", opener=_opened)  # noqa: SIM115
        except OSError as error:
            raise self._unreadable(error) from None
        with file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise self.fail(
                    "it is no regular file, and this format is read more than once",
                    f"write it to one first: cat {{file}} > copy{self.path.suffix}",
                )
            yield file

    def _fetched(self, url: Url, copy: Path) -> IO[bytes]:
        """What will be read of it, in a file of its own."""
        try:
            if self._groups:
                fetch_ranges(url, copy, self._groups.ranges)
            else:
                fetch(url, copy)
            return copy.open("rb")
        except OSError as error:
            raise self._unreadable(error) from None

    def _answer(self, process: _Process, limits: Limits) -> tuple[Frame, int, bytes]:
        try:
            return process.answer(limits.stall_s)
        except TimeoutError:
            raise self._too_much(f"nothing came of it for {limits.stall_s:,} s", limits) from None
        except EOFError:
            raise self._died(process, limits) from None

    def _died(self, process: _Process, limits: Limits) -> Exception:
        status = process.status()
        if status >= 0:
            return RuntimeError(f"the reader ended: exit status {status}\n{process.errors()}")
        if -status == signal.SIGXCPU:
            # More than `cpu_s` if some JSON came, which gives more time.
            limit = f"{limits.cpu_s():,} s of processor time, and 4 s for each MB of its JSON"
            return self._too_much(f"reading it takes more than {limit}", limits)
        if -status == signal.SIGKILL:
            cause = "the process that read it was killed, perhaps for want of memory"
            return self.fail(cause, "see by whom: dmesg | tail")
        by = signal.Signals(-status).name
        if -status == signal.SIGBUS:
            cause = f"it is damaged, or was cut off while it was being read ({by})"
        else:
            cause = f"it is damaged: the library that read it died of {by}"
        return self.fail(cause, f"see what it is: {self.look()}")

    def _too_much(self, cause: str, limits: Limits) -> InputError:
        return self.fail(
            f"{cause}, too much for a file of {limits.file_bytes:,} bytes",
            f"if you trust it, {self._plain.without_limits()}",
        )

    def _refused(self, refusal: Refusal) -> UserError:
        if refusal.text:
            return UserError(refusal.text)
        return InputError(
            self.path,
            refusal.cause,
            refusal.next_step,
            line=refusal.line,
            unit=refusal.unit,
            path=refusal.path,
        )


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # of a pipe that nobody writes to


class _Process:
    """A reader. `is_well` once it is done with a file, and may be given another."""

    def __init__(self) -> None:
        self._ours, child_end = socket.socketpair()
        # A pipe, as it may write no file; what it has no room for is lost.
        reading, errors = os.pipe()
        for end in (reading, errors):
            os.set_blocking(end, False)
        self._errors = os.fdopen(reading, "rb", buffering=0)
        try:
            with child_end:
                self._popen = programs.popen(
                    [sys.executable, "-I", "-B", "-c", _MAIN, json.dumps(_module_folders())],
                    env=programs.measured(_ENVIRONMENT),
                    stdin=child_end.fileno(),
                    stderr=errors,
                )
        finally:
            os.close(errors)
        assert self._popen.stdout
        self._answers = self._popen.stdout.fileno()
        with suppress(AttributeError, OSError):  # there is none elsewhere than on Linux
            fcntl.fcntl(self._answers, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        self._poll = select.poll()
        self._poll.register(self._answers, select.POLLIN)
        self.files = 0
        self.is_well = False

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, request: bytes, file: IO[bytes]) -> None:
        self.files += 1
        self.is_well = False
        with suppress(BrokenPipeError, ConnectionResetError):  # it died: so its answer says
            socket.send_fds(self._ours, [REQUEST_SIZE.pack(len(request))], [file.fileno()])
            self._ours.sendall(request)

    def answer(self, stall_s: float) -> tuple[Frame, int, bytes]:
        """A frame's kind, progress and payload. Raises `TimeoutError` if nothing came for so long,
        `EOFError` if the process died."""
        kind, progress, size = FRAME.unpack(self._received(FRAME.size, stall_s))
        return Frame(kind), progress, self._received(size, stall_s)

    def _received(self, size: int, stall_s: float) -> bytes:
        parts = []
        while size:
            if not self._poll.poll(stall_s * 1000):
                raise TimeoutError
            part = os.read(self._answers, size)
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def status(self) -> int:
        """Of a process that died, as `subprocess` has it."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=10)
        self._popen.kill()
        status: int = self._popen.wait()
        return status

    def errors(self) -> str:
        """The last that the process wrote to its standard error."""
        output = self._errors.read(_PIPE_BYTES) or b""  # None where another process has the pipe
        return output.decode(errors="replace")

    def end(self) -> None:
        self._popen.kill()
        self._popen.wait()
        assert self._popen.stdout
        self._popen.stdout.close()
        self._ours.close()
        self._errors.close()


# At most one, which waits for a file.
_idle: list[_Process] = []
_lock = threading.Lock()
os.register_at_fork(after_in_child=_idle.clear)  # it answers to one process


@contextmanager
def _process() -> Iterator[_Process]:
    with _lock:
        process = _idle.pop() if _idle else None
    if process and not process.is_alive:
        process.end()
        process = None
    process = process or _Process()
    try:
        yield process
    finally:
        with _lock:
            is_kept = process.is_well and process.files < _MOST_FILES and not _idle
            if is_kept:
                _idle.append(process)
        if not is_kept:
            process.end()


@atexit.register
def _end() -> None:
    while _idle:
        _idle.pop().end()


def _module_folders() -> list[str]:
    """Where this process finds modules, but for the current folder, which may be a stranger's."""
    here = str(Path(serbench.__file__).parent.parent)
    folders = [
        folder for folder in sys.path if Path(folder).is_absolute() and Path(folder) != Path.cwd()
    ]
    return folders if here in folders else [here, *folders]
