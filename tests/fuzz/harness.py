"""Runs cases in a process apart, and says what became of each.

The process is a fork of one that has imported all that readers need, and reads case after case,
until one fails: so a case takes milliseconds, and a process that a reader of its own waits in keeps
it. It is watched from outside: memory and processor time of it and of all that it starts.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench import cli
from serbench.errors import UserError
from tests.fuzz.kind import Read

MIB = 2**20
# What a file of `size` bytes may take: `MEMORY_TIMES` * size + `MEMORY_BYTES`.
MEMORY_TIMES, MEMORY_BYTES = 10, 200 * MIB
# Of processor time, since other work on the machine makes no reader hang, and twice what readers
# allow themselves (`serbench.schema.limits`); and of the clock, for one that waits.
MOST_CPU_S, MOST_WALL_S = 40.0, 120.0
_LOOK_EVERY_S = 0.02
# What libraries keep of cases goes with the process.
_MOST_CASES = 500
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Outcome:
    """`verdict` is "read", "refused" or "failed"; `said` is the message, or how it failed, and
    `signature` is the same for failures of one cause, as far as one can tell. `peak_bytes` is what
    the processes took beyond what they had before."""

    verdict: str
    said: str
    signature: str
    peak_bytes: int
    seconds: float


class Runner:
    """Reads files by `read`, each in a folder of its own."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._folder = Path(tempfile.mkdtemp(prefix="serbench-fuzz-case-"))
        self._pid = 0
        self._asked = self._answers = -1
        self._cases = 0

    def close(self) -> None:
        self._stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def run(self, name: str, data: bytes) -> Outcome:
        """What becomes of a file of that name."""
        if self._pid and self._cases >= _MOST_CASES:
            self._stop()
        if not self._pid:
            self._start()
        self._cases += 1
        path = self._folder / "file" / name
        path.write_bytes(data)
        try:
            return self._watched(path)
        finally:
            path.unlink()

    def _start(self) -> None:
        for part in ("file", "cache", "work"):
            shutil.rmtree(self._folder / part, ignore_errors=True)
            (self._folder / part).mkdir()
        asked, self._asked = os.pipe()
        self._answers, answers = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            _serve(self._read, self._folder, asked, answers)
        os.close(asked)
        os.close(answers)
        self._cases = 0

    def _stop(self) -> int:
        """Ends the process and all that it started; how it ended."""
        if not self._pid:
            return 0
        for pid in _tree(self._pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        os.close(self._asked)
        os.close(self._answers)
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        return status

    def _watched(self, path: Path) -> Outcome:
        most_bytes = MEMORY_TIMES * path.stat().st_size + MEMORY_BYTES
        usage = _Usage(self._pid)
        os.write(self._asked, json.dumps(path.name).encode() + b"\n")
        why = ""
        while not why and not select.select([self._answers], [], [], _LOOK_EVERY_S)[0]:
            usage.look()
            if usage.peak_bytes > most_bytes:
                why = "memory"
            elif usage.cpu_s > MOST_CPU_S or usage.wall_s > MOST_WALL_S:
                why = "hang"
        usage.look()
        peak, seconds = usage.peak_bytes, usage.wall_s
        answer = b"" if why else self._line()
        if peak > most_bytes:
            why = "memory"
        if why == "memory":
            self._stop()
            said = f"it took {peak / MIB:.1f} MiB; {most_bytes / MIB:.1f} MiB are allowed"
            return Outcome("failed", said, why, peak, seconds)
        if why == "hang":
            self._stop()
            said = f"no end after {seconds:.0f} s ({usage.cpu_s:.0f} s of the processor)"
            return Outcome("failed", said, why, peak, seconds)
        printed = (self._folder / "printed").read_text(errors="backslashreplace")
        if not answer:
            status = self._died()
            how = signal.Signals(status & 127).name if status & 127 else f"exit {status >> 8}"
            return Outcome("failed", f"{how}; it printed: {printed[-2000:]}", how, peak, seconds)
        found: dict[str, str] = json.loads(answer)
        if found["verdict"] == "failed":
            self._stop()
        elif unseen := _unprintable(found["said"], printed):
            said = f"the message has {unseen!r}: {found['said'] + printed!r}"
            return Outcome("failed", said, "unprintable message", peak, seconds)
        return Outcome(**found, peak_bytes=peak, seconds=seconds)

    def _line(self) -> bytes:
        """The whole answer, which may be longer than a pipe holds; nothing if the process died."""
        line = b""
        while not line.endswith(b"\n"):
            part = os.read(self._answers, 1 << 16)
            if not part:
                return b""
            line += part
        return line

    def _died(self) -> int:
        _, status = os.waitpid(self._pid, 0)
        os.close(self._asked)
        os.close(self._answers)
        self._pid = 0
        return status


class _Usage:
    """What processes take from now on. What one takes that is started meanwhile counts in full."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._began = time.monotonic()
        self._before: dict[int, int] = {}
        for one in _tree(pid):
            with contextlib.suppress(OSError):
                Path(f"/proc/{one}/clear_refs").write_text("5")  # the peak is what there is now
                self._before[one] = _memory_bytes(one)
        self._cpu_before_s = sum(map(_cpu_s, self._before))
        self.peak_bytes = 0
        self.cpu_s = 0.0

    @property
    def wall_s(self) -> float:
        return time.monotonic() - self._began

    def look(self) -> None:
        tree = _tree(self._pid)
        peak = sum(_memory_bytes(one) - self._before.get(one, 0) for one in tree)
        self.peak_bytes = max(self.peak_bytes, peak)
        self.cpu_s = sum(map(_cpu_s, tree)) - self._cpu_before_s


def _serve(read: Read, folder: Path, asked: int, answers: int) -> None:
    """Never returns."""
    status = 1
    try:
        os.dup2(asked, 3)
        os.dup2(answers, 4)
        os.closerange(5, os.sysconf("SC_OPEN_MAX"))  # a pipe of another one would never end
        printed = os.open(folder / "printed", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(printed, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout, sys.stderr = (os.fdopen(stream, "w", 1) for stream in (1, 2))
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        os.chdir(folder / "work")
        answers_file = os.fdopen(4, "w", 1)
        for name in os.fdopen(3):
            os.ftruncate(1, 0)
            os.lseek(1, 0, os.SEEK_SET)
            answer = _answer(read, folder / "file" / json.loads(name))
            shutil.rmtree(folder / "cache", ignore_errors=True)
            answers_file.write(json.dumps(answer) + "\n")
        status = 0
    finally:
        os._exit(status)


def _answer(read: Read, path: Path) -> dict[str, str]:
    """By way of the command line's own `main`, which prints what a user sees."""
    raised: list[BaseException] = []

    def app() -> None:
        try:
            read(path)
        except BaseException as error:
            raised.append(error)
            raise

    cli.app = app  # type: ignore[assignment]
    with contextlib.suppress(BaseException):
        cli.main()
    error: Any = raised[0] if raised else None
    if error is None:
        return {"verdict": "read", "said": "", "signature": ""}
    if isinstance(error, UserError):
        said = str(error).replace(f"{path.parent}/", "")
        return {"verdict": "refused", "said": said, "signature": type(error).__name__}
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "serbench" in f.filename and "tests" not in f.filename]
    place = f"{Path(ours[-1].filename).stem}.{ours[-1].name}" if ours else ""
    text = "".join(traceback.format_exception(error, limit=-12))
    signature = f"{type(error).__name__} in {place}"
    return {"verdict": "failed", "said": text[-6000:], "signature": signature}


def _unprintable(message: str, printed: str) -> str:
    """The first character that a terminal would obey or not show. A message is one line."""
    if "\n" in message:
        return "\n"
    return next((c for c in printed if not c.isprintable() and c != "\n"), "")


def _tree(pid: int) -> list[int]:
    """The process and all that descend from it."""
    found = [pid]
    for one in found:  # grows
        with contextlib.suppress(OSError, ValueError):  # it has ended
            for thread in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (thread / "children").read_text().split())
    return found


def _memory_bytes(pid: int) -> int:
    """The most that lay in memory since that was cleared."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def _cpu_s(pid: int) -> float:
    """Of it, and of those of its children that have ended."""
    with contextlib.suppress(OSError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / _TICKS_PER_S
    return 0.0
