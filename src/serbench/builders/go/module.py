"""The Go module of a schema: what is written before `go build` is called.

    go.mod, go.sum          those of drivers/go, which pin every version
    driver/                 the driver's package
    schema/                 the plain types
    schema_<generator>/     what a generator made for codecs that ask for it
    logical/, conventions/  what values of logical types need, if the schema has any
    library/<library>/      what codecs of one library share, if they import it
    codec/<codec>/          the codec's file as main.go, facts.go

With -trimpath the compiler's cache does not see where a module lies: the driver compiles once for
all schemas.
"""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from serbench.builders import pypi
from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.go import generators as go_generators
from serbench.builders.go import tool as go_tool
from serbench.builders.packages import InstallError
from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go import values as go_values
from serbench.machine import cache
from serbench.schema.model import Schema

SOURCES = DRIVERS / "go"
GO_MOD = SOURCES / "go.mod"
GO_SUM = SOURCES / "go.sum"


class Module:
    def __init__(self, path: Path, schema: Schema) -> None:
        self.path = path
        self.schema = schema

    def package(self, codec: Codec) -> str:
        return f"./codec/{codec.name}"

    def write(self, codecs: Sequence[Codec]) -> None:
        """Everything but what generators make."""
        of_types = logical_sources() if go_logical.has_logical(self.schema) else []
        for source in [*driver_sources(), *of_types]:
            _write_if_changed(self.path / source.relative_to(SOURCES), source.read_text())
        self._pin([codec for codec in codecs if brings_modules(codec)])
        plain = go.generate(self.schema) | go_values.generate(self.schema)
        for name, text in plain.items():
            _write_if_changed(self.path / "schema" / name, text)
        for source in dict.fromkeys(path for codec in codecs for path in shared_sources(codec)):
            relative = source.relative_to(SOURCES / "libraries")
            _write_if_changed(self.path / "library" / relative, source.read_text())
        for codec in codecs:
            directory = self.path / "codec" / codec.name
            _write_if_changed(directory / "main.go", codec.path.read_text())
            _write_if_changed(directory / "facts.go", self._facts(codec))

    def _pin(self, bringing: Sequence[Codec]) -> None:
        """Versions are those of drivers/go, and what codecs bring; what the go command adds to
        these is left in place."""
        lines = [line for codec in bringing for line in _directives(codec)]
        text = GO_MOD.read_text() + "".join(lines)
        pin_file = self.path / ".go.mod"
        if lines and pin_file.exists() and pin_file.read_text() == text:
            return
        _write_if_changed(self.path / "go.mod", text)
        _write_if_changed(self.path / "go.sum", GO_SUM.read_text())
        if lines:
            pin_file.write_text(text)

    def _facts(self, codec: Codec) -> str:
        facts = {
            "Codec": codec.id,
            "Library": codec.library,
            "Version": version(codec),
            "Compiler": go_tool.version(),
            "Flags": go_tool.said_flags(),
            "Schema": self.schema.fingerprint,
        }
        lines = "".join(f"\t{key}: {go.literal(text)},\n" for key, text in facts.items())
        head = f'{go.HEADER}\npackage main\n\nimport "serbench/driver"\n\n'
        # Not in the literal: main refers to facts, and the compiler refuses the circle.
        again = "\nfunc init() { facts.Main = main }\n"
        return f"{head}var facts = driver.Facts{{\n{lines}}}\n{again}"

    def generate(self, name: str) -> None:
        """Makes the package of a generator, if it is not there yet. Raises `GoError`."""
        generator = go_generators.GENERATORS[name]
        directory = self.path / f"schema_{name}"
        done = directory / ".made-of"
        made_of = cache.fingerprint(
            [GO_MOD, GO_SUM, *generator.sources(), *go_generators.modules()],
            self.schema.fingerprint,
            go_tool.version(),
            generator.identity(),
        )
        if done.exists() and done.read_text() == made_of:
            return
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        for file, text in generator.module.generate(self.schema).items():
            (directory / file).parent.mkdir(parents=True, exist_ok=True)
            (directory / file).write_text(text)
        for command in generator.commands(directory):
            go_tool.run(command, directory, self._tools(generator))
        if generator.finish:
            generator.finish(directory)
        done.write_text(made_of)

    def _tools(self, generator: go_generators.Generator) -> list[Path]:
        """The directories with the generator's programs: those of Go are built at the versions in
        go.mod."""
        found = []
        if generator.packages:
            try:
                pypi.install(generator.packages, pypi.own())
            except InstallError as error:
                raise go_tool.GoError(str(error), error.output) from None
            found.append(pypi.home(generator.packages, pypi.own()) / "bin")
        if generator.tools:
            found.append(self._built(generator.tools))
        return found

    def _built(self, tools: Sequence[str]) -> Path:
        made_of = cache.fingerprint([GO_MOD, GO_SUM], go_tool.version(), *tools)
        directory = cache.directory("build", "go", "tools", made_of)
        for tool in tools:
            if not (directory / Path(tool).name).exists():
                go_tool.build(self.path, [tool], directory)
        return directory


def generators(codec: Codec) -> list[str]:
    return list(codec.facts.get("generate", []))


def brings_modules(codec: Codec) -> bool:
    """Whether the codec needs what go.mod of drivers/go does not have."""
    return bool(codec.facts.get("require") or codec.facts.get("replace"))


def _directives(codec: Codec) -> Iterator[str]:
    required = dict(codec.facts.get("require", {}))
    for name, folder in codec.facts.get("replace", {}).items():
        yield f"\nreplace {name} => {go.literal(str(codec.beside(folder)))}\n"
        if name not in _versions():
            required.setdefault(name, "v0.0.0")
    for name, wanted in required.items():
        yield f"\nrequire {name} v{wanted.removeprefix('v')}\n"


def shared_sources(codec: Codec) -> list[Path]:
    """The files of drivers/go/libraries that the codec imports."""
    names = re.findall(r'"serbench/library/(\w+)"', codec.path.read_text())
    return [path for name in names for path in sorted((SOURCES / "libraries" / name).glob("*.go"))]


def driver_sources() -> list[Path]:
    return sorted(p for p in (SOURCES / "driver").glob("*.go") if not p.stem.endswith("_test"))


def logical_sources() -> list[Path]:
    """Of the packages that know logical types, whose modules no other schema's drivers link."""
    found = (p for name in ("logical", "conventions") for p in (SOURCES / name).glob("*.go"))
    return sorted(p for p in found if not p.stem.endswith("_test"))


def version(codec: Codec) -> str:
    """The version of the codec's module in go.mod; of the standard library Go's own. Empty if
    go.mod does not know the module."""
    module = codec.facts.get("module", "")
    if module == "std":
        return go_tool.version().removeprefix("go")
    if module in codec.facts.get("replace", {}):
        return "working copy"
    wanted = str(codec.facts.get("require", {}).get(module, ""))
    return wanted.removeprefix("v") or _versions().get(module, "")


@functools.cache
def _versions() -> dict[str, str]:
    found = re.findall(r"^(?:require)?\s+(\S+) v(\S+)", GO_MOD.read_text(), re.MULTILINE)
    return dict(found)


def _write_if_changed(path: Path, text: str) -> None:
    """The compiler's cache goes by contents, but asks whether files changed by their times."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
