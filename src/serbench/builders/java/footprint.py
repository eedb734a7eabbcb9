"""What Java codecs add to a program: see `serbench.builders.footprint`.

Types and codec are compiled by themselves, as drivers are. The jars are those of a program that
depends on nothing but what the codec names: what the driver has of them for itself counts too."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from serbench.builders import maven
from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.footprint import OnCodec, added, none_of, processor_s
from serbench.builders.java import builder as java_builder
from serbench.builders.java.builder import BUILDER
from serbench.footprint import Footprint
from serbench.machine import cache
from serbench.schema.model import Schema

PARENT = DRIVERS / "java" / "footprint" / "pom.xml"
# From clean: in each round every codec of a group and `none`, in random order. The least of a
# codec's times counts, since all that disturbs a compiler makes it slower.
ROUNDS = 5
GROUP = 4


@dataclass(slots=True)
class _Program:
    """A codec's, with the plain types. `classes_bytes` are those of their jar; one that has failed
    is compiled no more."""

    codec: Codec
    home: Path
    jars: list[Path] = field(default_factory=list)
    failure: str = ""
    classes_bytes: int = 0
    compile_s: list[float] = field(default_factory=list)

    def build(self, schema: Schema) -> None:
        if self.failure:
            return
        work = BUILDER.work(schema, [self.codec], frozenset())
        work.home = self.home / str(len(self.compile_s))
        work.home.mkdir(parents=True)
        began = processor_s()
        with cache.locked(cache.directory("build", "java")):
            work.run(lambda *_: None)
        self.compile_s.append(processor_s() - began)
        if failed := work.result.failures.get(self.codec.id):
            self.failure = failed.reason
        else:
            [classes] = work.home.glob("classes-*")
            self.classes_bytes = jar_bytes(classes)

    def footprint(self, base: _Program) -> Footprint:
        if failure := self.failure or base.failure:
            return Footprint(codec=self.codec.id, note=f"failed: {failure}")
        classes_bytes = int(added(self.classes_bytes, base.classes_bytes))
        return Footprint(
            codec=self.codec.id,
            jar_bytes=classes_bytes + sum(map(jar_bytes, self.jars)),
            compile_s=added(min(self.compile_s), min(base.compile_s)),
            dependencies=len(self.jars),
        )


class JavaMeasurer:
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
        """Libraries come compiled: `with_dependencies` asks for nothing here."""
        why_not = {codec.id: BUILDER.missing() for codec in codecs}
        if not any(why_not.values()):
            why_not = {codec.id: BUILDER.availability(codec).reason for codec in codecs}
        there = [codec for codec in codecs if not why_not[codec.id]]
        on_codec(0, "Java libraries")
        programs = _programs(schema, there, folder)
        for start in range(0, len(codecs), GROUP):
            group = codecs[start : start + GROUP]
            measured = [programs[codec.id] for codec in group if codec.id in programs]
            base = _Program(none_of("java", "none.java"), folder / f"none-{start}")
            order = random.Random(start)
            for number in range(ROUNDS if measured else 0):
                on_codec(start, f"{group[0].id} and others, {number + 1} of {ROUNDS} times")
                for program in order.sample([base, *measured], 1 + len(measured)):
                    program.build(schema)
            for codec in group:
                if reason := why_not[codec.id]:
                    yield Footprint(codec=codec.id, note=reason)
                else:
                    yield programs[codec.id].footprint(base)


def _programs(schema: Schema, codecs: Sequence[Codec], folder: Path) -> dict[str, _Program]:
    """By the codecs' ids, with all that they depend on."""
    if not codecs:
        return {}
    modules = {
        str(number): java_builder.dependencies(codec, schema) for number, codec in enumerate(codecs)
    }
    brought = [str(number) for number, codec in enumerate(codecs) if codec.is_own]
    with cache.locked(cache.directory("build", "java")):
        found, errors = maven.class_paths(modules, brought, PARENT)
    programs = {}
    for codec, module in zip(codecs, modules, strict=True):
        jars = [*found.get(module, ()), *java_builder.jars(codec)]
        failure = str(errors.get(module, ""))
        programs[codec.id] = _Program(codec, folder / module, jars, failure)
    return programs


def jar_bytes(path: Path) -> int:
    """Of a jar, or of one that a folder of classes would make."""
    if path.is_file():
        return path.stat().st_size
    jar = io.BytesIO()
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as file:
        for part in sorted(path.rglob("*")):
            file.write(part, part.relative_to(path))
    return jar.tell()


MEASURER = JavaMeasurer()
