"""What is to be gone when this process is, however that ends: its descendants and its directories.

A process that is killed ends nothing of what it began: a driver in a sample goes on to its end, one
in a loop for ever, a compiler until all is compiled. So a witness, a process apart, waits for the
end of this one. Descendants are known by a variable that they inherit, as build servers do it:
neither groups nor parents tell, since ninja makes groups of its own, and orphans lose their parent.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock

_VARIABLE = "SERBENCH_DESCENDANT_OF"
_WELL = b"well\n"
_lock = Lock()
_witness: subprocess.Popen[bytes] | None = None


def witnessed() -> None:
    """From now on, what this process starts is killed if it dies without coming to its end."""
    global _witness
    with _lock:
        if _witness is None:
            os.environ[_VARIABLE] = mark = secrets.token_hex(8)
            _witness = subprocess.Popen(
                [sys.executable, "-I", "-S", __file__, mark],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={},
                start_new_session=True,
                bufsize=0,
            )
            atexit.register(_tell, _WELL)


def removed(directory: Path) -> None:
    """The directory is removed as well in that case."""
    witnessed()
    _tell(os.fsencode(directory.resolve()).replace(b"\n", b"\0") + b"\n")


def _tell(line: bytes) -> None:
    assert _witness
    assert _witness.stdin
    with suppress(OSError):  # somebody killed it
        _witness.stdin.write(line)


def _witness_end(mark: str) -> None:
    """In the other process."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    lines = sys.stdin.buffer.readlines()
    if lines[-1:] == [_WELL]:
        return
    # What was being started at the first look is there at the second.
    for _ in range(3):
        while _killed(f"{_VARIABLE}={mark}".encode()):
            time.sleep(0.02)
        time.sleep(0.1)
    for line in lines:
        shutil.rmtree(os.fsdecode(line[:-1].replace(b"\0", b"\n")), ignore_errors=True)


def _killed(mark: bytes) -> int:
    """How many processes that have the variable were killed."""
    killed = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is another user's
            if mark in (process / "environ").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)
                killed += 1
    return killed


if __name__ == "__main__":
    _witness_end(sys.argv[1])
