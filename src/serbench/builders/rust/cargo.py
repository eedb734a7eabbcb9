"""Running cargo: where it is, what it resolves, and what it says while it builds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from serbench.machine import cache as build_cache
from serbench.machine import programs

# simd-json says so in its manifest.
MINIMUM = (1, 88)
RUSTFLAGS = ("-Ctarget-cpu=native",)


class CargoError(Exception):
    """cargo would not do it. The text is one line; `output` all that it said."""

    def __init__(self, reason: str, output: str) -> None:
        super().__init__(reason)
        self.output = output

    @property
    def is_network(self) -> bool:
        """Whether the registry could not be reached: then nothing else will do either."""
        return "network error" in self.output or "failed to download" in self.output


@dataclass(frozen=True, slots=True)
class Toolchain:
    """`version` is rustc's, as in "rustc 1.85.0"; `host` the target triple."""

    version: str
    host: str


def missing() -> str:
    """Why nothing can be built here, with what to do about it; empty if it can."""
    for program in ("cargo", "rustc"):
        if not programs.which(program):
            return f"{program} is not installed: install Rust from https://rustup.rs"
    if not any(map(programs.which, ("cc", "gcc", "clang"))):
        return "rustc needs a C linker (cc): install gcc"
    try:
        found = toolchain()
    except CargoError as error:
        return str(error)
    number = tuple(map(int, re.findall(r"\d+", found.version)[:2]))
    if number < MINIMUM:
        wanted = ".".join(map(str, MINIMUM))
        return f"{found.version} is too old, {wanted} is needed: run rustup update"
    return ""


@cache
def toolchain() -> Toolchain:
    """What rustc says of itself; asked once, and again when another would run. Raises
    `CargoError` if it does not run."""
    remembered = build_cache.directory("build", "rust") / "rustc.json"
    who = identity()
    try:
        known = json.loads(remembered.read_text())
        if known["identity"] == who:
            return Toolchain(known["version"], known["host"])
    except (OSError, ValueError, KeyError):
        pass
    done = programs.run(["rustc", "-vV"])
    facts = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line)
    try:
        found = Toolchain(f"rustc {facts['release']}", facts["host"])
    except KeyError:
        raise CargoError(f"rustc does not run: {_first_error(done.stderr)}", done.stderr) from None
    known = {"identity": who, "version": found.version, "host": found.host}
    remembered.write_text(json.dumps(known))
    return found


def identity() -> str:
    """What changes when another rustc would run, found without running it."""
    found = [programs.which("rustc")]
    home = Path(os.environ.get("RUSTUP_HOME", Path.home() / ".rustup"))
    # rustup's own rustc is a proxy that never changes: what it hands on to does.
    found += [str(path) for path in (*home.glob("toolchains/*/bin/rustc"), home / "settings.toml")]
    times = [f"{path} {_modified_ns(path)}" for path in sorted(filter(None, found))]
    return "\n".join([*times, os.environ.get("RUSTUP_TOOLCHAIN", "")])


def _modified_ns(path: str) -> int:
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0


def environment(target: Path) -> dict[str, str]:
    """For cargo: one target directory, and flags that no setting of the user's changes."""
    return programs.building(_settings(target))


def _settings(target: Path) -> dict[str, str]:
    return {
        "CARGO_TARGET_DIR": str(target),
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(RUSTFLAGS),
        "CARGO_INCREMENTAL": "0",
        "CARGO_TERM_COLOR": "never",
        "CARGO_TERM_PROGRESS_WHEN": "never",
    }


@dataclass(frozen=True, slots=True)
class Resolution:
    """`dependencies[package]` maps the crates that a package depends on to their versions."""

    dependencies: dict[str, dict[str, str]]

    def reach(self, packages: Iterable[str]) -> int:
        """How many packages are compiled for these, themselves included."""
        seen: set[str] = set()
        todo = list(packages)
        while todo:
            if (name := todo.pop()) not in seen:
                seen.add(name)
                todo += self.dependencies.get(name, {})
        return len(seen)


def resolve(workspace: Path, target: Path, lock: Path | None = None) -> Resolution:
    """Settles every version in the workspace's Cargo.lock, keeping those that stand there.

    Raises `CargoError` when that cannot be: an unknown crate, no network, or a crate that is not in
    `lock` as it was resolved. (`--locked` would also refuse a choice of what the lock has.)
    """
    command = ["cargo", "metadata", "--format-version=1", "--filter-platform", toolchain().host]
    # It fetches every package, so that `build`, which runs their build scripts, needs no token.
    done = programs.run(command, cwd=workspace, env=programs.installing(_settings(target)))
    if done.returncode != 0:
        raise CargoError(_first_error(done.stderr), done.stderr)
    if lock and (floating := sorted(_crates(workspace / "Cargo.lock") - _crates(lock))):
        names = ", ".join(f"{name} {version}" for name, version, *_ in floating)
        raise CargoError(f"{names}: not in {lock}; to add it: make lock", done.stderr)
    metadata = json.loads(done.stdout)
    packages = {p["id"]: p for p in metadata["packages"]}
    return Resolution(
        {
            packages[node["id"]]["name"]: {
                packages[d]["name"]: packages[d]["version"] for d in node["dependencies"]
            }
            for node in metadata["resolve"]["nodes"]
        }
    )


def tree(package: Path, target: Path) -> set[str]:
    """The package and the crates that it needs, as `name vVERSION`: those of build scripts and
    procedural macros too, and each version of a crate. Raises `CargoError`."""
    command = ["cargo", "tree", "--locked", "--edges=normal,build", "--prefix=none"]
    done = programs.run(command, cwd=package, env=environment(target))
    if done.returncode != 0:
        raise CargoError(_first_error(done.stderr), done.stderr)
    return crates_of(done.stdout)


def crates_of(printed: str) -> set[str]:
    """What `cargo tree` has of crates in lines such as `syn v2.0.117 (*)`."""
    return {" ".join(line.split()[:2]) for line in printed.splitlines() if line}


def _crates(lock: Path) -> set[tuple[str, str, str, str]]:
    """Name, version, source and checksum of all that a lock has from elsewhere."""
    keys = ("name", "version", "source", "checksum")
    packages = tomllib.loads(lock.read_text())["package"]
    return {tuple(p.get(key, "") for key in keys) for p in packages if "source" in p}


@dataclass(slots=True)
class Outcome:
    """What a build came to, by the directories of packages.

    `errors` holds (one line, all of it) for each compiler error; `output` is what cargo itself
    said, which matters when a package has neither an executable nor an error.
    """

    executables: dict[Path, Path] = field(default_factory=dict)
    errors: dict[Path, list[tuple[str, str]]] = field(default_factory=dict)
    output: str = ""

    def failure(self, *packages: Path) -> tuple[str, str]:
        """Why there is no executable: the first error of these packages, else the first of all."""
        mine = [error for package in packages for error in self.errors.get(package, ())]
        mine = mine or [error for errors in self.errors.values() for error in errors]
        text = "\n".join([*(rendered for _, rendered in mine), self.output])
        return (mine[0][0] if mine else _first_error(self.output)), text


def build(
    workspace: Path,
    target: Path,
    names: Sequence[str],
    on_package: Callable[[int, str], None],
) -> Outcome:
    """Builds programs of the workspace in release mode, as many as can be, of what its Cargo.lock
    says.

    `on_package` is told how many packages are done and which came last.
    """
    command = ["cargo", "build", "--locked", "--release", "--keep-going", "--message-format=json"]
    # Features of shared crates are those the whole workspace asks for. With `--package` they
    # would depend on what is built together, and everything would be built once more for each
    # choice of codecs.
    command += ["--workspace", *(f"--bin={program}" for program in names)]
    outcome = Outcome()
    with (workspace / "cargo.log").open("w+b") as log:
        process = programs.popen(command, cwd=workspace, env=environment(target), stderr=log)
        with process:
            try:
                _follow(process, outcome, on_package)
            except BaseException:
                process.terminate()
                raise
        log.seek(0)
        outcome.output = log.read().decode(errors="replace")
    return outcome


def _follow(
    process: subprocess.Popen[bytes], outcome: Outcome, on_package: Callable[[int, str], None]
) -> None:
    done: set[str] = set()
    for message in _messages(process):
        directory = Path(message["manifest_path"]).parent
        if message["reason"] == "compiler-artifact":
            done.add(message["package_id"])
            on_package(len(done), message["target"]["name"])
            if message["executable"]:
                outcome.executables[directory] = Path(message["executable"])
        elif message["message"]["level"].startswith("error"):
            diagnostic = message["message"]
            error = (_located(diagnostic), diagnostic["rendered"])
            outcome.errors.setdefault(directory, []).append(error)


def _messages(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    assert process.stdout
    for line in process.stdout:
        message = json.loads(line)
        if message["reason"] in ("compiler-artifact", "compiler-message"):
            yield message


def _located(message: dict[str, Any]) -> str:
    for span in message["spans"]:
        if span["is_primary"]:
            return f"{span['file_name']}:{span['line_start']}: {message['message']}"
    return str(message["message"])


def _first_error(output: str) -> str:
    """The first line that tells what is wrong, with the causes cargo sets below it."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for i, line in enumerate(lines):
        if line.startswith("error"):
            error = line.split(": ", 1)[-1]
            causes = [c for c in lines[i + 1 :] if c != "Caused by:"]
            caused = "Caused by:" in lines[i + 1 :] and causes
            return f"{error}: {causes[-1]}" if caused else error
    return lines[-1] if lines else "it said nothing"
