"""A sandbox for drivers that decode bytes which may be hostile: bubblewrap, where it works.

    sandbox = at_hand()                   # None where there is none: `lack` says why
    inside = sandbox.reading(values).writing(folder)
    Driver(command, sandbox=inside)

Inside there is no network, and no process but the driver's. The file system holds what programs of
the system are made of, the driver's runtime and files, and what it was given to read; all of it
read-only but one folder. Homes, sockets of services (`/run`) and `/tmp` are not there at all: what
is listed is less likely to forget a secret than a list of what to hide.
"""

from __future__ import annotations

import functools
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Self

from serbench.builders.driver import Availability
from serbench.machine import programs
from serbench.machine.system_packages import advice

NAME = "bubblewrap"
_PACKAGE = "bubblewrap"
# Programs and libraries of distributions: Debian's and Fedora's, NixOS's, Guix's, Homebrew's.
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/nix/store", "/run/current-system", "/gnu/store", "/home/linuxbrew/.linuxbrew"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"),
    *("/etc/localtime",),
)
# The JVM's settings lie there in Debian and Fedora.
_SYSTEM_GLOBS = ("/etc/java*",)
# What a runtime that is installed in some other folder (pyenv, nvm, SDKMAN, a virtual environment)
# is made of. Not that whole folder: it may be a home's `.local`.
_RUNTIME = ("bin", "lib", "lib64", "libexec", "conf", "pyvenv.cfg")
# No network, and namespaces of its own for processes, users, System V's objects and names. Ends
# when serbench does. No `--new-session`: the driver leads a session without a terminal already, and
# is to be killed with its group.
_APART = ("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
# A file that a driver writes is its outcomes or its dump; more would only fill the disk.
MOST_FILE_BYTES = 1 << 30
# `ulimit` counts data in KiB and files in blocks of 512 bytes.
_KIB, _BLOCK = 1024, 512
_SIGNALS = frozenset(map(int, signal.Signals))


@dataclass(frozen=True, slots=True)
class Sandbox:
    """`program` is bubblewrap's path. Inside, `readable` files and folders can be read besides
    the system's and the command's own, and `writable` is the one folder to write to."""

    program: str
    version: str
    readable: tuple[Path, ...] = ()
    writable: Path | None = None

    def reading(self, *paths: Path) -> Self:
        return replace(self, readable=(*self.readable, *paths))

    def writing(self, folder: Path) -> Self:
        return replace(self, writable=folder)

    def around(self, command: Sequence[str], memory_bytes: int | None = None) -> list[str]:
        """The command that runs `command` inside, where no process gets more memory of its own
        than `memory_bytes`. The limits are set in there: bubblewrap has forked by the time that
        they could be set from outside."""
        limits = f"ulimit -f {MOST_FILE_BYTES // _BLOCK}"
        if memory_bytes is not None:
            limits += f" && ulimit -d {memory_bytes // _KIB}"
        return [
            self.program,
            *_APART,
            *self._files(command),
            *("--", "/bin/sh", "-c", f'{limits} && exec "$@"', "sh"),
            *command,
        ]

    def _files(self, command: Sequence[str]) -> Iterator[str]:
        system = chain(_SYSTEM, *(map(str, Path("/").glob(g[1:])) for g in _SYSTEM_GLOBS))
        for path in _outermost(chain(map(Path, system), _named(command), self.readable)):
            yield from ("--ro-bind", str(path), str(path))
        yield from ("--proc", "/proc", "--dev", "/dev")
        home = "/"
        if self.writable:
            home = str(self.writable)
            yield from ("--bind", home, home)
        yield from ("--remount-ro", "/", "--chdir", "/")
        yield from ("--setenv", "HOME", home, "--setenv", "TMPDIR", home)


def _named(command: Sequence[str]) -> Iterator[Path]:
    """What a command says that it needs: its program's runtime, and the files and folders among its
    arguments (`x`, `x:y`, `name=x`)."""
    for path in _links(Path(programs.which(command[0]) or command[0])):
        yield path
        if path.parent.name == "bin":
            yield from (path.parent.parent / part for part in _RUNTIME)
    for word in command[1:]:
        for part in word.partition("=")[2 if "=" in word else 0].split(os.pathsep):
            if part.startswith("/") and part != "/":
                yield Path(part)


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Those that are there and lie in none of the others: bubblewrap cannot put a file in a folder
    that it has made read-only."""
    there = {path for path in paths if path.exists()}
    return sorted(path for path in there if there.isdisjoint(path.parents))


def _links(path: Path) -> Iterator[Path]:
    """The path, each that it is a link to, and where it leads at last."""
    yield path.resolve()
    for _ in range(40):  # as many as the system follows
        yield path
        if not path.is_symlink():
            return
        path = path.parent / path.readlink()


@functools.cache
def _found() -> Sandbox | str:
    """The sandbox, or why there is none. Whether it works is tried: many systems and containers
    forbid namespaces to users."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap needs Linux"
    program = programs.which("bwrap")
    if program is None:
        return f"bwrap is not installed; to get it: {advice([_PACKAGE])}"
    try:
        version = programs.run([program, "--version"]).stdout.split()[-1:]
        tried = programs.run(Sandbox(program, "").around(["true"]))
    except OSError as error:
        return f"bwrap does not run here: {error}"
    if tried.returncode != 0:
        said = (tried.stderr.strip().splitlines() or ["no reason given"])[-1]
        return f"bwrap does not work here: {said}"
    return Sandbox(program, (version or ["?"])[0])


def at_hand() -> Sandbox | None:
    """The sandbox of this machine, if it has one that works."""
    found = _found()
    return found if isinstance(found, Sandbox) else None


def lack() -> str:
    """Why there is none, and what brings it; "" if there is one."""
    found = _found()
    return "" if isinstance(found, Sandbox) else found


def availability() -> Availability:
    """Of it, for `serbench doctor`."""
    found = _found()
    if isinstance(found, Sandbox):
        return Availability(True, found.version)
    return Availability(False, reason=found, packages=(_PACKAGE,))


def innermost(process: int) -> int:
    """The driver's process id outside, of a bubblewrap's: that has started the first process of the
    namespace, which has started the driver. 0 if it is not there (yet, or any more)."""
    for _ in range(2):
        process = _child(process)
    return process


def _child(parent: int) -> int:
    if parent == 0:
        return 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            # Behind the name, which may hold anything: the state, and the parent.
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                return int(stat.parent.name)
        except OSError:  # it has ended
            continue
    return 0


def died_of(status: int) -> int:
    """The status of a driver that ended in it, as `subprocess` would tell it: bubblewrap tells a
    signal as shells do, as 128 and its number."""
    return 128 - status if status - 128 in _SIGNALS else status
