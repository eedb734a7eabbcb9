"""The process of a driver: its start, where it runs, its memory and its end."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from serbench.machine import processors, programs, watchdog
from serbench.measure import sandbox as sandboxes
from serbench.measure.crash_reason import ended_by, last_words
from serbench.measure.protocol import DriverDeath, broken
from serbench.measure.sandbox import Sandbox

# A sanitizer's report has its summary ahead of a picture of memory.
_TAIL_BYTES = 1 << 16
# Beside a program of usual niceness, one of this has 99 % of a processor.
_MOST_FAVOURED = -20
_GIVING_WAY = 10  # as nice(1) has it
# Who closes its pipes and lives longer than this does not die of itself. A Java virtual machine
# writes a report first.
_DYING_S = 5.0


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


class DriverProcess:
    """A program that is spoken with over its pipes. Use it as a context manager: leaving it ends
    the process."""

    def __init__(
        self,
        command: Sequence[str],
        cpus: set[int] | None = None,
        environment: Mapping[str, str] | None = None,
        memory_bytes: int | None = None,
        sandbox: Sandbox | None = None,
    ) -> None:
        """`environment` holds variables besides those of `programs.measured`. The process begins in
        an empty folder, so that every path it is told is absolute. More memory of its own than
        `memory_bytes` it does not get. It runs in the `sandbox`, if there is one."""
        self._is_inside = sandbox is not None
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

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
            self._set_niceness(threads, _MOST_FAVOURED if first else 0)

    def give_way(self) -> None:
        """Lets other programs have the processor before it, from now on."""
        with suppress(OSError):
            self._set_niceness(self._threads(), _GIVING_WAY)

    def _set_niceness(self, threads: Sequence[int], niceness: int) -> None:
        """Raises `OSError` where the system does not allow it."""
        for thread in threads:
            os.setpriority(os.PRIO_PROCESS, thread, niceness)
        # Where sessions share the processor, one counts by this instead (sched(7), autogroup).
        Path(f"/proc/{self._process.pid}/autogroup").write_text(str(niceness))

    def processor_s(self) -> float:
        """Seconds of processors that the process has had; 0 where the system does not say."""
        return _processor_ticks(self._process.pid) / os.sysconf("SC_CLK_TCK")

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
        self._stderr.close()

    def _death(self) -> DriverDeath:
        """How it died, once its pipes are closed; what is left of it is ended."""
        try:
            status = self._process.wait(timeout=_DYING_S)
        except subprocess.TimeoutExpired:
            self.end()
            return broken("it closed its output and lives")
        if self._is_inside:
            status = sandboxes.died_of(status)
        lines = self.said()
        how = ended_by(status)
        self.end()
        said = last_words(lines)
        return DriverDeath(f"it died ({how})" + (f": {said}" if said else ""), lines)
