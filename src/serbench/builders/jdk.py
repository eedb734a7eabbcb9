"""The JDK: where it is, which version, how a class of it is run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.machine import programs

# Pattern matching and switch expressions of the driver.
MINIMUM = 17
# What lives for seconds does best with the quick JIT and without other threads.
QUICK = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss64m")


@dataclass(frozen=True, slots=True)
class Jdk:
    """`version` is as in "openjdk 17.0.15"; `identity` changes when another one would run."""

    home: Path
    version: str
    major: int
    identity: str

    def program(self, name: str) -> str:
        return str(self.home / "bin" / name)


def missing() -> str:
    """Why nothing can be compiled here, with what to do about it; empty if it can."""
    found = installed()
    if found is None:
        return f"no JDK is installed (javac is not there): version {MINIMUM} or newer is needed"
    if found.major < MINIMUM:
        return f"{found.version} is too old, {MINIMUM} is needed"
    return ""


@cache
def installed() -> Jdk | None:
    """That of JAVA_HOME, else that of the javac on the path. Spawns nothing: the JDK's own
    file `release` says what it is."""
    javac = _javac()
    if javac is None:
        return None
    home = javac.resolve().parent.parent
    try:
        text = (home / "release").read_text()
    except OSError:
        return None
    facts = dict(re.findall(r'^(\w+)="(.*)"$', text, re.MULTILINE))
    version = facts.get("JAVA_VERSION", "0")
    major = int(re.split(r"\D", version)[0] or 0)
    # A rebuilt JDK may say the same of itself.
    classes = [path.stat() for path in (home / "lib" / "modules", javac) if path.exists()]
    stats = " ".join(f"{status.st_size} {status.st_mtime_ns}" for status in classes)
    return Jdk(home, f"openjdk {version}", major, f"{home}\n{text}\n{stats}")


def _javac() -> Path | None:
    if home := os.environ.get("JAVA_HOME"):
        javac = Path(home) / "bin" / "javac"
        if javac.exists():
            return javac
    found = programs.which("javac")
    return Path(found) if found else None


def run_class(main: str, class_path: Iterable[Path], options: Sequence[str]) -> list[str]:
    """The beginning of a command line that runs a class for a moment."""
    found = installed()
    assert found
    path = os.pathsep.join(map(str, class_path))
    return [found.program("java"), *QUICK, *options, "-cp", path, main]
