"""The JDK: where it is, which version, how its programs are called."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from serbench.errors import UserError
from serbench.machine import programs

# Pattern matching and switch expressions of the driver.
MINIMUM = 17

# A compiler that lives for seconds does best with the quick JIT and without other threads.
_JAVAC = ("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Xss64m")
JAVAC_FLAGS = ("-encoding", "UTF-8", "-proc:none", "-nowarn", "-g")

COLLECTORS = ("Serial", "Parallel", "G1", "Shenandoah", "Z")
GENERATIONAL = COLLECTORS[:3]
HEAP_VARIABLE, COLLECTOR_VARIABLE = "SERBENCH_JAVA_HEAP", "SERBENCH_JAVA_GC"
YOUNG_VARIABLE = "SERBENCH_JAVA_YOUNG"


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
    found = jdk()
    if found is None:
        return f"no JDK is installed (javac is not there): version {MINIMUM} or newer is needed"
    if found.major < MINIMUM:
        return f"{found.version} is too old, {MINIMUM} is needed"
    return ""


@cache
def jdk() -> Jdk | None:
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


def flags() -> list[str]:
    """How a driver's virtual machine is started.

    The heap has one size from the start, so that it does not grow within a measurement. The serial
    collector by default: all that collecting costs then falls into the measured time, on
    the processor that is measured, however many others there are. The young generation is so small
    that a batch spans its collections: of 270 MB, a third of the heap, one would fall into
    every hundredth sample, and short processes would time how the system first gives this memory.

    Raises `UserError` where the environment asks for what cannot be.
    """
    heap, young = _size(HEAP_VARIABLE, "1g"), _size(YOUNG_VARIABLE, "16m")
    collector = os.environ.get(COLLECTOR_VARIABLE) or "Serial"
    if collector not in COLLECTORS:
        known = ", ".join(COLLECTORS)
        raise UserError(f"{COLLECTOR_VARIABLE}={collector} is not known: choose one of {known}")
    return [
        f"-Xms{heap}",
        f"-Xmx{heap}",
        f"-XX:+Use{collector}GC",
        *([f"-Xmn{young}"] if collector in GENERATIONAL else []),
        "-Xbatch",  # compiles at once: what is steady then depends on the work, not the neighbours
        "-XX:-UsePerfData",  # it writes to a file at every safepoint
        "-XX:+DisplayVMOutputToStderr",  # standard output is the protocol's
    ]


def _size(variable: str, default: str) -> str:
    size = os.environ.get(variable) or default
    if not re.fullmatch(r"[1-9][0-9]*[kmgKMG]", size):
        raise UserError(f"{variable}={size} is not a size: write it as in 4g or 800m")
    return size


def run_class(main: str, class_path: Iterable[Path], options: Sequence[str]) -> list[str]:
    """The beginning of a command line that runs a class for a moment."""
    found = jdk()
    assert found
    quick = (option.removeprefix("-J") for option in _JAVAC)
    path = os.pathsep.join(map(str, class_path))
    return [found.program("java"), *quick, *options, "-cp", path, main]


class CompileError(Exception):
    """The text is one line; `output` all that the compiler said."""

    def __init__(self, output: str) -> None:
        super().__init__(first_error(output))
        self.output = output


def compile_java(sources: Iterable[Path], class_path: Sequence[Path], out: Path) -> None:
    """Compiles into the directory `out`, which is there whole or not at all. Raises
    `CompileError`."""
    found = jdk()
    assert found
    fresh = out.with_name(f".{out.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    arguments = fresh.with_name(f".{out.name}.arguments")
    arguments.write_text("".join(f"{_quoted(str(path))}\n" for path in sources))
    path = os.pathsep.join(map(str, class_path))
    command = [found.program("javac"), *_JAVAC, *JAVAC_FLAGS]
    command += ["-cp", path, "-d", str(fresh), f"@{arguments}"]
    try:
        # Of `programs.building`: options in `JAVA_TOOL_OPTIONS` or `JDK_JAVAC_OPTIONS` would make
        # other classes than the fingerprint says.
        done = programs.run(command)
        if done.returncode != 0:
            raise CompileError(done.stderr + done.stdout)
        shutil.rmtree(out, ignore_errors=True)
        fresh.rename(out)
    finally:
        arguments.unlink(missing_ok=True)
        shutil.rmtree(fresh, ignore_errors=True)


def _quoted(argument: str) -> str:
    """As javac reads it in a file of arguments."""
    return '"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"'


def first_error(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error: " in line), lines[-1] if lines else "no output")
