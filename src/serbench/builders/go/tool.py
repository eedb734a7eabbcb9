"""Running the go command: where it is, what it says of itself, and what it builds."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from serbench.builders import instrumentation, provenance
from serbench.machine import cache as build_cache
from serbench.machine import programs

# As libraries in go.mod ask for (Apache Thrift, go-json-experiment/json): the older of the two
# versions that Go's authors support.
MINIMUM = (1, 26)
# Nobody debugs a driver: DWARF was 14 % of the compiler's time. Traces have their lines without it.
FLAGS = "-mod=readonly -trimpath -buildvcs=false -ldflags=-w -gcflags=all=-dwarf=false"
_TARGET = ("GOOS", "GOARCH", "GOARM64")


class GoError(Exception):
    """A program would not do it. The text is one line; `output` all that was said."""

    def __init__(self, reason: str, output: str) -> None:
        super().__init__(reason)
        self.output = output


def missing() -> str:
    """Why nothing can be built here, with what to do about it; empty if it can."""
    if not programs.which("go"):
        return "go is not installed: install Go from https://go.dev/dl"
    try:
        found = version()
    except GoError as error:
        return str(error)
    number = tuple(map(int, re.findall(r"\d+", found)[:2]))
    if number < MINIMUM:
        wanted = ".".join(map(str, MINIMUM))
        return f"{found} is too old, {wanted} is needed: install it from https://go.dev/dl"
    return ""


@cache
def version() -> str:
    """The compiler, as in "go1.24.1"; asked once, and again when another would run. Raises
    `GoError` if it does not run."""
    remembered = build_cache.directory("build", "go") / "go.json"
    who = identity()
    try:
        known = json.loads(remembered.read_text())
        if known["identity"] == who:
            return str(known["version"])
    except (OSError, ValueError, KeyError):
        pass
    found = run(["go", "env", "GOVERSION"], programs.empty_folder()).strip()
    remembered.write_text(json.dumps({"identity": who, "version": found}))
    return found


def identity() -> str:
    """What changes when another go would run, found without running it: the program, and which
    toolchain or root it is told to hand on to, also by `go env -w`."""
    if not programs.which("go"):
        return ""
    config = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config"))
    kept = Path(os.environ.get("GOENV", config / "go" / "env"))
    told = [f"{name}={os.environ.get(name, '')}" for name in ("GOTOOLCHAIN", "GOROOT")]
    return "\n".join([provenance.program("go"), *told, kept.read_text() if kept.is_file() else ""])


@cache
def amd64_level() -> str:
    """The level of instructions to compile for, as C++ and Rust compile for this processor: v1
    to v3; Go's compiler has no use for v4. Empty on other architectures."""
    if os.uname().machine != "x86_64":
        return ""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return "v1"
    flags = next((set(line.split()) for line in lines if line.startswith("flags")), set())
    v2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
    v3 = v2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
    return "v3" if v3 <= flags else "v2" if v2 <= flags else "v1"


def flags() -> str:
    """As GOFLAGS has them."""
    if not instrumentation.is_on():
        return FLAGS
    *others, compiler = FLAGS.split()
    return " ".join((*others, f"'{compiler} {instrumentation.GO}'"))


def said_flags() -> str:
    """What drivers are compiled with, for people."""
    return f"GOAMD64={amd64_level()} CGO_ENABLED=0" if amd64_level() else "CGO_ENABLED=0"


def environment(
    tools: Sequence[Path] = (), may_add: bool = False, fetches: bool = False
) -> dict[str, str]:
    """For go and generators: settings that none of the user's changes. `tools` go before all
    other directories that programs are looked for in. What `fetches` sees registries."""
    own = {"GOFLAGS": flags(), "GOWORK": "off", "GO111MODULE": "on", "CGO_ENABLED": "0"}
    # Experiments replace parts of the standard library, as does GOFIPS140; without cgo its own
    # code is measured.
    own |= {"GOEXPERIMENT": "", "GOFIPS140": "off", "GOAMD64": amd64_level() or "v1"}
    # The compiler's own garbage took 23 % of its time: 300 MB a process where it had 200.
    own |= {"GOGC": "400"}
    if may_add:
        own["GOFLAGS"] = own["GOFLAGS"].replace("-mod=readonly", "-mod=mod")
    told = programs.installing(own) if fetches else programs.building(own)
    told["PATH"] = os.pathsep.join([*map(str, tools), told["PATH"]])
    # Drivers run here, whatever the user's own programs are built for.
    return {name: text for name, text in told.items() if name not in _TARGET}


def run(
    command: Sequence[str], directory: Path, tools: Sequence[Path] = (), may_add: bool = False
) -> str:
    """Runs a program to its end and returns what it printed; `may_add` lets it write into go.mod
    what is missing there. Raises `GoError`."""
    try:
        # go fetches what it compiles, and runs none of it; a generator is somebody's program.
        env = environment(tools, may_add, fetches=command[0] == "go")
        done = programs.run(command, cwd=directory, env=env)
    except OSError as error:
        raise GoError(f"{command[0]} does not run: {error.strerror}", str(error)) from None
    if done.returncode != 0:
        output = done.stderr + done.stdout
        raise GoError(f"{Path(command[0]).name}: {first_error(output)}", output)
    return done.stdout


def build(
    directory: Path, packages: Sequence[str], into: Path, layout: int = 0, may_add: bool = False
) -> None:
    """Builds main packages of the module in `directory` to executables in `into`, named after
    the last part of each path; a layout other than 0 seeds the order of functions. Raises `GoError`
    when one does not build; others may then be there."""
    into.mkdir(parents=True, exist_ok=True)
    order = [f"-ldflags=-w -randlayout={layout}"] if layout else []
    run(["go", "build", *order, "-o", f"{into}{os.sep}", *packages], directory, may_add=may_add)


def first_error(output: str) -> str:
    """The first line that tells what is wrong."""
    lines = [line.strip() for line in output.splitlines()]
    # Headings name packages; downloads are no errors.
    kept = [
        li for li in lines if li and not li.startswith(("# ", "go: downloading", "go: finding"))
    ]
    return kept[0] if kept else "it said nothing"
