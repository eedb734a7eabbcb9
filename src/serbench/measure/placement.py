"""A driver's process with code of its own in memory.

Where the pages of an executable happen to lie moves some codecs by several percent (8 % between
copies of one file for a C++ decoder), and all processes of one file share that until the page
cache forgets it. The luck of one file is not what is asked for: each process runs from fresh copies
of its executable, of the shared libraries that it loads and, for a virtual machine, of what of it
executes code. Copies are deleted as soon as the process has them in memory.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from serbench.machine import programs
from serbench.measure.client import Driver
from serbench.measure.protocol import Description

# How long to wait each time for other threads' children.
BUSY_S = (0.01, 0.05, 0.2, 1.0)


class PlacedDriver(Driver):
    """A `command` of one word is a program that the processor executes; of several, it starts with
    the launcher of a virtual machine, and `runtime` names files under the home of that machine,
    those that execute code. One that has none of them is started as it is. `beside` says that
    the launcher is all of the machine, and is copied like any program, with these files, in which
    `{directory}` is that of the original."""

    def __init__(
        self,
        command: Sequence[str],
        cpus: set[int],
        environment: Mapping[str, str],
        runtime: Sequence[str],
        scratch: Path,
        beside: Mapping[str, str] | None = None,
    ) -> None:
        self._copies = Path(tempfile.mkdtemp(prefix="process-", dir=scratch))
        variables = dict(environment)
        try:
            program = Path(command[0])
            if len(command) == 1 or beside is not None:
                original = program.resolve()
                for name, text in (beside or {}).items():
                    (self._copies / name).write_text(text.format(directory=original.parent))
                program, placed = copied(original, self._copies, environment.get("LD_PRELOAD", ""))
                variables |= placed
            elif home := _home(program, runtime):
                _linked(home, self._copies, {Path(file) for file in runtime})
                program = self._copies / program.resolve().relative_to(home)
            self._start([str(program), *command[1:]], cpus, variables)
        except BaseException:
            shutil.rmtree(self._copies, ignore_errors=True)
            raise

    def _start(self, command: list[str], cpus: set[int], variables: dict[str, str]) -> None:
        """A child that another thread makes meanwhile holds open, until it is a program of its own,
        the copy that was being written; and what is open for writing cannot be executed."""
        for pause_s in (*BUSY_S, None):
            try:
                super().__init__(command, cpus, environment=variables)
            except OSError as error:
                if error.errno != errno.ETXTBSY or pause_s is None:
                    raise
                time.sleep(pause_s)
            else:
                return

    def describe(self) -> Description:
        description = super().describe()
        # It answers, so that all of it is in memory. A virtual machine still follows the links.
        for directory, _, names in os.walk(self._copies):
            for name in names:
                path = Path(directory, name)
                if not path.is_symlink():
                    path.unlink()
        return description

    def end(self) -> None:
        super().end()
        shutil.rmtree(self._copies, ignore_errors=True)


def copied(program: Path, directory: Path, preloaded: str = "") -> tuple[Path, dict[str, str]]:
    """A fresh copy of a program, beside those of the shared libraries that it loads, and the
    environment that lets it find them."""
    for library in _libraries(str(program), preloaded):
        _copied(library, directory)
    return _copied(program, directory), {"LD_LIBRARY_PATH": str(directory)}


def _copied(file: Path, directory: Path) -> Path:
    copy = directory / file.name
    shutil.copyfile(file, copy)
    copy.chmod(0o700)
    return copy


def _home(launcher: Path, files: Sequence[str]) -> Path | None:
    """The directory around the launcher that has all of the files."""
    if not files:
        return None
    homes = launcher.resolve().parents
    return next((h for h in homes if all((h / file).is_file() for file in files)), None)


def _linked(original: Path, directory: Path, copied: set[Path]) -> None:
    """Fills a directory with links to all that is in the original but these files, which are
    copied."""
    for entry in original.iterdir():
        name = Path(entry.name)
        within = {file.relative_to(name) for file in copied if file.is_relative_to(name)}
        if not within:
            (directory / name).symlink_to(entry.resolve())
        elif within == {Path()}:
            _copied(entry, directory)
        else:
            (directory / name).mkdir()
            _linked(entry, directory / name, within)


@cache
def _libraries(program: str, preloaded: str) -> list[Path]:
    """The shared libraries that the loader finds for a program."""
    environment = programs.measured({"LD_PRELOAD": preloaded} if preloaded else {})
    told = programs.run(["ldd", program], env=environment)
    return [Path(path) for path in re.findall(r"=> (/\S+) \(", told.stdout)]
