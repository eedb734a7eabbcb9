"""How Java's drivers are compiled, and how their virtual machine is started."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

from serbench.builders import jdk
from serbench.errors import UserError
from serbench.machine import programs

_JAVAC = tuple(f"-J{option}" for option in jdk.QUICK)
JAVAC_FLAGS = ("-encoding", "UTF-8", "-nowarn", "-g")

COLLECTORS = ("Serial", "Parallel", "G1", "Shenandoah", "Z")
GENERATIONAL = COLLECTORS[:3]
HEAP_VARIABLE, COLLECTOR_VARIABLE = "SERBENCH_JAVA_HEAP", "SERBENCH_JAVA_GC"
YOUNG_VARIABLE = "SERBENCH_JAVA_YOUNG"


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


class CompileError(Exception):
    """The text is one line; `output` all that the compiler said."""

    def __init__(self, output: str) -> None:
        super().__init__(first_error(output))
        self.output = output


def compile_java(
    sources: Iterable[Path], class_path: Sequence[Path], out: Path, processor: str = ""
) -> None:
    """Compiles into the directory `out`, which is there whole or not at all; an annotation
    processor on the class path may write more sources. Raises `CompileError`."""
    found = jdk.installed()
    assert found
    fresh = out.with_name(f".{out.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    arguments = fresh.with_name(f".{out.name}.arguments")
    arguments.write_text("".join(f"{_quoted(str(path))}\n" for path in sources))
    path = os.pathsep.join(map(str, class_path))
    processing = ["-processor", processor] if processor else ["-proc:none"]
    command = [found.program("javac"), *_JAVAC, *JAVAC_FLAGS, *processing]
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
