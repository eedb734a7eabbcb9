"""Writes the locks of all that drivers are built of: every package that a language's installer
brings, in one version, with the hash of its files.

    drivers/python/locks/       PyPI's, by uv; also of tools that JavaScript's generators call
    drivers/javascript/locks/   npm's
    drivers/java/artifacts.lock Maven's
    drivers/rust/Cargo.lock     and that of each generator
    drivers/go/go.sum           and what go.mod lacks of what codecs import

    python -m serbench.build.locking            what is missing; what is locked keeps its version
    python -m serbench.build.locking --upgrade  the newest of all that front matter leaves open

`make lock` and `make upgrade` run it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from serbench import programs
from serbench.build import pypi
from serbench.build.codec import shipped
from serbench.build.go import module as go_module
from serbench.build.go import tool as go_tool
from serbench.build.interpreted import Generator, wanted
from serbench.build.java import artifacts, maven
from serbench.build.java import builder as java
from serbench.build.javascript import builder as javascript
from serbench.build.javascript import node
from serbench.build.javascript import packages as npm
from serbench.build.packages import Packages
from serbench.build.python import builder as python
from serbench.build.python.interpreter import MINIMUM
from serbench.build.rust import cargo
from serbench.build.rust import workspace as rust
from serbench.errors import UserError
from serbench.schema.model import Record, Schema

# Locks hold for all schemas.
_SCHEMA = Schema("lock", "Root", (Record("Root", ()),))
# The oldest Python that drivers run in; uv resolves for this and all later ones, on any system.
_PYTHON = ".".join(map(str, MINIMUM))
# pip and uv build what comes as sources, which runs its code. Every package of every list has a
# wheel; one that has none would stand here.
_FROM_SOURCE: tuple[str, ...] = ()
_UV = (
    *("--universal", "--python-version", _PYTHON, "--generate-hashes"),
    *("--fork-strategy", "fewest"),  # one version for all Pythons where there can be one
    *("--no-header", "--no-annotate", "--quiet"),
)
_NPM = (
    *("--package-lock-only", "--omit-lockfile-registry-resolved", "--ignore-scripts"),
    *("--no-audit", "--no-fund", "--loglevel=error"),
)


class LockError(UserError):
    """A program could not resolve a list."""


def write_all(upgrade: bool) -> None:
    _write_lists(pypi.LOCKS, {pypi.lock_of(its): its for its in pypi_lists()}, upgrade)
    _write_lists(npm.LOCKS, {npm.lock_of(its): its for its in npm_lists()}, upgrade)
    write_java()
    write_rust(upgrade)
    write_go()


def pypi_lists() -> list[Packages]:
    """All lists of PyPI's packages that serbench itself names."""
    generators = [*python.GENERATORS.values(), *javascript.GENERATORS.values()]
    tools = [its.tools for its in generators]
    return _lists("python", python.DRIVER, python.GENERATORS.values(), tools)


def npm_lists() -> list[Packages]:
    """All lists of npm's packages that serbench itself names."""
    return _lists("javascript", npm.DRIVER, javascript.GENERATORS.values(), ())


def _lists(
    language: str,
    driver: Packages,
    generators: Iterable[Generator],
    others: Iterable[Packages],
) -> list[Packages]:
    of_codecs = map(wanted, shipped(language))
    of_generators = (its.packages for its in generators)
    return sorted(filter(None, {driver, *of_codecs, *of_generators, *others}))


def _write_lists(folder: Path, lists: dict[Path, Packages], upgrade: bool) -> None:
    folder.mkdir(exist_ok=True)
    for stale in set(folder.iterdir()) - set(lists):
        stale.unlink()
    for path, its in lists.items():
        locked, write = (pypi.locked, pypi_lock) if folder == pypi.LOCKS else (npm.locked, npm_lock)
        if upgrade or not locked(its):
            path.write_text(write(its))


def pypi_lock(packages: Packages) -> str:
    """Hashes of every file of every package: a wheel for each system and version of Python."""
    command = [sys.executable, "-P", "-m", "uv", "pip", "compile", *_UV, "--emit-build-options"]
    command += ["--only-binary", ":all:"]
    command += [word for name in _FROM_SOURCE for word in ("--no-binary", name)]
    done = programs.run([*command, "-"], env=programs.installing(), text="\n".join(packages) + "\n")
    if done.returncode != 0:
        raise LockError(f"uv does not resolve {' '.join(packages)}: {done.stderr.strip()}")
    return pypi.head(packages) + done.stdout


def npm_lock(packages: Packages) -> str:
    """Hashes of every package, those for other systems among them."""
    if reason := node.missing():
        raise LockError(reason)
    found = node.node()
    assert found
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "package.json").write_text(npm.manifest(packages))
        done = programs.run(
            [found.npm, "install", *_NPM], cwd=Path(folder), env=programs.installing()
        )
        if done.returncode != 0:
            raise LockError(f"npm does not resolve {' '.join(packages)}: {done.stderr.strip()}")
        lock = json.loads((Path(folder) / "package-lock.json").read_text())
    del lock["name"]  # the folder's
    for its in lock["packages"].values():
        its.pop("funding", None)  # addresses, which change
        # `npm install` passes over what the registry lacks of these, `npm ci` refuses the lock.
        for name in [*its.get("optionalDependencies", ())]:
            if not any(path.endswith(f"node_modules/{name}") for path in lock["packages"]):
                del its["optionalDependencies"][name]
    return json.dumps(lock, indent=1) + "\n"


def write_java() -> None:
    """Versions are those of front matter and of the libraries' own projects, which say exact
    ones; a file whose hash is not the one that was locked is an error, as it is when drivers are
    built."""
    modules = {codec.name: java.dependencies(codec) for codec in shipped("java")}
    executables = {
        f"{generator.artifact.split(':')[1]}-{system}": [file]
        for generator in java.GENERATORS.values()
        if generator.artifact
        for system, file in maven.files_of(generator.artifact)
    }
    everything = {maven.DRIVER: [], **modules, **executables}
    found, failed = maven.class_paths(everything, may_be_unlocked=everything)
    for name, error in failed.items():
        # Not every version of a program is published for every system.
        if name not in executables or not re.search("not find artifact|was not found", str(error)):
            raise LockError(f"{name}: {error}")
        print(f"{name}: not published, hence not locked", file=sys.stderr)
    artifacts.LOCK.write_text(artifacts.text({file for its in found.values() for file in its}))


def write_rust(upgrade: bool) -> None:
    """Of all codecs, and of each generator, at versions that the oldest supported Rust accepts."""
    for crate in sorted((rust.SOURCES / "generators").iterdir()):
        _write_cargo_lock(crate, crate / "Cargo.lock", upgrade)
    codecs = [replace(its, extra=its.extra | rust.OF_ANY_CODEC) for its in shipped("rust")]
    with tempfile.TemporaryDirectory() as name:
        workspace = rust.Workspace(Path(name), _SCHEMA, frozenset())
        workspace.write(codecs)
        for path in workspace.path.glob("types-*"):
            (path / "src" / "serbench_proto.rs").touch()
        _write_cargo_lock(workspace.path, rust.LOCK, upgrade)


def _write_cargo_lock(directory: Path, lock: Path, upgrade: bool) -> None:
    if upgrade:
        (directory / "Cargo.lock").unlink(missing_ok=True)
    command = ["cargo", "metadata", "--format-version=1"]
    oldest = {"CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS": "fallback"}
    done = programs.run(command, cwd=directory, env=programs.installing(oldest))
    if done.returncode != 0:
        raise LockError(f"cargo does not resolve {directory}: {done.stderr.strip()}")
    with suppress(shutil.SameFileError):
        shutil.copy(directory / "Cargo.lock", lock)


def write_go() -> None:
    """Versions are those of go.mod; the go command knows no other hashes than go.sum's."""
    with tempfile.TemporaryDirectory() as name:
        module = go_module.Module(Path(name), _SCHEMA)
        module.write(shipped("go"))
        # `-e`: packages of generators are not there, nor needed, since their tools are named.
        command = ["go", "list", "-e", "-deps", "./driver", "./codec/...", "tool"]
        go_tool.run(command, module.path, may_add=True)
        for lock in (go_module.GO_MOD, go_module.GO_SUM):
            shutil.copyfile(module.path / lock.name, lock)


def main(words: Sequence[str]) -> int:
    if set(words) - {"--upgrade"}:
        print("usage: python -m serbench.build.locking [--upgrade]", file=sys.stderr)
        return os.EX_USAGE
    try:
        write_all(upgrade="--upgrade" in words)
    except (UserError, go_tool.GoError, cargo.CargoError, maven.MavenError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
