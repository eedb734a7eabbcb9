"""Builds Python drivers: sources written from the schema, and packages, each codec's of its own.

build/python/packages/             libraries (see `packages`)
build/python/<schema>/sources/     the package `serbench_schema`: plain types and what is asked for
build/python/<schema>/bin/<codec>  what the driver is told when it starts
build/python/<schema>/stamp.json   what each was made of
build/python/<schema>/log/         what was said where a codec could not even begin
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from serbench import cache, processors
from serbench.build import provenance
from serbench.build.codec import DRIVERS, Codec, FrontMatterError
from serbench.build.driver import Availability, BuildResult, OnProgress, apart, merged
from serbench.build.python import interpreter as python
from serbench.build.python import packages
from serbench.build.work import Work
from serbench.codegen import generator as codegen
from serbench.codegen.python import avro as python_avro
from serbench.codegen.python import copies, types
from serbench.codegen.python import json as python_json
from serbench.codegen.python import msgspec as python_msgspec
from serbench.codegen.python import packed as python_packed
from serbench.codegen.python import plain as python_plain
from serbench.codegen.python import proto as python_proto
from serbench.codegen.python import pydantic as python_pydantic
from serbench.errors import UserError
from serbench.schema.access import FieldOf, IfPresent, access_of
from serbench.schema.model import Schema

SOURCES = DRIVERS / "python" / "serbench_driver"


@dataclass(frozen=True, slots=True)
class Generator:
    """`module` makes sources; a program that comes with a package, if any, makes more of them: the
    Python code `program`, run in their folder."""

    module: codegen.Generator
    packages: tuple[str, ...] = ()
    program: str = ""


# By the words of `generate` in front matter.
GENERATORS = {
    "avro": Generator(python_avro),
    "json": Generator(python_json),
    "msgspec": Generator(python_msgspec),
    "packed": Generator(python_packed),
    "plain": Generator(python_plain),
    "proto": Generator(
        python_proto,
        ("grpcio-tools==1.85.1",),
        "from grpc_tools import protoc\n"
        "sys.exit(protoc.main(['protoc', '-I.', '--python_out=.', 'data.proto']))",
    ),
    "pydantic": Generator(python_pydantic),
}


class PythonBuilder:
    """A `serbench.build.driver.Builder`."""

    language = "python"
    single_threaded = True

    def toolchain(self) -> Availability:
        if reason := _missing():
            return Availability(False, reason=reason)
        found = python.interpreter()
        assert found
        return Availability(True, f"Python {found.version}")

    def availability(self, codec: Codec) -> Availability:
        """The installer fetches libraries itself."""
        for path in paths(codec):
            if not path.exists():
                return Availability(False, reason=f"{path} is not there")
        return Availability(True, version(codec))

    def forget(self) -> None:
        python.interpreter.cache_clear()
        python.installer.cache_clear()

    def pending(
        self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]
    ) -> list[Codec]:
        return [
            codec for group in apart(codecs) for codec in _Build(schema, group, extra).pending()
        ]

    def build(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        extra: frozenset[str],
        on_progress: OnProgress,
    ) -> BuildResult:
        lock = cache.directory("build", "python")
        return merged(
            _Build(schema, group, extra).done(_missing, lock, on_progress)
            for group in apart(codecs)
        )


BUILDER = PythonBuilder()


def _missing() -> str:
    if reason := python.missing():
        return reason
    try:
        python.installer()
    except UserError as error:
        return str(error)
    return ""


def wanted(codec: Codec) -> tuple[str, ...]:
    return tuple(codec.facts.get("packages", ()))


def paths(codec: Codec) -> list[Path]:
    """Working copies of libraries, by paths relative to the codec's file."""
    return [codec.beside(name) for name in codec.facts.get("paths", ())]


def version(codec: Codec) -> str:
    """That of the codec's first package; the interpreter's where it needs none."""
    if paths(codec):
        return "working copy"
    if its := wanted(codec):
        return its[0].partition("==")[2]
    found = python.interpreter()
    return found.version if found else ""


def _generator(word: str) -> Generator:
    try:
        return GENERATORS[word]
    except KeyError:
        raise FrontMatterError(f"nothing is known to generate for {word!r}") from None


class _Build(Work):
    def __init__(self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]) -> None:
        super().__init__("python", schema, codecs, extra)

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        return fingerprints(self.schema, self.codecs)

    def is_built(self, codec: Codec, made_of: Any) -> bool:
        return super().is_built(codec, made_of) and packages.home(wanted(codec)).exists()

    def has_working_copy(self, codec: Codec) -> bool:
        return bool(paths(codec))

    def command(self, codec: Codec, made_of: Any) -> list[str]:
        return [*python.isolated(), str(SOURCES / "main.py"), str(self.binary(codec))]

    def run(self, on_progress: OnProgress) -> None:
        used = [_generator(word) for word in self._words()]
        lists = dict.fromkeys(
            [packages.DRIVER, *map(wanted, self.codecs), *(its.packages for its in used)]
        )
        steps = len(lists) + len(self.codecs)
        stamp = self.begin()
        self._write_sources(used)
        done = 0
        failed: dict[tuple[str, ...], packages.InstallError] = {}
        # One resolves while another unpacks.
        with ThreadPoolExecutor(len(processors.allowed())) as threads:
            for its, error in zip(lists, threads.map(_installed, lists), strict=True):
                on_progress(done, steps, f"Python package {its[0] if its else ''}")
                done += 1
                if error:
                    failed[its] = error
            broken = {word: said for word in self._words() if (said := self._run_program(word))}
            good = []
            for codec in self.codecs:
                words = codec.facts.get("generate", ())
                if error := failed.get(packages.DRIVER) or failed.get(wanted(codec)):
                    self.fail(codec, str(error), error.output)
                elif texts := [broken[word] for word in words if word in broken]:
                    self.fail(codec, packages.first_error(texts[0]), texts[0])
                else:
                    self._write_facts(codec)
                    good.append(codec)
            for codec, came in zip(good, threads.map(self._tried, good), strict=True):
                on_progress(done, steps, "Python drivers")
                done += 1
                if "describes" in came:
                    stamp[self.key(codec)] = self.fingerprints[codec.id]
                    self.result.drivers[codec.id] = self.command(codec, None)
                elif came["kind"] == "cannot-hold":
                    self.result.cannot_hold[codec.id] = came["reason"]
                else:
                    self.fail(codec, came["reason"], came["output"])
        self.write_stamp(stamp)
        on_progress(steps, steps, "Python drivers")

    def _words(self) -> list[str]:
        return sorted({word for codec in self.codecs for word in codec.facts.get("generate", ())})

    @property
    def _sources(self) -> Path:
        return self.home / "sources" / "serbench_schema"

    def _run_program(self, word: str) -> str:
        """What the generator's program said if it failed, else nothing."""
        generator = _generator(word)
        if not generator.program:
            return ""
        where = str(packages.home(generator.packages))
        program = f"import sys\nsys.path[:0] = [{where!r}]\n{generator.program}"
        done = subprocess.run(
            [*python.isolated(), "-c", program],
            cwd=self._sources,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return ""
        return done.stderr + done.stdout or f"{word}: exit status {done.returncode}"

    def _write_sources(self, used: Sequence[Generator]) -> None:
        where = self._sources
        where.mkdir(parents=True, exist_ok=True)
        modules: list[codegen.Generator] = [types, copies, *(its.module for its in used)]
        texts = {name: text for its in modules for name, text in its.generate(self.schema).items()}
        for name, text in {"__init__.py": "", **texts}.items():
            (where / name).write_text(text)

    def _write_facts(self, codec: Codec) -> None:
        known = types.names(self.schema)
        where = [
            *(str(path) for path in paths(codec)),
            str(packages.home(wanted(codec))),
            str(packages.home(packages.DRIVER)),
            str(self.home / "sources"),
            str(SOURCES.parent),
        ]
        facts = {
            "codec": codec.id,
            "library": codec.library,
            "version": version(codec),
            "path": str(codec.path),
            "paths": where,
            "schema": self.schema.fingerprint,
            "types_of_values": self.schema.to_dict(),
            "classes": {name: known.types[name] for name in (*known.fields, *known.symbols)},
            "fields": known.fields,
            "leaf": _leaf(self.schema),
        }
        path = self.binary(codec)
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(facts))

    def _tried(self, codec: Codec) -> dict[str, str]:
        """What came of starting the driver: nothing is compiled that could fail before."""
        request = '{"request":"describe"}\n'
        done = subprocess.run(
            self.command(codec, None), input=request, capture_output=True, text=True, check=False
        )
        try:
            reply = json.loads(done.stdout)
        except ValueError:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            reason = lines[-1].strip() if lines else f"exit status {done.returncode}"
            return {"kind": "failed", "reason": reason, "output": done.stderr}
        if "error" in reply:
            return {"kind": reply["kind"], "reason": reply["error"], "output": reply["error"]}
        return {"describes": "it does"}


def _installed(its: tuple[str, ...]) -> packages.InstallError | None:
    try:
        packages.install(its)
    except packages.InstallError as error:
        return error
    return None


def _leaf(schema: Schema) -> dict[str, Any] | None:
    """The way to what `access` reads, as the driver takes it."""
    found = access_of(schema)
    if found is None:
        return None
    steps: list[Any] = []
    for step in found.steps:
        match step:
            case FieldOf(record, _, field):
                steps.append([record, field.name])
            case IfPresent():
                steps.append("?")
            case _:
                steps.append("last")
    leaf = {"enum": found.leaf.name} if hasattr(found.leaf, "name") else found.leaf.kind.value
    return {"steps": steps, "leaf": leaf}


def fingerprints(schema: Schema, codecs: Sequence[Codec]) -> dict[str, str]:
    """For each codec's id, what its driver is made of. Spawns nothing."""
    found = python.interpreter()
    common = cache.fingerprint(
        [
            *sorted(SOURCES.glob("*.py")),
            *provenance.modules(__name__, without=[g.module for g in GENERATORS.values()]),
        ],
        schema.fingerprint,
        found.identity if found else "",
        *packages.DRIVER,
    )
    out = {}
    for codec in codecs:
        used = [_generator(word) for word in codec.facts.get("generate", ())]
        own = provenance.modules(*(its.module for its in used))
        tools = [text for its in used for text in (*its.packages, its.program)]
        out[codec.id] = cache.fingerprint(
            [codec.path, *own], common, codec.id, *wanted(codec), *tools
        )
    return out
