"""What runs in a worker of a fleet: it receives a job, has a process measure, and hands out what
that wrote.

The process reads its job from a folder and writes its journal there. So a worker only waits while
it measures, and what was measured survives the worker. The process ends when nobody has asked for
the journal for a while.
"""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
import zstandard

import serbench
from serbench.cluster import calm
from serbench.machine import cache, processors, programs
from serbench.measure.crash_reason import ended_by, last_words

# In the folder of a job: what to do; what is found, and what the process says beside; its number,
# and the file that it holds locked; that it is to end; when somebody asked for the journal last.
JOB, JOURNAL, SAID = "job", "journal", "said"
PID, HELD, STOP, LEASE = "pid", "held", "stop", "lease"
# Of the journal at once.
PIECE_BYTES = 4 << 20
_TOKEN = re.compile(r"[0-9a-f]{32}")
_FILE = re.compile(r"[a-z]+(-\d+)?(\.jsonl)?")
_SAID_BYTES = 1 << 14
_KEPT_S = 7 * 86400.0

# A folder that is not there; one whose job has not begun; a process that is at work, and one that
# has ended.
State = Literal["missing", "waiting", "measuring", "ended"]


class Piece(msgspec.Struct, frozen=True):
    """A part of a journal from the place asked for; `said` is what a process that has ended said
    last."""

    state: State
    data: bytes = b""
    said: str = ""


def _folder(token: str) -> Path:
    if not _TOKEN.fullmatch(token):
        raise ValueError(f"no token: {token!r}")
    return cache.directory("fleet", token)


def receive(tokens: Mapping[str, str], file: str, start: int, data: bytes, dask_worker: Any) -> int:
    """Puts a piece, compressed, into a file of the job's folder, at its place; gives where the next
    one belongs. `tokens` are of jobs, by the addresses of the workers."""
    if not _FILE.fullmatch(file):
        raise ValueError(f"no file of a job: {file!r}")
    piece = zstandard.decompress(data)
    with (_folder(tokens[dask_worker.address]) / file).open("ab") as target:
        target.truncate(start)
        target.write(piece)
    return start + len(piece)


def measure(token: str) -> None:
    """A task: starts the process, or finds the one that another worker started here, and waits
    until it has ended. Meanwhile this worker keeps off the processor that is measured on."""
    from distributed import get_worker

    folder = _folder(token)
    _tidy(folder.parent)
    with suppress(FileNotFoundError), calm.kept_off(get_worker()) as elsewhere:  # or forgotten
        process = None
        if not (folder / PID).exists() and not (folder / STOP).exists():
            process = _started(folder)
        with processors.pinned(elsewhere), (folder / HELD).open("a") as held:
            fcntl.flock(held, fcntl.LOCK_EX)  # waits for the end of the process
            if process and (status := process.wait()) < 0:  # others say themselves why
                with (folder / SAID).open("a") as said:
                    said.write(f"\n{ended_by(status)}\n")


def _started(folder: Path) -> subprocess.Popen[bytes]:
    """A process whose standard input is the file that it holds: locked as long as it lives."""
    with (folder / HELD).open("w+b") as held, (folder / SAID).open("wb") as said:
        fcntl.flock(held, fcntl.LOCK_EX)
        process = programs.popen(
            command(folder),
            env=programs.installing({"PYTHONPATH": _python_path()}),
            stdin=held,
            stdout=said,
            stderr=programs.STDOUT,
            session=True,
        )
    (folder / PID).write_text(str(process.pid))
    return process


def command(folder: Path) -> list[str]:
    """What measures, in a process of its own."""
    return [sys.executable, "-P", "-m", "serbench.cluster.measure_job", str(folder)]


def _python_path() -> str:
    """Where this serbench lies, and what this process was told."""
    told = os.environ.get("PYTHONPATH", "")
    return os.pathsep.join(filter(None, [str(Path(serbench.__file__).parent.parent), told]))


def hand_out(wanted: Mapping[str, tuple[str, int]], dask_worker: Any) -> Piece:
    """Of the journal of this worker's job from a place on: tokens and places by the addresses of
    workers. Who asks keeps the process alive."""
    token, start = wanted[dask_worker.address]
    folder = _folder(token)
    if not (folder / JOB).exists():
        return Piece("missing")
    (folder / LEASE).touch()
    if not (folder / PID).exists():
        return Piece("waiting")
    is_alive = _is_held(folder)  # asked first: what it writes until its end is read after
    data = b""
    with suppress(FileNotFoundError), (folder / JOURNAL).open("rb") as journal:
        journal.seek(start)
        data = journal.read(PIECE_BYTES)
    if data or is_alive:
        return Piece("measuring", data)
    return Piece("ended", said=_said(folder))


def _is_held(folder: Path) -> bool:
    """Whether the process lives."""
    with (folder / HELD).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _said(folder: Path) -> str:
    with (folder / SAID).open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(file.tell() - _SAID_BYTES, 0))
        lines = file.read().decode(errors="replace").strip().splitlines()
    return last_words(lines)


def stop(tokens: Mapping[str, str], dask_worker: Any) -> None:
    """Ends the job of this worker: what was measured is in the journal."""
    folder = _folder(tokens[dask_worker.address])
    (folder / STOP).touch()
    with suppress(OSError, ValueError):
        if _is_held(folder):
            os.kill(int((folder / PID).read_text()), signal.SIGTERM)


def forget(tokens: Mapping[str, str], dask_worker: Any) -> None:
    """Removes the job's folder: everything was handed out."""
    cache.remove(_folder(tokens[dask_worker.address]))


def _tidy(folder: Path) -> None:
    """Removes what nobody came for."""
    for left in folder.iterdir():
        with suppress(OSError):
            if left.is_dir() and time.time() - left.stat().st_mtime > _KEPT_S:
                cache.remove(left)
