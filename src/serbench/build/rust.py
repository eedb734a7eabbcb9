"""Builds Rust drivers: one executable per codec, each from one file.

For every schema a Cargo workspace is written into the cache: a package with the generated
types, and one for each codec, whose source is the codec's file and whose dependencies stand
in that file's front matter. The shared driver crate lies beside it under a name made of its
contents, and one target directory serves all schemas, so what does not depend on
the schema compiles once.

    build/rust/target/<cpu>/            cargo's own
    build/rust/driver-<contents>/       the driver crate
    build/rust/<schema>/bin/<codec>     the finished drivers
    build/rust/<schema>/stamp.json      what each was built from
    build/rust/<schema>/workspace/      Cargo.toml, Cargo.lock, types-<schema>/, codecs/<codec>/

Versions are those of drivers/rust/Cargo.lock. After a change of dependencies renew it:

    python -m serbench.build.rust
"""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from serbench.build import cache as build_cache
from serbench.build import cargo
from serbench.build.catalog import DRIVERS, Codec, all_codecs
from serbench.build.driver import Availability, BuildFailure, BuildResult, OnProgress
from serbench.codegen import rust
from serbench.schema.model import Record, Schema

SOURCES = DRIVERS / "rust"
LOCK = SOURCES / "Cargo.lock"

PROFILE = {"opt-level": 3, "codegen-units": 1, "lto": "off", "panic": "unwind", "debug": 0}
FLAGS = " ".join(
    [f"{k}={v}" for k, v in PROFILE.items() if k != "debug"]
    + [flag.removeprefix("-C") for flag in cargo.RUSTFLAGS]
)

_CODEGEN = Path(rust.__file__).parent
_GENERATOR = [_CODEGEN / "rust.py", _CODEGEN / "names.py", Path(__file__), Path(cargo.__file__)]


def packages() -> dict[str, str]:
    """Debian packages that Rust drivers need, and what for. Rust itself comes from
    https://rustup.rs: Debian's is older than the libraries accept."""
    return {"gcc": "the linker that rustc calls", "libc6-dev": "what it links with"}


class RustBuilder:
    """A `serbench.build.driver.Builder`."""

    language = "rust"

    def toolchain(self) -> Availability:
        if reason := cargo.missing():
            return Availability(False, reason=reason, packages=tuple(packages()))
        return Availability(True, cargo.toolchain().version)

    def availability(self, codec: Codec) -> Availability:
        """Every codec can be built where cargo can: it fetches the library itself."""
        found = self.toolchain()
        if not found.available:
            return found
        return Availability(True, locked_version(codec))

    def build(
        self, schema: Schema, codecs: Sequence[Codec], on_progress: OnProgress
    ) -> BuildResult:
        if not codecs:
            return BuildResult()
        work = _Build(schema, codecs)
        if work.is_up_to_date():
            return work.result
        home = work.home
        if reason := cargo.missing():
            log = home / "missing.log"
            log.write_text(reason + "\n")
            return BuildResult(failures={c.id: BuildFailure(reason, log) for c in codecs})
        with build_cache.locked(build_cache.directory("build", "rust")):
            if not work.is_up_to_date():  # another process may have been faster
                work.run(on_progress)
        return work.result


class _Build:
    """The drivers of some codecs for one schema."""

    def __init__(self, schema: Schema, codecs: Sequence[Codec]) -> None:
        self.schema = schema
        self.codecs = codecs
        self.home = build_cache.directory("build", "rust", schema.fingerprint)
        self.result = BuildResult()
        self.fingerprints = fingerprints(schema, codecs)

    def is_up_to_date(self) -> bool:
        """Whether every driver is there and built from what is there now; then the result
        says where."""
        stamp = self._stamp()
        for codec in self.codecs:
            if (
                stamp.get(codec.id) != self.fingerprints[codec.id]
                or not self._binary(codec).exists()
            ):
                self.result = BuildResult()
                return False
            self.result.drivers[codec.id] = [str(self._binary(codec))]
        return True

    def run(self, on_progress: OnProgress) -> None:
        on_progress(0, 1, "resolving Rust libraries")
        workspace = Workspace(self.home / "workspace", self.schema)
        target = build_cache.directory("build", "rust", "target", _cpu())
        stamp = self._stamp()
        codecs = self._resolvable(workspace, target)
        if codecs:
            resolution = workspace.settle(codecs, target)
            steps = resolution.packages

            def on_package(done: int, name: str) -> None:
                on_progress(min(done, steps - 1), steps, name)

            names = [workspace.package(codec) for codec in codecs]
            outcome = cargo.build(workspace.path, target, names, on_package)
            for codec in codecs:
                directory = workspace.directory(codec)
                if executable := outcome.executables.get(directory):
                    self._install(codec, executable)
                    stamp[codec.id] = self.fingerprints[codec.id]
                else:
                    stamp.pop(codec.id, None)
                    self._fail(codec, *outcome.failure(directory))
            on_progress(steps, steps, "Rust drivers built")
        _write(self.home / "stamp.json", json.dumps(stamp, indent=1))

    def _resolvable(self, workspace: Workspace, target: Path) -> list[Codec]:
        """Those whose dependencies cargo can find: one it cannot find would stop all."""
        try:
            workspace.write(self.codecs)
            cargo.resolve(workspace.path, target)
            return list(self.codecs)
        except cargo.CargoError:
            good = []
            for codec in self.codecs:
                workspace.write([codec])
                try:
                    cargo.resolve(workspace.path, target)
                    good.append(codec)
                except cargo.CargoError as error:
                    self._fail(codec, str(error), error.output)
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

    def _fail(self, codec: Codec, reason: str, text: str) -> None:
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


class Workspace:
    """The Cargo workspace of a schema and some codecs."""

    def __init__(self, path: Path, schema: Schema) -> None:
        self.path = path
        self.schema = schema
        # Cargo tells packages apart by their paths within the workspace: with one name for
        # all schemas, each would overwrite the last one's artifacts.
        self.types = f"types-{schema.fingerprint}"

    def package(self, codec: Codec) -> str:
        return f"codec-{codec.name}"

    def directory(self, codec: Codec) -> Path:
        return self.path / "codecs" / codec.name

    def write(self, codecs: Sequence[Codec]) -> None:
        """Everything but the facts, which need versions first."""
        driver = _driver_crate()
        members = [self.types, *(f"codecs/{codec.name}" for codec in codecs)]
        root: dict[str, dict[str, Any]] = {
            "workspace": {"resolver": "2", "members": members},
            "profile": {"release": PROFILE},
        }
        _write(self.path / "Cargo.toml", _toml(root))
        _write(self.path / "Cargo.lock", LOCK.read_text() if LOCK.exists() else "")
        serde = {"version": "1", "features": ["derive"]}
        shared = {"serbench-driver": {"path": str(driver)}, "serde": serde}
        _write(self.path / self.types / "Cargo.toml", _manifest("schema", shared))
        for name, text in rust.generate(self.schema).items():
            _write(self.path / self.types / name, text)
        for codec in codecs:
            own = {
                **shared,
                "schema": {"path": f"../../{self.types}"},
                **codec.facts.get("dependencies", {}),
            }
            directory = self.directory(codec)
            _write(directory / "Cargo.toml", _manifest(self.package(codec), own))
            _write(directory / "src" / "main.rs", codec.path.read_text())

    def settle(self, codecs: Sequence[Codec], target: Path) -> cargo.Resolution:
        """Everything, with all versions chosen."""
        self.write(codecs)
        resolution = cargo.resolve(self.path, target)
        for codec in codecs:
            crates = resolution.versions[self.package(codec)]
            version = crates.get(codec.facts.get("crate", ""), "")
            facts = {
                "codec": codec.id,
                "library": codec.library,
                "version": version,
                "compiler": cargo.toolchain().version,
                "flags": FLAGS,
                "schema": self.schema.fingerprint,
            }
            text = "".join(f"    {key}: {rust.literal(fact)},\n" for key, fact in facts.items())
            _write(self.directory(codec) / "facts.rs", f"serbench_driver::Facts {{\n{text}}}\n")
        return resolution


def fingerprints(schema: Schema, codecs: Sequence[Codec]) -> dict[str, str]:
    """For each codec's id, what its driver depends on. Spawns nothing."""
    files = [*_driver_sources(), *_GENERATOR, *filter(Path.exists, [LOCK])]
    common = build_cache.fingerprint(files, schema.fingerprint, cargo.identity(), FLAGS, _cpu())
    return {codec.id: build_cache.fingerprint([codec.path], common) for codec in codecs}


def locked_version(codec: Codec) -> str:
    """The version of a codec's library in the committed Cargo.lock; what its front matter asks
    for if the lock does not know it yet."""
    crate = codec.facts.get("crate", "")
    for depended in _lock().get(f"codec-{codec.name}", {}).get("dependencies", []):
        name, *version = depended.split()  # "bincode", or "bincode 2.0.1" if there are several
        if name == crate:
            return version[0] if version else str(_lock()[crate]["version"])
    wanted = codec.facts.get("dependencies", {}).get(crate, "")
    return str(wanted["version"] if isinstance(wanted, dict) else wanted).lstrip("=")


@cache
def _lock() -> dict[str, dict[str, Any]]:
    if not LOCK.exists():
        return {}
    return {package["name"]: package for package in tomllib.loads(LOCK.read_text())["package"]}


def _driver_sources() -> list[Path]:
    crate = SOURCES / "driver"
    return [crate / "Cargo.toml", *sorted(crate.glob("src/**/*.rs"))]


def _driver_crate() -> Path:
    """A copy of the driver crate at a path that says what is in it: one that changed in its
    place would have to be built again for every schema."""
    sources = _driver_sources()
    contents = build_cache.fingerprint(sources)
    copy = build_cache.directory("build", "rust", f"driver-{contents}")
    for path in sources:
        _write(copy / path.relative_to(SOURCES / "driver"), path.read_text())
    return copy


@cache
def _cpu() -> str:
    """Names this processor's instruction set: a driver built for another may not run here."""
    try:
        with Path("/proc/cpuinfo").open() as file:
            first = "".join(iter(lambda: file.readline().strip("\n"), ""))
    except OSError:
        import platform

        first = platform.processor()
    wanted = [part for part in first.split("\n") if part.startswith(("flags", "Features"))]
    return build_cache.fingerprint([], *wanted)[:8]


def _manifest(name: str, dependencies: dict[str, Any]) -> str:
    rust_version = ".".join(map(str, cargo.MINIMUM))
    package = {
        "name": name,
        "version": "0.0.0",
        "edition": "2021",
        "rust-version": rust_version,
        "publish": False,
    }
    return _toml({"package": package, "dependencies": dependencies})


def _toml(tables: dict[str, dict[str, Any]]) -> str:
    parts = []
    for name, table in tables.items():
        lines = [f"{json.dumps(key)} = {_toml_value(value)}\n" for key, value in table.items()]
        parts.append(f"[{name}]\n{''.join(lines)}")
    return "\n".join(parts)


def _toml_value(value: Any) -> str:
    """TOML reads JSON's strings, numbers, booleans and lists of strings as they are."""
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(k)} = {_toml_value(v)}" for k, v in value.items())
        return f"{{ {inner} }}"
    return json.dumps(value, ensure_ascii=False)


def _write(path: Path, text: str) -> None:
    """Leaves a file alone that says this already: cargo looks at the time it was written."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def renew_lock() -> None:
    """Writes drivers/rust/Cargo.lock anew, for all codecs, at the newest versions that their
    front matter allows and the oldest supported Rust accepts."""
    import os
    import subprocess
    import tempfile

    os.environ["CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS"] = "fallback"
    codecs = [codec for codec in all_codecs() if codec.language == "rust"]
    with tempfile.TemporaryDirectory() as name:
        workspace = Workspace(Path(name), Schema("lock", "Root", (Record("Root", ()),)))
        workspace.write(codecs)
        (workspace.path / "Cargo.lock").unlink()
        subprocess.run(["cargo", "generate-lockfile"], cwd=workspace.path, check=True)
        shutil.copy(workspace.path / "Cargo.lock", LOCK)


if __name__ == "__main__":
    renew_lock()
