"""Builds Rust drivers: one executable per codec, each from one file.

For every schema a Cargo workspace is written into the cache (see `rust_workspace`). The
driver crate lies beside it under a name made of its contents, and one target directory serves
all schemas, so that what does not depend on the schema compiles once.

    build/rust/target/<cpu>/            cargo's own
    build/rust/driver-<contents>/       the driver crate
    build/rust/generate-<name>-<...>/   the program of a generator
    build/rust/<schema>/bin/<codec>     the finished drivers
    build/rust/<schema>/stamp.json      what each was built from
    build/rust/<schema>/log/            what the compiler said of codecs that failed
    build/rust/<schema>/workspace/      the workspace

Versions are those of drivers/rust/Cargo.lock. After a change of dependencies renew it:

    python -m serbench.build.rust
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from serbench.build import cache as build_cache
from serbench.build import cargo, rust_workspace
from serbench.build.catalog import Codec, all_codecs
from serbench.build.driver import Availability, BuildFailure, BuildResult, OnProgress
from serbench.build.rust_workspace import FLAGS, LOCK, SOURCES, Workspace, generators
from serbench.codegen import names, proto, rust
from serbench.schema.model import Record, Schema


def packages() -> dict[str, str]:
    """Debian packages that Rust drivers need, and what for. Rust itself comes from
    https://rustup.rs: Debian's is older than the libraries accept."""
    return {"gcc": "the linker that rustc calls", "libc6-dev": "what it links with"}


class RustBuilder:
    """A `serbench.build.driver.Builder`."""

    language = "rust"
    single_threaded = True

    def toolchain(self) -> Availability:
        if reason := cargo.missing():
            return Availability(False, reason=reason, packages=tuple(packages()))
        return Availability(True, cargo.toolchain().version)

    def availability(self, codec: Codec) -> Availability:
        """Every codec can be built where cargo can: it fetches the library itself."""
        found = self.toolchain()
        return Availability(True, locked_version(codec)) if found.available else found

    def forget(self) -> None:
        cargo.toolchain.cache_clear()

    def build(
        self, schema: Schema, codecs: Sequence[Codec], on_progress: OnProgress
    ) -> BuildResult:
        work = _Build(schema, codecs)
        if work.is_up_to_date():
            return work.result
        if reason := cargo.missing():
            for codec in codecs:
                work.fail(codec, reason, reason)
            return work.result
        with build_cache.locked(build_cache.directory("build", "rust")):
            if not work.is_up_to_date():  # another process may have built it while this one waited
                work.run(on_progress)
        return work.result


BUILDER = RustBuilder()


class _Build:
    """The drivers of some codecs for one schema."""

    def __init__(self, schema: Schema, codecs: Sequence[Codec]) -> None:
        self.codecs = codecs
        self.home = build_cache.directory("build", "rust", schema.fingerprint)
        self.workspace = Workspace(self.home / "workspace", schema)
        self.target = build_cache.directory("build", "rust", "target", build_cache.processor())
        self.result = BuildResult()
        self.fingerprints = fingerprints(schema, codecs)

    def is_up_to_date(self) -> bool:
        """Whether every driver is there and was made of what is there now. If so, the result
        says where they are."""
        stamp = self._stamp()
        for codec in self.codecs:
            made_of = stamp.get(codec.id)
            if made_of != self.fingerprints[codec.id] or not self._binary(codec).exists():
                return False
        self.result.drivers = {c.id: [str(self._binary(c))] for c in self.codecs}
        return True

    def run(self, on_progress: OnProgress) -> None:
        on_progress(0, 1, "Rust libraries")
        stamp = self._stamp()
        for codec in self.codecs:
            stamp.pop(codec.id, None)
        members = self._resolvable()
        chosen = [codec for codec in self.codecs if codec in members]

        def on_generator(name: str) -> None:
            on_progress(0, 1, f"the {name} generator")

        if codecs := self._generated(chosen, on_generator):
            self.workspace.write(members)
            resolution = cargo.resolve(self.workspace.path, self.target)
            for codec in codecs:
                versions = resolution.dependencies[self.workspace.package(codec)]
                self.workspace.write_facts(codec, versions)
            names = [self.workspace.package(codec) for codec in codecs]
            steps = resolution.reach(names)

            def on_package(done: int, name: str) -> None:
                on_progress(min(done, steps - 1), steps, name)

            outcome = cargo.build(self.workspace.path, self.target, names, on_package)
            for codec in codecs:
                directory = self.workspace.directory(codec)
                if executable := outcome.executables.get(directory):
                    self._install(codec, executable)
                    stamp[codec.id] = self.fingerprints[codec.id]
                else:
                    self.fail(codec, *outcome.failure(directory))
            on_progress(steps, steps, "Rust drivers")
        rust_workspace.write_if_changed(self.home / "stamp.json", json.dumps(stamp, indent=1))

    def _resolvable(self) -> list[Codec]:
        """The members of the workspace: all codecs there are, so that the same versions and
        features serve every choice of them. If cargo cannot find what one depends on, which
        would stop all, only those of the choice that it can do without the others."""
        known = [codec for codec in all_codecs() if codec.language == "rust"]
        members = list({codec.id: codec for codec in [*known, *self.codecs]}.values())
        try:
            self.workspace.write(members)
            cargo.resolve(self.workspace.path, self.target)
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
            cargo.resolve(self.workspace.path, self.target)
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

    def _binary(self, codec: Codec) -> Path:
        return self.home / "bin" / codec.name

    def _install(self, codec: Codec, executable: Path) -> None:
        """A driver of the last build may still be running: its file is replaced, not changed."""
        binary = self._binary(codec)
        binary.parent.mkdir(exist_ok=True)
        fresh = binary.with_name(f".{codec.name}.new")
        shutil.copy2(executable, fresh)
        fresh.replace(binary)
        self.result.drivers[codec.id] = [str(binary)]

    def fail(self, codec: Codec, reason: str, text: str) -> None:
        log = self.home / "log" / f"{codec.name}.log"
        log.parent.mkdir(exist_ok=True)
        log.write_text(text)
        # cargo knows the copy; people edit the original.
        reason = reason.replace(f"codecs/{codec.name}/src/main.rs", str(codec.path))
        self.result.failures[codec.id] = BuildFailure(reason, log)

    def _stamp(self) -> dict[str, str]:
        try:
            stamp: dict[str, str] = json.loads((self.home / "stamp.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return stamp


def fingerprints(schema: Schema, codecs: Sequence[Codec]) -> dict[str, str]:
    """For each codec's id, what its driver is made of. Spawns nothing."""
    modules = (rust, names, proto, cargo, rust_workspace)
    sources = [Path(m.__file__) for m in modules if m.__file__] + [Path(__file__), LOCK]
    sources += rust_workspace.driver_sources()
    common = build_cache.fingerprint(
        sources, schema.fingerprint, cargo.identity(), FLAGS, build_cache.processor()
    )
    out = {}
    for codec in codecs:
        own = [
            path for name in generators(codec) for path in rust_workspace.generator_sources(name)
        ]
        out[codec.id] = build_cache.fingerprint([codec.path, *own], common)
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
    return str(wanted.get("version", "") if isinstance(wanted, dict) else wanted).lstrip("=")


@cache
def _lock() -> dict[str, dict[str, Any]]:
    return {package["name"]: package for package in tomllib.loads(LOCK.read_text())["package"]}


def renew_locks() -> None:
    """Writes the Cargo.lock of the drivers and of each generator anew, at the newest versions
    that front matter allows and the oldest supported Rust accepts."""
    environment = {**os.environ, "CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS": "fallback"}

    def renew(directory: Path, lock: Path) -> None:
        (directory / "Cargo.lock").unlink(missing_ok=True)
        command = ["cargo", "generate-lockfile"]
        subprocess.run(command, cwd=directory, env=environment, check=True)
        if directory != lock.parent:
            shutil.copy(directory / "Cargo.lock", lock)

    for crate in sorted((SOURCES / "generators").iterdir()):
        renew(crate, crate / "Cargo.lock")
    codecs = [codec for codec in all_codecs() if codec.language == "rust"]
    with tempfile.TemporaryDirectory() as name:
        workspace = Workspace(Path(name), Schema("lock", "Root", (Record("Root", ()),)))
        workspace.write(codecs)
        for path in workspace.path.glob("types-*"):
            (path / "src" / "serbench_proto.rs").touch()
        renew(workspace.path, LOCK)


if __name__ == "__main__":
    renew_locks()
