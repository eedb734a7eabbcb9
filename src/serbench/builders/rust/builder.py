"""Builds Rust drivers: one executable per codec, each from one file.

For every schema a Cargo workspace is written into the cache (see `workspace`). The
driver crate lies beside it under a name made of its contents, and one target directory serves
all schemas, so that what does not depend on the schema compiles once.

    build/rust/target/<cpu>/                      cargo's own
    build/rust/driver-<contents>/                 the driver crate
    build/rust/generate-<name>-<...>/             the program of a generator
    build/rust/<schema>/workspace/                the workspace

Versions are those of drivers/rust/Cargo.lock, which `make lock` writes. What a user's own codec
depends on is added to a copy of it.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from serbench.builders import provenance
from serbench.builders.codec import Codec, shipped
from serbench.builders.driver import Availability, OnProgress
from serbench.builders.rust import cargo
from serbench.builders.rust import workspace as rust_workspace
from serbench.builders.rust.workspace import (
    GENERATORS,
    LOCK,
    OF_ANY_CODEC,
    TYPES_PLAIN,
    Workspace,
    generators,
    shares,
)
from serbench.builders.work import Work, WorkBuilder
from serbench.codegen.rust import logical
from serbench.machine import cache as build_cache
from serbench.machine import programs
from serbench.schema.model import Schema


def packages() -> dict[str, str]:
    """Debian packages that Rust drivers need, and what for. Rust itself comes from
    https://rustup.rs: Debian's is older than the libraries accept."""
    return {"gcc": "the linker that rustc calls", "libc6-dev": "what it links with"}


class RustBuilder(WorkBuilder):
    """A `serbench.builders.driver.Builder`."""

    language = "rust"
    single_threaded = True

    def toolchain(self) -> Availability:
        if reason := cargo.missing():
            return Availability(False, reason=reason, packages=tuple(packages()))
        return Availability(True, cargo.toolchain().version)

    def availability(self, codec: Codec) -> Availability:
        """cargo fetches libraries itself; a generator may need a program that it does not bring."""
        found = self.toolchain()
        if not found.available:
            return found
        program = codec.facts.get("program", "")
        if program and not programs.which(program):
            packages = tuple(codec.facts.get("packages", ()))
            reason = f"{program} is not installed (Debian: {', '.join(packages)})"
            return Availability(False, reason=reason, packages=packages)
        return Availability(True, locked_version(codec))

    def has_unlocked(self, codec: Codec) -> bool:
        wanted = codec.facts.get("dependencies", {})
        copies = {
            name
            for name, dependency in wanted.items()
            if isinstance(dependency, dict) and "path" in dependency
        }
        return not wanted.keys() - copies <= _lock().keys()

    def forget(self) -> None:
        cargo.toolchain.cache_clear()

    def missing(self) -> str:
        return cargo.missing()

    def work(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> Work:
        return _Build(schema, codecs, extra)


BUILDER = RustBuilder()


class _Build(Work):
    has_levels = True
    has_layouts = True
    has_instruments = True

    def __init__(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> None:
        super().__init__("rust", schema, _with_any_codecs(codecs), extra)
        brought = codecs[0].name if codecs and codecs[0].is_own else ""
        path = self.home / "-".join(filter(None, ["workspace", brought]))
        self.workspace = Workspace(path, schema, extra, self.layout, brought)
        self.target = build_cache.directory("build", "rust", "target", build_cache.processor())
        self.lock = None if brought else LOCK

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        return fingerprints(self.schema, self.codecs)

    def has_working_copy(self, codec: Codec) -> bool:
        return any("path" in table for table in _tables(codec))

    def run(self, on_progress: OnProgress) -> None:
        on_progress(0, 1, "Rust libraries")
        stamp = self.begin()
        members = self._resolvable()
        chosen = [codec for codec in self.codecs if codec in members]

        def on_generator(name: str) -> None:
            on_progress(0, 1, f"the {name} generator")

        if codecs := self._generated(chosen, on_generator):
            self.workspace.write(members)
            resolution = cargo.resolve(self.workspace.path, self.target, self.lock)
            for codec in codecs:
                versions = resolution.dependencies[self.workspace.package(codec)]
                self.workspace.write_facts(codec, _told_version(codec, versions))
            names = [self.workspace.program(codec) for codec in codecs]
            steps = resolution.reach(names)

            def on_package(done: int, name: str) -> None:
                on_progress(min(done, steps - 1), steps, name)

            outcome = cargo.build(self.workspace.path, self.target, names, on_package)
            for codec in codecs:
                directory = self.workspace.directory(codec)
                if executable := outcome.executables.get(directory):
                    self._install(codec, executable)
                    stamp[self.key(codec)] = self.fingerprints[codec.id]
                else:
                    self.fail(codec, *outcome.failure(*self.workspace.directories(codec)))
            on_progress(steps, steps, "Rust drivers")
        self.write_stamp(stamp)

    def _resolvable(self) -> list[Codec]:
        """The members of the workspace: all codecs there are, so that the same versions and
        features serve every choice of them. If cargo cannot find what one depends on, which
        would stop all, only those of the choice that it can do without the others."""
        known = _with_any_codecs(() if self.codecs[0].is_own else shipped("rust"))
        members = list({codec.id: codec for codec in [*known, *self.codecs]}.values())
        try:
            self.workspace.write(members)
            cargo.resolve(self.workspace.path, self.target, self.lock)
            return members
        except cargo.CargoError as error:
            if error.is_network:
                reason = f"crates cannot be downloaded: {error}"
                for codec in self.codecs:
                    self.fail(codec, reason, error.output)
                return []
            return [codec for codec in self.codecs if self._is_resolvable(codec)]

    def _is_resolvable(self, codec: Codec) -> bool:
        try:
            self.workspace.write([codec])
            cargo.resolve(self.workspace.path, self.target, self.lock)
            return True
        except cargo.CargoError as error:
            self.fail(codec, str(error), error.output)
            return False

    def _generated(self, codecs: list[Codec], on_generator: Callable[[str], None]) -> list[Codec]:
        """Those whose messages could be generated; done before anything compiles."""
        good = []
        for codec in codecs:
            try:
                self.workspace.run_generators(codec, self.target, on_generator)
                good.append(codec)
            except cargo.CargoError as error:
                self.fail(codec, str(error), error.output)
        return good

    def _install(self, codec: Codec, executable: Path) -> None:
        """A driver of the last build may still be running: its file is replaced, not changed."""
        binary = self.binary(codec)
        binary.parent.mkdir(exist_ok=True)
        fresh = binary.with_name(f".{binary.name}.new")
        shutil.copy2(executable, fresh)
        fresh.replace(binary)
        self.result.drivers[codec.id] = [str(binary)]

    def fail(self, codec: Codec, reason: str, text: str) -> None:
        # cargo knows the copy; people edit the original.
        for directory in self.workspace.directories(codec):
            copy = (directory / "src" / "lib.rs").relative_to(self.workspace.path)
            reason = reason.replace(str(copy), str(codec.path))
        super().fail(codec, reason, text)


def _with_any_codecs(codecs: Sequence[Codec]) -> list[Codec]:
    """Codecs whose `extra` names what the driver can do with any of them, too."""
    return [replace(codec, extra=codec.extra | OF_ANY_CODEC) for codec in codecs]


def fingerprints(schema: Schema, codecs: Sequence[Codec]) -> dict[str, str]:
    """For each codec's id, what its driver is made of. Spawns nothing."""
    held = rust_workspace.logical_sources() if logical.has_any(schema) else []
    common = build_cache.fingerprint(
        [
            *provenance.modules(__name__, without=[*GENERATORS.values(), *TYPES_PLAIN.values()]),
            *provenance.tree(LOCK, *rust_workspace.driver_sources(), *held),
        ],
        schema.fingerprint,
        cargo.identity(),
        rust_workspace.flags(),
        build_cache.processor(),
    )
    out = {}
    for codec in codecs:
        own = [
            path for name in generators(codec) for path in rust_workspace.generator_sources(name)
        ]
        if name := codec.facts.get("types_plain"):
            own += provenance.modules(TYPES_PLAIN[name])
        own += [rust_workspace.library_source(name) for name in shares(codec)]
        calls = provenance.program(codec.facts["program"]) if "program" in codec.facts else ""
        out[codec.id] = build_cache.fingerprint([codec.path, *own], common, calls)
    return out


def locked_version(codec: Codec) -> str:
    """The version of a codec's library in the committed Cargo.lock; what its front matter asks
    for if the lock does not know it yet."""
    crate = codec.facts.get("crate", "")
    for depended in _lock().get(f"codec-{codec.name}", {}).get("dependencies", []):
        name, *version = depended.split()  # "bincode", or "bincode 2.0.1" if there are several
        if name == crate:
            return version[0] if version else str(_lock()[crate]["version"])
    wanted = codec.facts.get("dependencies", {}).get(crate, "")
    if not isinstance(wanted, dict):
        return str(wanted).lstrip("=")
    if "path" in wanted:
        return version_of_copy(codec.beside(wanted["path"]))
    return str(wanted.get("version", "")).lstrip("=")


def _told_version(codec: Codec, versions: dict[str, str]) -> str:
    """As it was resolved; of a working copy, what its manifest says."""
    crate = codec.facts.get("crate", "")
    wanted = codec.facts.get("dependencies", {}).get(crate)
    if isinstance(wanted, dict) and "path" in wanted:
        return locked_version(codec)
    return versions.get(crate, "")


def version_of_copy(crate: Path) -> str:
    """What the manifest of a crate beside a codec says, and that it is no release."""
    try:
        package = tomllib.loads((crate / "Cargo.toml").read_text())["package"]
        version = package.get("version", "")
    except (OSError, KeyError, tomllib.TOMLDecodeError):
        version = ""
    return f"{version} (working copy)" if isinstance(version, str) and version else "working copy"


def _tables(codec: Codec) -> list[dict[str, Any]]:
    """The dependencies of which more than the version is said."""
    wanted = codec.facts.get("dependencies", {}).values()
    return [table for table in wanted if isinstance(table, dict)]


@cache
def _lock() -> dict[str, dict[str, Any]]:
    return {package["name"]: package for package in tomllib.loads(LOCK.read_text())["package"]}
