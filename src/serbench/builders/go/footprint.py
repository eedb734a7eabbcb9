"""What Go codecs add to a program: see `serbench.builders.footprint`.

The codec's file is compiled as it is. The package `driver` that it imports has what codecs and the
plain types call, and in place of the protocol `drivers/go/footprint/serve.go`. What compiles anew
differs from all before by a comment, so that Go's cache has the rest and not this."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.footprint import (
    FootprintError,
    OnCodec,
    added,
    added_compile_s,
    failed,
    loaded_bytes,
    none_of,
    processor_s,
)
from serbench.builders.go import module as go_module
from serbench.builders.go import tool as go_tool
from serbench.builders.go.module import Module, generators
from serbench.footprint import Footprint
from serbench.schema.model import Schema

_SERVE = DRIVERS / "go" / "footprint" / "serve.go"
# Of the driver's files those that codecs and plain types call.
_CALLED = ("codec.go", "explain.go", "json.go", "members.go", "spare.go", "values.go")


class GoMeasurer:
    """A `serbench.builders.footprint.Measurer`."""

    def footprints(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        folder: Path,
        on_codec: OnCodec,
        *,
        with_dependencies: bool,
    ) -> Iterator[Footprint]:
        none = none_of("go", "none.go")
        try:
            base = _Program(folder, schema, none)
            base.build()
        except go_tool.GoError as error:
            for codec in codecs:
                yield failed(codec, error)
            return
        standard = folder / "standard"
        if with_dependencies:
            on_codec(0, "the standard library")
            go_tool.run(["env", f"GOCACHE={standard}", "go", "build", "std"], base.path)
        for number, codec in enumerate(codecs):
            on_codec(number, codec.id)
            try:
                yield self._footprint(_Program(folder, schema, codec), base, standard)
            except (go_tool.GoError, FootprintError) as error:
                yield failed(codec, error)

    def _footprint(self, program: _Program, base: _Program, standard: Path) -> Footprint:
        program.build()
        imports = program.imports()
        dependencies_s = None
        if standard.exists():
            dependencies_s = program.compile_imports(imports, standard)
        return Footprint(
            codec=program.codec.id,
            code_bytes=int(added(program.bytes, base.bytes)),
            compile_s=added_compile_s(program.compile_s, base.compile_s),
            dependencies=len(program.modules(imports)),
            dependencies_s=dependencies_s,
        )


class _Program:
    """A codec's. `bytes` is known when it is built."""

    def __init__(self, folder: Path, schema: Schema, codec: Codec) -> None:
        self.codec = codec
        self.path = folder / codec.name
        self.file = folder / "bin" / codec.name
        self._module = Module(self.path, schema)
        self.bytes = 0

    def build(self) -> None:
        """Raises `GoError`."""
        self._module.write([self.codec])
        driver = self.path / "driver"
        for source in driver.glob("*.go"):
            if source.name not in _CALLED:
                source.unlink()
        shutil.copyfile(_SERVE, driver / _SERVE.name)
        for name in generators(self.codec):
            self._module.generate(name)  # the generator's program is compiled, if it is not there
        self._compile()  # what it depends on is there from now on
        self.bytes = loaded_bytes(self.file)

    def compile_s(self) -> float:
        """Seconds of processors, of all that depends on the schema."""
        for name in generators(self.codec):
            (self.path / f"schema_{name}" / ".made-of").unlink()
        began = processor_s()
        for name in generators(self.codec):
            self._module.generate(name)
        self._make_new()
        self._compile()
        return processor_s() - began

    def _compile(self) -> None:
        package = self._module.package(self.codec)
        may_add = go_module.brings_modules(self.codec)
        command = ["go", "build", "-ldflags=-s -w", "-o", str(self.file), package]
        go_tool.run(command, self.path, may_add=may_add)

    def _make_new(self) -> None:
        """Go's cache goes by contents."""
        word = os.urandom(8).hex()
        for source in self._own("*.go"):
            with source.open("a") as file:
                file.write(f"\n// {word}\n")

    def _own(self, pattern: str) -> list[Path]:
        others = ("driver", "logical")
        return [p for p in self.path.rglob(pattern) if p.parent.name not in others]

    def imports(self) -> list[str]:
        """The packages that the codec's code imports, but those of serbench."""
        packages = {f"./{path.parent.relative_to(self.path)}" for path in self._own("*.go")}
        wanted = sorted(packages - {"./schema"})
        lines = go_tool.run(["go", "list", "-f", '{{join .Imports "\\n"}}', *wanted], self.path)
        return sorted({line for line in lines.split() if not line.startswith("serbench/")})

    def modules(self, imports: Sequence[str]) -> set[str]:
        """That the packages are of, and those that these import; not Go's own."""
        if not imports:
            return set()
        form = "{{with .Module}}{{.Path}}{{end}}"
        return set(go_tool.run(["go", "list", "-deps", "-f", form, *imports], self.path).split())

    def compile_imports(self, imports: Sequence[str], standard: Path) -> float:
        """Seconds of processors that the packages take which are not in the cache `standard`."""
        if not imports:
            return 0.0
        with_it = self.path / "cache"
        shutil.copytree(standard, with_it, copy_function=os.link)
        began = processor_s()
        go_tool.run(["env", f"GOCACHE={with_it}", "go", "build", *imports], self.path)
        taken = processor_s() - began
        shutil.rmtree(with_it)
        return taken


MEASURER = GoMeasurer()
