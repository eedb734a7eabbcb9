"""Builds Java drivers: classes of the driver, the schema and the codecs, each on its class path.

build/java/classpath/, maven/       libraries (see `maven`)
build/java/driver-<contents>/       the driver's classes
build/java/<schema>/sources/        the plain types, and what generators add
build/java/<schema>/classes-<...>/  types and codecs, compiled together if they can be
build/java/<schema>/facts/          what each driver says of itself
build/java/<schema>/stamp.json      what each codec was built from, and its class path
build/java/<schema>/log/            what the compiler said of codecs that failed
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from serbench.builders import jdk, maven, provenance
from serbench.builders import maven_artifacts as artifacts
from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.driver import Availability, OnProgress
from serbench.builders.java import tools as java_tools
from serbench.builders.java.generators import (
    GENERATORS,
    generator_of,
    has_conversions,
    program_of,
    shared,
)
from serbench.builders.java.tools import CompileError
from serbench.builders.work import Work, WorkBuilder
from serbench.codegen.java import listed as java_listed
from serbench.codegen.java import ops as java_ops
from serbench.codegen.java import types as java
from serbench.machine import cache, programs
from serbench.schema.conventions import logical_scalars
from serbench.schema.model import Schema

SOURCES = DRIVERS / "java"
MAIN = "serbench.driver.Main"
# What reads and digests values of the schema runs once for each and is never timed. Left to
# itself, HotSpot optimizes it for a second and more, longer than what is measured.
UNTIMED = (
    "-XX:CompileCommand=quiet",
    *(
        f"-XX:CompileCommand=CompileThresholdScaling,serbench.ops.*::{method}*,100.0"
        for method in ("read", "digest")
    ),
)


def packages() -> dict[str, str]:
    """Debian packages that Java drivers need, and what for."""
    return {
        "openjdk-17-jdk-headless": "the compiler and the virtual machine",
        "maven": "fetches the libraries",
    }


class JavaBuilder(WorkBuilder):
    """A `serbench.builders.driver.Builder`."""

    language = "java"
    single_threaded = False

    def toolchain(self) -> Availability:
        if reason := jdk.missing() or maven.missing():
            return Availability(False, reason=reason, packages=tuple(packages()))
        found = jdk.installed()
        assert found
        return Availability(True, found.version)

    def availability(self, codec: Codec) -> Availability:
        """Maven fetches the library itself; a generator's program and jars have to be there."""
        for jar in jars(codec):
            if not jar.exists():
                return Availability(False, reason=f"{jar} is not there: build the library first")
        for word in codec.facts.get("generate", ()):
            generator = generator_of(word)
            if generator.program and not programs.which(generator.program):
                reason = f"{generator.program} is not installed"
                return Availability(False, reason=reason, packages=(generator.package,))
        return Availability(True, version(codec))

    def has_unlocked(self, codec: Codec) -> bool:
        return not all(map(artifacts.has, all_dependencies(codec)))

    def forget(self) -> None:
        jdk.installed.cache_clear()

    def missing(self) -> str:
        return jdk.missing() or maven.missing()

    def work(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> Work:
        return _Build(schema, codecs, extra)


BUILDER = JavaBuilder()


def version(codec: Codec) -> str:
    """That of the codec's first dependency; the JDK's where it needs no other library."""
    if jars(codec):
        return "working copy"
    if coordinates := all_dependencies(codec):
        return coordinates[0].rpartition(":")[2]
    found = jdk.installed()
    return found.version.removeprefix("openjdk ") if found else ""


def dependencies(codec: Codec, schema: Schema) -> list[str]:
    """What is on its class path: in a schema without logical types nothing that only these need,
    which would count in its footprint."""
    found = all_dependencies(codec)
    if not any(logical_scalars(schema)):
        of_types = codec.facts.get("types_dependencies", ())
        found = [coordinates for coordinates in found if coordinates not in of_types]
    return found


def all_dependencies(codec: Codec) -> list[str]:
    """Those of any schema."""
    return [*codec.facts.get("dependencies", ()), *codec.facts.get("types_dependencies", ())]


def jars(codec: Codec) -> list[Path]:
    """Libraries that no repository has, by paths relative to the codec's file."""
    return [codec.beside(name) for name in codec.facts.get("jars", ())]


class _Build(Work):
    def __init__(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> None:
        super().__init__("java", schema, codecs, extra)

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        return fingerprints(self.schema, self.codecs)

    def is_built(self, codec: Codec, made_of: Any) -> bool:
        """A stamp has, besides what a driver was made of, its class path."""
        made = made_of or {}
        class_path = made.get("class_path", "").split(os.pathsep)
        return (
            made.get("made_of") == self.fingerprints[codec.id]
            and all(map(os.path.exists, class_path))
            and not any(jar.is_dir() for jar in jars(codec))  # classes as they were just compiled
        )

    def command(self, codec: Codec, made_of: Any) -> list[str]:
        found = jdk.installed()
        program = found.program("java") if found else "java"
        class_path = made_of["class_path"]
        return [
            program,
            *java_tools.flags(),
            *UNTIMED,
            *(f"--add-opens={package}=ALL-UNNAMED" for package in codec.facts.get("opens", ())),
            "-cp",
            class_path,
            MAIN,
            str(self._facts(codec)),
        ]

    def run(self, on_progress: OnProgress) -> None:
        """What is up to date stays: a process that runs it would not find its classes again."""
        steps = 3
        on_progress(0, steps, "Java libraries")
        up_to_date = self.stamp()
        pending = self.pending()
        self.result.drivers = {
            codec.id: self.command(codec, up_to_date[codec.id])
            for codec in self.codecs
            if codec not in pending
        }
        self.codecs = pending
        stamp = self.begin()
        modules = {codec.name: dependencies(codec, self.schema) for codec in self.codecs}
        brought = [codec.name for codec in self.codecs if codec.is_own]
        libraries, failed = maven.class_paths({maven.DRIVER: [], **modules}, brought)
        codecs = []
        for codec in self.codecs:
            if codec.name in libraries:
                libraries[codec.name] = [*jars(codec), *libraries[codec.name]]
            error = failed.get(codec.name) or failed.get(maven.DRIVER)
            if error:
                self.fail(codec, str(error), error.output)
            else:
                codecs.append(codec)
        on_progress(1, steps, "Java sources")
        if codecs:
            codecs = self._generated(codecs)
            for codec, classes in self._compiled(codecs, libraries, on_progress).items():
                driver = driver_classes(libraries[maven.DRIVER])
                path = os.pathsep.join(map(str, [classes, driver, *libraries[codec.name]]))
                stamp[codec.id] = {"made_of": self.fingerprints[codec.id], "class_path": path}
                self._write_facts(codec)
                self.result.drivers[codec.id] = self.command(codec, stamp[codec.id])
        self.write_stamp(stamp)
        self._tidy(stamp)
        on_progress(steps, steps, "Java drivers")

    def _generated(self, codecs: Sequence[Codec]) -> list[Codec]:
        """Writes all sources; returns the codecs whose generators could do it."""
        types = java.generate(self.schema) | java_ops.generate(self.schema)
        _write_all(self._sources("types"), types | java_listed.generate(self.schema))
        words = {word for codec in codecs for word in codec.facts.get("generate", ())}
        broken = {word: output for word in sorted(words) if (output := self._generate(word))}
        good = []
        for codec in codecs:
            texts = [broken[w] for w in codec.facts.get("generate", ()) if w in broken]
            if texts:
                self.fail(codec, java_tools.first_error(texts[0]), texts[0])
            else:
                good.append(codec)
        return good

    def _generate(self, word: str) -> str:
        """What the generator's program said if it failed, else nothing."""
        generator = generator_of(word)
        directory = self._sources(word)
        shutil.rmtree(directory, ignore_errors=True)
        _write_all(directory, generator.module.generate(self.schema))
        try:
            program = program_of(generator)
        except maven.MavenError as error:
            return f"{error}\n{error.output}"
        if not program:
            return ""
        done = programs.run([*program, *generator.arguments], cwd=directory)
        if done.returncode == 0:
            return ""
        return done.stderr + done.stdout or f"{program[0]}: exit status {done.returncode}"

    def _compiled(
        self,
        codecs: Sequence[Codec],
        libraries: dict[str, list[Path]],
        on_progress: OnProgress,
    ) -> dict[Codec, Path]:
        """Where the classes of each codec are. All are compiled together, in one process, but those
        with an annotation processor; each by itself where that fails."""
        compiling = libraries[maven.DRIVER]
        try:
            driver = driver_classes(compiling)
        except CompileError as error:
            for codec in codecs:
                self.fail(codec, str(error), error.output)
            return {}
        on_progress(2, 3, "Java drivers")
        done: dict[Codec, Path] = {}
        together = [codec for codec in codecs if "processor" not in codec.facts]
        if len(together) > 1:
            with suppress(CompileError):
                done = dict.fromkeys(together, self._compile(together, driver, libraries))
        for codec in codecs:
            if codec in done:
                continue
            try:
                done[codec] = self._compile([codec], driver, libraries)
            except CompileError as error:
                self.fail(codec, str(error), error.output)
        return done

    def _compile(
        self, codecs: Sequence[Codec], driver: Path, libraries: dict[str, list[Path]]
    ) -> Path:
        words = sorted({word for c in codecs for word in c.facts.get("generate", ())})
        sources = [codec.path for codec in codecs]
        sources += sorted({path for codec in codecs for path in shared(codec)})
        generated: dict[Path, Path] = {}
        for word in ["types", *words]:  # a word may have plain classes of its own
            home = self._sources(word)
            generated |= {path.relative_to(home): path for path in sorted(home.glob("**/*.java"))}
        sources += generated.values()
        path = [driver]
        for name in [*(codec.name for codec in codecs), maven.DRIVER]:
            path += [library for library in libraries[name] if library not in path]
        made_of = cache.fingerprint([], *(self.fingerprints[codec.id] for codec in codecs))
        out = self.home / f"classes-{made_of[:16]}"
        [codec, *others] = codecs
        processor = "" if others else codec.facts.get("processor", "")
        java_tools.compile_java(sources, path, out, processor)
        return out

    def _sources(self, word: str) -> Path:
        return self.home / "sources" / word

    def _facts(self, codec: Codec) -> Path:
        return self.home / "facts" / f"{codec.name}.properties"

    def _write_facts(self, codec: Codec) -> None:
        found = jdk.installed()
        facts = {
            "class": f"serbench.codecs.{codec.facts['class']}",
            "codec": codec.id,
            "library": codec.library,
            "version": version(codec),
            "compiler": found.version if found else "",
            "schema": self.schema.fingerprint,
        }
        if java_listed.is_needed(self.schema) and not has_conversions(codec):
            facts["listed"] = "true"
        path = self._facts(codec)
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{key}={_property(fact)}\n" for key, fact in facts.items()))

    def _tidy(self, stamp: dict[str, dict[str, str]]) -> None:
        """Removes classes that no driver uses any more."""
        used = {made["class_path"].split(os.pathsep)[0] for made in stamp.values()}
        for path in self.home.glob("classes-*"):
            if str(path) not in used:
                shutil.rmtree(path, ignore_errors=True)


def fingerprints(schema: Schema, codecs: Sequence[Codec]) -> dict[str, str]:
    """For each codec's id, what its driver is made of. Spawns nothing."""
    found = jdk.installed()
    common = cache.fingerprint(
        [
            *_driver_sources(),
            *provenance.modules(__name__, without=[g.module for g in GENERATORS.values()]),
        ],
        schema.fingerprint,
        found.identity if found else "",
        *java_tools.JAVAC_FLAGS,
    )
    out = {}
    for codec in codecs:
        used = [generator_of(word) for word in codec.facts.get("generate", ())]
        own = provenance.modules(*(generator.module for generator in used))
        calls = [provenance.program(generator.program) for generator in used if generator.program]
        calls += [generator.artifact for generator in used]
        libraries = maven.identity(dependencies(codec, schema))
        beside = [jar for jar in jars(codec) if jar.is_file()]
        out[codec.id] = cache.fingerprint(
            [codec.path, *shared(codec), *own, *beside], common, libraries, codec.id, *calls
        )
    return out


def driver_classes(libraries: Sequence[Path]) -> Path:
    """The classes that know no schema, compiled where not yet done. Raises `CompileError`."""
    found = jdk.installed()
    assert found
    facts = (found.identity, *java_tools.JAVAC_FLAGS, *map(str, libraries))
    contents = cache.fingerprint(_driver_sources(), *facts)
    out = cache.directory("build", "java", f"driver-{contents}") / "classes"
    if not out.exists():
        java_tools.compile_java(_driver_sources(), libraries, out)
    return out


def _driver_sources() -> list[Path]:
    return sorted((SOURCES / "src").glob("**/*.java"))


def _write_all(directory: Path, files: dict[str, str]) -> None:
    shutil.rmtree(directory, ignore_errors=True)
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _property(text: str) -> str:
    """As java.util.Properties reads a value."""
    return "".join(
        c if c.isascii() and c.isprintable() and c != "\\" else java.utf16_escapes(c)
        for c in text.replace("\n", " ")
    )
