"""One driver process and the protocol spoken with it (docs/protocol.md)."""

from __future__ import annotations

import os
import re
import resource
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import msgspec

from serbench import processors, programs, watchdog
from serbench.measure import sandbox as sandboxes
from serbench.measure.crash_reason import last_words
from serbench.measure.sandbox import Sandbox

PROTOCOL = 1
# No reply is as long, and nothing that a driver says by mistake.
_MOST_REPLY_BYTES = 1 << 24
_MOST_STDERR_BYTES = 1 << 26
_LOOK_S = 1.0

Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Some = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]
# A sanitizer's report has its summary ahead of a picture of memory.
_TAIL_BYTES = 1 << 16
# Beside a program of usual niceness, one of this has 99 % of a processor.
_MOST_FAVOURED = -20


class DriverError(Exception):
    """The driver answered that it cannot: `kind` is one of the protocol's kinds."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class DriverDeath(Exception):  # noqa: N818 - the end of a process, not a mistake
    """The driver ended, hung or broke the protocol; its text says how, `lines` are the last that it
    wrote to standard error."""

    def __init__(self, text: str, lines: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.lines = lines


class DriverHung(DriverDeath):
    """It did not answer in time and was ended."""


class _Reply(msgspec.Struct):
    """Members that no kind of reply has are ignored."""


class Description(_Reply):
    protocol: int
    language: str
    codec: str
    library: str
    version: str
    compiler: str
    flags: str
    allocator: str
    schema: str
    operations: list[str]
    same: dict[str, str] = {}
    files: bool = False
    jit: bool = False


class Opened(_Reply):
    values: Count
    digest: str
    visit: str
    access: str | None = None


class Mismatch(msgspec.Struct):
    index: Count
    reason: str


class Verified(_Reply):
    values: Count
    encoded_bytes: Count
    digest: str
    visit: str
    mismatched: Count
    mismatches: list[Mismatch]


class Warmed(_Reply):
    steady: bool


class Sample(_Reply):
    ns: Some
    items: Some
    kernel_ns: tuple[Some, Some]
    compiling_ns: Count = 0
    collections: Count | None = None


class Allocations(_Reply):
    items: Count
    allocations: Count
    allocated_bytes: Count


class Dumped(_Reply):
    values: Count
    bytes: Count


class Loaded(_Reply):
    values: Count
    digest: str
    refused: Count = 0


class Wrote(_Reply):
    bytes: Count
    total_ns: Count
    codec_ns: Count
    io_ns: Count
    writes: Count
    fsyncs: Count
    values: Count = 0
    digest: str | None = None


class Scanned(_Reply):
    """Also what `get` replies. The times are absent where the values were digested."""

    values: Count
    bytes: Count
    reads: Count
    total_ns: Count = 0
    codec_ns: Count = 0
    io_ns: Count = 0
    digest: str | None = None


class Closed(_Reply):
    peak_rss_bytes: Count


_AnyReply = TypeVar("_AnyReply", bound=_Reply)


class _Failure(msgspec.Struct):
    error: str
    kind: str = "failed"


# What decoding raises of a line that is none.
_NO_REPLY = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to wait for a reply before the driver counts as hung."""

    ordinary_s: float = 60.0
    # Loading and verifying grow with the working set, sampling with the batch.
    heavy_s: float = 600.0


@dataclass(frozen=True, slots=True)
class Blocks:
    """How object files are read and written. `fsync` is "end" or "none"."""

    block_bytes: int = 1 << 20
    fsync: str = "end"
    threads: int = 1

    def of_write(self) -> dict[str, Any]:
        return {"request": "write", "block_bytes": self.block_bytes, "fsync": self.fsync}


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the values of an object file are read, `deserialize`, `decode` or `borrow`; whether
    all are kept to the end; and what `get` reads at once, 0 for a value's bytes alone."""

    step: str = "deserialize"
    keep: bool = False
    page_bytes: int = 0

    def named(self, operation: str) -> str:
        """The operation as it is done so: `get`, or `get decode kept by page`."""
        said = [
            self.step if self.step != "deserialize" else "",
            "kept" if self.keep else "",
            "by page" if self.page_bytes and operation == "get" else "",
        ]
        return " ".join([operation, *filter(None, said)])


USUAL = Reading()


@dataclass(frozen=True, slots=True)
class Ran:
    """On which processor, and how often another program had it meanwhile; -1 where the system does
    not say."""

    processor: int = -1
    interrupted: int = -1


def _after_name(stat: str) -> list[str]:
    """The fields of /proc/…/stat from the third on: the second, a name, may hold anything."""
    return stat.rpartition(")")[2].split()


def _processor_ticks(thread: int) -> int:
    try:
        fields = _after_name(Path(f"/proc/{thread}/stat").read_text())
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


class Driver:
    """A running driver. Use it as a context manager: leaving it ends the process.

    Every request raises `DriverError` if the driver refuses and `DriverDeath` if it is gone,
    hung or answers nonsense; after `DriverDeath` the process has been ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        cpus: set[int] | None = None,
        patience: Patience | None = None,
        environment: Mapping[str, str] | None = None,
        memory_bytes: int | None = None,
        sandbox: Sandbox | None = None,
    ) -> None:
        """`environment` holds variables besides those of `programs.measured`. The process begins in
        an empty folder, so that every path it is told is absolute. More memory of its own than
        `memory_bytes` it does not get. It runs in the `sandbox`, if there is one."""
        self._is_inside = sandbox is not None
        self._patience = patience or Patience()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed by end()
        watchdog.witnessed()
        # A session of its own: Ctrl-C is for us, and we end our drivers ourselves. Pinned from its
        # beginning: a runtime that has made its threads would keep them elsewhere.
        with processors.pinned(cpus or ()):
            self._process = programs.popen(
                sandbox.around(command, memory_bytes) if sandbox else command,
                env=programs.measured(environment),
                stdin=subprocess.PIPE,
                stderr=self._stderr,
                session=True,
                buffered=False,
            )
        if memory_bytes is not None and not sandbox and hasattr(resource, "prlimit"):
            # Not the address space: virtual machines reserve much more of it than they use.
            limits = (memory_bytes, memory_bytes)
            resource.prlimit(self._process.pid, resource.RLIMIT_DATA, limits)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin
        self._busiest = self._process.pid
        self._driver_pid = 0 if sandbox else self._process.pid
        self._interrupted = -1
        self._out = self._process.stdout.fileno()
        self._buffer = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def describe(self) -> Description:
        description = self._request({"request": "describe"}, Description)
        if description.protocol != PROTOCOL:
            raise DriverError(
                "failed",
                f"the driver speaks protocol {description.protocol}, not {PROTOCOL}: rebuild it",
            )
        return description

    def open(self, values: Path, limit: int = 0) -> Opened:
        request = {"request": "open", "values": str(values.absolute()), "limit": limit}
        return self._request(request, Opened, heavy=True)

    def verify(self, every: int = 1) -> Verified:
        """Proves each value whose index is a multiple of `every`, which drivers that describe
        themselves as `jit` know."""
        request = {"request": "verify"} | ({"every": every} if every > 1 else {})
        return self._request(request, Verified, heavy=True)

    def warm(self, operations: Sequence[str], budget_s: float) -> Warmed:
        """Only of drivers that describe themselves as `jit`."""
        request = {
            "request": "warm",
            "operations": list(operations),
            "budget_ns": round(budget_s * 1e9),
        }
        return self._request(request, Warmed, heavy=True)

    def sample(self, operation: str, passes: int, warm_passes: int) -> Sample:
        request = {
            "request": "sample",
            "operation": operation,
            "passes": passes,
            "warm_passes": warm_passes,
        }
        return self._request(request, Sample, heavy=True)

    def allocations(self, operation: str, within_s: float | None = None) -> Allocations:
        """Raises `DriverHung` where counting takes longer than `within_s`, if that is given."""
        request = {"request": "allocations", "operation": operation}
        return self._request(request, Allocations, heavy=True, within_s=within_s)

    def dump(self, path: Path) -> Dumped:
        return self._request({"request": "dump", "path": str(path.absolute())}, Dumped, heavy=True)

    def load(self, path: Path, outcomes: Path | None = None) -> Loaded:
        """With `outcomes` what is refused does not end it (`measure.outcomes` reads that file)."""
        request = {"request": "load", "path": str(path.absolute())}
        if outcomes is not None:
            request["outcomes"] = str(outcomes.absolute())
        return self._request(request, Loaded, heavy=True)

    def write(self, path: Path, wire: str, values: Path, count: int, how: Blocks) -> Wrote:
        """Writes an object file of `count` values (docs/object-files.md)."""
        request = how.of_write() | {
            "values": str(values.absolute()),
            "count": count,
            "path": str(path.absolute()),
            "wire": wire,
            "codec": True,
        }
        return self._request(request, Wrote, heavy=True)

    def write_alone(self, path: Path, bytes_: int, how: Blocks) -> Wrote:
        """The writes of an object file of so many bytes, without values."""
        request = how.of_write() | {"path": str(path.absolute()), "bytes": bytes_, "codec": False}
        return self._request(request, Wrote, heavy=True)

    def scan(
        self,
        path: Path,
        wire: str,
        how: Blocks,
        codec: bool = True,
        digest: bool = False,
        reading: Reading = USUAL,
    ) -> Scanned:
        request = {
            "request": "scan",
            "path": str(path.absolute()),
            "wire": wire,
            "block_bytes": how.block_bytes,
            "threads": how.threads,
            "codec": codec,
            "digest": digest,
            "step": reading.step,
            "keep": reading.keep,
        }
        return self._request(request, Scanned, heavy=True)

    def get(
        self,
        path: Path,
        wire: str,
        numbers: Path,
        how: Blocks,
        codec: bool = True,
        reading: Reading = USUAL,
    ) -> Scanned:
        """`numbers` is the file that lists the values to read."""
        request = {
            "request": "get",
            "path": str(path.absolute()),
            "wire": wire,
            "list": str(numbers.absolute()),
            "threads": how.threads,
            "codec": codec,
            "step": reading.step,
            "keep": reading.keep,
            "page_bytes": reading.page_bytes,
        }
        return self._request(request, Scanned, heavy=True)

    def pin(self, cpus: Collection[int]) -> None:
        """Lets the whole process, all its threads, run on these processors alone from now on."""
        for thread in self._threads():
            with suppress(OSError):  # it may have ended
                processors.pin(thread, cpus)
        self._busiest = max(self._threads(), key=_processor_ticks, default=self._process.pid)
        self.ran()

    def go_first(self, first: bool) -> None:
        """Lets other programs have its processor only while it has no work, where the system allows
        that. Of a driver with several threads, nearly so: a runtime counts on its threads' taking
        turns, which those of the strictest policy do not."""
        threads = self._threads()
        with suppress(OSError):  # who is not root, say
            if len(threads) == 1:
                policy, priority = (os.SCHED_FIFO, 1) if first else (os.SCHED_OTHER, 0)
                os.sched_setscheduler(self._process.pid, policy, os.sched_param(priority))
                return
            niceness = _MOST_FAVOURED if first else 0
            for thread in threads:
                os.setpriority(os.PRIO_PROCESS, thread, niceness)
            # Where sessions share the processor, one counts by this instead (sched(7), autogroup).
            Path(f"/proc/{self._process.pid}/autogroup").write_text(str(niceness))

    def ran(self) -> Ran:
        """Where the thread that works ran last, and how it fared since this was last asked."""
        task = Path(f"/proc/{self._process.pid}/task/{self._busiest}")
        try:
            status, stat = (task / "status").read_text(), (task / "stat").read_text()
        except OSError:
            return Ran()
        before, now = self._interrupted, int(status.rpartition("nonvoluntary_ctxt_switches:")[2])
        self._interrupted = now
        return Ran(int(_after_name(stat)[36]), now - before if before >= 0 else -1)

    def memory_bytes(self) -> tuple[int, int]:
        """What the process holds in memory now, and held at most; zeros if it has ended."""
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0, 0
        kib = dict(re.findall(r"^(VmRSS|VmHWM):\s*(\d+) kB$", status, re.MULTILINE))
        return int(kib.get("VmRSS", 0)) << 10, int(kib.get("VmHWM", 0)) << 10

    def _threads(self) -> list[int]:
        try:
            return [int(p.name) for p in Path(f"/proc/{self._process.pid}/task").iterdir()]
        except OSError:
            return []

    def resident_bytes(self) -> int:
        """What of its memory is in use, 0 where the system does not say."""
        return self._status("VmRSS")

    def peak_bytes(self) -> int:
        """The most that was since `forget_peak`."""
        return self._status("VmHWM")

    def forget_peak(self) -> None:
        with suppress(OSError):  # it may have ended
            Path(f"/proc/{self._pid()}/clear_refs").write_text("5")

    def _pid(self) -> int:
        """Of the driver itself; 0 if it is not there."""
        self._driver_pid = self._driver_pid or sandboxes.innermost(self._process.pid)
        return self._driver_pid

    def _status(self, name: str) -> int:
        try:
            status = Path(f"/proc/{self._pid()}/status").read_text()
        except OSError:
            return 0
        found = re.search(rf"^{name}:\s+(\d+) kB$", status, re.MULTILINE)
        return 1024 * int(found[1]) if found else 0

    def said(self) -> list[str]:
        """The last lines that it wrote to standard error; none once it was ended."""
        if self._stderr.closed:
            return []
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(size - _TAIL_BYTES, 0))
        return self._stderr.read().decode(errors="replace").strip().splitlines()

    def close(self) -> Closed:
        """Asks the driver to end; it has a moment to do so."""
        closed = self._request({"request": "close"}, Closed)
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.end()
        return closed

    def kill(self) -> None:
        """Ends the process and what it has started. A thread that waits for its reply hears of it,
        as it would not if what it waits on were closed (`end`)."""
        with suppress(ProcessLookupError, PermissionError):  # the session that it leads
            os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Ends the process, however it is, and frees what was held for it."""
        if self._in.closed:
            return
        self.kill()
        self._process.wait()
        self._in.close()
        if self._process.stdout:
            self._process.stdout.close()
        self._selector.close()
        self._stderr.close()

    def _request(
        self,
        request: dict[str, Any],
        reply: type[_AnyReply],
        heavy: bool = False,
        within_s: float | None = None,
    ) -> _AnyReply:
        if self._in.closed:
            raise DriverDeath("it was ended before")
        if self._buffer:
            raise self._broken(f"it went on after its reply: {bytes(self._buffer[:80])!r}")
        try:
            self._in.write(msgspec.json.encode(request) + b"\n")
        except BrokenPipeError:
            raise self._death() from None
        timeout_s = self._patience.heavy_s if heavy else self._patience.ordinary_s
        timeout_s = timeout_s if within_s is None else min(within_s, timeout_s)
        line = self._line(time.monotonic() + timeout_s, timeout_s)
        try:
            return msgspec.json.decode(line, type=reply)
        except _NO_REPLY as error:
            raise self._refusal(line, error) from None

    def _refusal(self, line: bytes, error: Exception) -> DriverError | DriverDeath:
        """What a line that is not the reply hoped for means."""
        try:
            failure = msgspec.json.decode(line, type=_Failure)
            return DriverError(failure.kind, failure.error)
        except _NO_REPLY:
            return self._broken(f"{error} in its reply {line[:80]!r}")

    def _broken(self, how: str) -> DriverDeath:
        self.end()
        return DriverDeath(f"it broke the protocol: {how}")

    def _line(self, deadline: float, timeout_s: float) -> bytes:
        end = -1
        while end < 0:
            left_s = deadline - time.monotonic()
            if left_s < 0:
                self.end()
                raise DriverHung(f"it hung: no reply within {timeout_s:g} s")
            if os.fstat(self._stderr.fileno()).st_size > _MOST_STDERR_BYTES:
                raise self._broken("it flooded its standard error")
            if not self._selector.select(min(left_s, _LOOK_S)):
                continue
            piece = os.read(self._out, 1 << 16)
            if not piece:
                raise self._death()
            end = piece.find(b"\n")
            end += len(self._buffer) if end >= 0 else 0
            self._buffer += piece
            if len(self._buffer) > _MOST_REPLY_BYTES:
                raise self._broken("its reply has no end")
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _death(self) -> DriverDeath:
        try:
            status = self._process.wait(timeout=_LOOK_S)
        except subprocess.TimeoutExpired:
            return self._broken("it closed its output and lives")
        if self._is_inside:
            status = sandboxes.died_of(status)
        lines = self.said()
        how = f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"
        self.end()
        said = last_words(lines)
        return DriverDeath(f"it died ({how})" + (f": {said}" if said else ""), lines)
