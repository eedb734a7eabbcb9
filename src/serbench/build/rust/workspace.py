"""The Cargo workspace of a schema and some codecs: what is written before cargo is called.

    Cargo.toml, Cargo.lock
    types-<schema>/             package `schema`: the plain types
    types-<schema>-<generator>/ package `schema-<generator>`: messages of an own-model library
    codecs/<codec>/             package `codec-<codec>`: the codec's file as main.rs, facts.rs

A codec whose front matter says `generate = ["prost"]` gets the crate that
`serbench.codegen.rust.prost` writes, with the codec's own dependencies, after the program in
drivers/rust/generators/prost, if there is one, has been run on its first file. One
that says `plain = "flatmessage"` too has that crate's types for plain ones, in place of `schema`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from serbench import cache
from serbench.build import provenance
from serbench.build.codec import DRIVERS, Codec
from serbench.build.rust import cargo
from serbench.codegen.generator import Generator
from serbench.codegen.rust import capnp, flatmessage, prost, protobuf, rustc_serialize
from serbench.codegen.rust import types as rust
from serbench.schema.model import Schema

SOURCES = DRIVERS / "rust"
LOCK = SOURCES / "Cargo.lock"
# The words of `generate` in front matter, and who writes the crate of messages.
GENERATORS: dict[str, Generator] = {
    "capnp": capnp,
    "flatmessage": flatmessage,
    "prost": prost,
    "protobuf": protobuf,
    "rustc_serialize": rustc_serialize,
}

# Measured on `tweet`: against 16 units and the default LTO, one unit makes encoding 10 % faster for
# 10 % more time of the compiler; thin or fat LTO take 1.6 times as long for 0 to 5 % (and fat
# made prost's encoding 40 % slower).
PROFILE = {"opt-level": 3, "codegen-units": 1, "lto": "off", "panic": "unwind", "debug": 0}
FLAGS = " ".join(
    [f"{key}={value}" for key, value in PROFILE.items() if key != "debug"]
    + [flag.removeprefix("-C") for flag in cargo.RUSTFLAGS]
)


class Workspace:
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
        """Everything but what generators and `write_facts` add for codecs that are built."""
        members = [self.types, *(f"codecs/{codec.name}" for codec in codecs)]
        serde = {"version": "1", "features": ["derive"]}
        shared: dict[str, Any] = {"serbench-driver": {"path": str(driver_crate())}, "serde": serde}
        self._package(self.types, "schema", shared, rust.generate(self.schema))
        for codec in codecs:
            own = {**shared, **codec.facts.get("dependencies", {})}
            for name in generators(codec):
                path = f"{self.types}-{name}"
                files = GENERATORS[name].generate(self.schema)
                schema = {"schema": {"path": f"../{self.types}"}}
                self._package(path, f"schema-{name}", {**own, **schema}, files)
                members.append(path)
                own[f"schema-{name}"] = {"path": f"../../{path}"}
            own["schema"] = {"path": f"../../{self.types}"}
            if plain := codec.facts.get("plain"):
                own["schema"] = {**own.pop(f"schema-{plain}"), "package": f"schema-{plain}"}
            files = {"src/main.rs": codec.path.read_text()}
            self._package(f"codecs/{codec.name}", self.package(codec), own, files)
        root: dict[str, dict[str, Any]] = {
            "workspace": {"resolver": "2", "members": list(dict.fromkeys(members))},
            "profile": {"release": PROFILE},
        }
        write_if_changed(self.path / "Cargo.toml", _toml(root))
        write_if_changed(self.path / "Cargo.lock", LOCK.read_text())

    def _package(
        self, path: str, name: str, dependencies: dict[str, Any], files: dict[str, str]
    ) -> None:
        package = {
            "name": name,
            "version": "0.0.0",
            "edition": "2021",
            "rust-version": ".".join(map(str, cargo.MINIMUM)),
            "publish": False,
        }
        manifest = _toml({"package": package, "dependencies": dependencies})
        for file, text in {**files, "Cargo.toml": manifest}.items():
            write_if_changed(self.path / path / file, text)

    def run_generators(self, codec: Codec, target: Path, on_build: Callable[[str], None]) -> None:
        """`on_build` is told of a generator that must be built first. Raises `CargoError` where
        one does not build, or refuses its input."""
        for name in filter(_program_sources, generators(codec)):
            package = self.path / f"{self.types}-{name}"
            files = GENERATORS[name].generate(self.schema)
            command = [
                _generator(name, target, on_build),
                package / next(iter(files)),
                package / "src",
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise cargo.CargoError(f"{name}: {done.stderr.strip()}", done.stderr)

    def write_facts(self, codec: Codec, versions: dict[str, str]) -> None:
        """What `describe` tells; `versions` are those of the codec's dependencies."""
        facts = {
            "codec": codec.id,
            "library": codec.library,
            "version": versions.get(codec.facts.get("crate", ""), ""),
            "compiler": cargo.toolchain().version,
            "flags": FLAGS,
            "schema": self.schema.fingerprint,
        }
        lines = [f"    {key}: {rust.literal(fact)},\n" for key, fact in facts.items()]
        text = f"serbench_driver::Facts {{\n{''.join(lines)}}}\n"
        write_if_changed(self.directory(codec) / "facts.rs", text)


def generators(codec: Codec) -> list[str]:
    return list(codec.facts.get("generate", []))


def driver_sources() -> list[Path]:
    crate = SOURCES / "driver"
    return [crate / "Cargo.toml", *sorted(crate.glob("src/**/*.rs"))]


def generator_sources(name: str) -> list[Path]:
    """The modules that write the crate of messages, and the sources of the generator's program, if
    it has one."""
    return [*provenance.modules(GENERATORS[name]), *_program_sources(name)]


def _program_sources(name: str) -> list[Path]:
    crate = SOURCES / "generators" / name
    if not crate.exists():
        return []
    return [crate / "Cargo.toml", crate / "Cargo.lock", *sorted(crate.glob("src/**/*.rs"))]


def driver_crate() -> Path:
    """A copy of the driver crate at a path that says what is in it: one that changed in its
    place would have to be built again for every schema."""
    return _copied("driver", driver_sources(), SOURCES / "driver")


def _generator(name: str, target: Path, on_build: Callable[[str], None]) -> Path:
    """The program of a generator, built once for all schemas."""
    crate = _copied(f"generate-{name}", _program_sources(name), SOURCES / "generators" / name)
    program = crate / "program"
    if not program.exists():
        on_build(name)
        package = f"serbench-generate-{name}"
        outcome = cargo.build(crate, target, [package], lambda done, said: None)
        executable = outcome.executables.get(crate)
        if executable is None:
            raise cargo.CargoError(*outcome.failure(crate))
        shutil.copy2(executable, program)
    return program


def _copied(name: str, sources: list[Path], root: Path) -> Path:
    copy = cache.directory("build", "rust", f"{name}-{cache.fingerprint(sources)}")
    for path in sources:
        write_if_changed(copy / path.relative_to(root), path.read_text())
    return copy


def write_if_changed(path: Path, text: str) -> None:
    """Leaves a file alone that says this already: cargo looks at the time it was written."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


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
