"""What a process that reads a stranger's file gives up: new files, other programs, the network,
and more memory and processor time than the file's size explains.

It is no sandbox: the process reads whatever its user may read. What it cannot do is tell anyone.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
# https://docs.kernel.org/userspace-api/landlock.html; the numbers are those of every architecture.
_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_ASK_VERSION = 1
_PR_SET_NO_NEW_PRIVS = 38
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
# How many rights over files there are since which version.
_RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}
_NET_SINCE, _BIND_AND_CONNECT = 4, 0b11


def give_up_world() -> None:
    """For good, as far as the kernel offers it: executing programs, writing, making and removing
    files, and TCP. To be called before there is a second thread, which would be left out."""
    _set(resource.RLIMIT_CORE, 0)
    _set(resource.RLIMIT_FSIZE, 0)
    version = landlock_version()
    if version < 1:
        return
    libc = ctypes.CDLL(None)
    rights = (1 << max(n for since, n in _RIGHTS.items() if since <= version)) - 1
    files = rights & ~(_READ_FILE | _READ_FOLDER)
    asked = [files, _BIND_AND_CONNECT] if version >= _NET_SINCE else [files]
    rules = (ctypes.c_uint64 * len(asked))(*asked)
    handle = libc.syscall(_CREATE_RULESET, rules, ctypes.sizeof(rules), 0)
    if handle < 0:
        return
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.syscall(_RESTRICT_SELF, handle, 0)
    os.close(handle)


def landlock_version() -> int:
    """What the kernel offers to give up; less than 1 if nothing."""
    if sys.platform != "linux":
        return 0
    version: int = ctypes.CDLL(None).syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    return version


def limit_memory(more_bytes: int) -> None:
    """From now on, memory beyond so much more is refused. Linux counts what could be written to
    (RLIMIT_DATA), which programs and mapped files are not; elsewhere this does nothing."""
    try:
        lines = _STATUS.read_text().splitlines()
    except OSError:
        return
    now = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:"))
    _set(resource.RLIMIT_DATA, now + more_bytes)


def free_memory() -> None:
    """Lifts the limit again, to be able to say that it was met."""
    resource.setrlimit(resource.RLIMIT_DATA, (_hard(resource.RLIMIT_DATA),) * 2)


def limit_cpu(until_s: int) -> None:
    """The process dies of SIGXCPU once it has used so much processor time in all."""
    _set(resource.RLIMIT_CPU, until_s)


def _set(limit: int, soft: int) -> None:
    hard = _hard(limit)
    resource.setrlimit(limit, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _hard(limit: int) -> int:
    return resource.getrlimit(limit)[1]
