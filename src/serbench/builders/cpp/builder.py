"""Builds C++ drivers: one executable per codec, each from one file, with ninja.

The driver's own objects do not depend on the schema and are built once per compiler; the
types and what reads, digests and visits them once per schema; then each codec.

    build/cpp/probe-KEY.json                what is on this machine
    build/cpp/driver-<compiler>-<sources>/  the driver's objects
    build/cpp/<schema>/schema/              generated sources
    build/cpp/<schema>/bin/<codec>          the finished drivers
    build/cpp/<schema>/bin/<codec>+read     one that was asked for more
    build/cpp/<schema>/bin/<codec>@1        one linked in another layout
    build/cpp/<schema>/stamp.json           what each was built from
    build/cpp/<schema>/log/<codec>.log      why one failed
    build/cpp/<schema>-<toolchain>/         the same of codecs that name a toolchain of their own
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

from serbench.builders import provenance
from serbench.builders.codec import Codec, shipped
from serbench.builders.cpp import libraries as cpp_libraries
from serbench.builders.cpp import ninja
from serbench.builders.cpp import plan as cpp_plan
from serbench.builders.cpp import probe as cpp_probe
from serbench.builders.cpp.compressors import compressors
from serbench.builders.cpp.plan import (
    Plan,
    archives_beside,
    fetched_by,
    needed_by_toolchain,
    sources_beside,
    version_of,
)
from serbench.builders.cpp.probe import Probe
from serbench.builders.driver import (
    Availability,
    BuildFailure,
    BuildResult,
    OnProgress,
    merged,
)
from serbench.builders.maven import MavenError
from serbench.builders.packages import InstallError
from serbench.builders.work import Work
from serbench.machine import cache
from serbench.schema.model import Schema


def packages() -> dict[str, str]:
    """Debian packages that C++ drivers need, and what for."""
    needed = {"g++": "the compiler"}
    for header, package in cpp_probe.DRIVER_HEADERS.items():
        needed[package] = f"every C++ driver ({header})"
    for codec in _all():
        for package in _packages_of(codec):
            needed.setdefault(package, codec.id)
    return needed


def _packages_of(codec: Codec) -> tuple[str, ...]:
    """Debian's that bring its library and its toolchain."""
    name = cpp_probe.toolchain_of(codec)
    toolchain = cpp_probe.TOOLCHAINS[name].packages if name else ()
    return (*toolchain, *codec.facts.get("packages", ()))


def _all() -> list[Codec]:
    return [*shipped("cpp"), *compressors()]


class CppBuilder:
    """A `serbench.builders.driver.Builder`."""

    language = "cpp"
    single_threaded = True

    def __init__(self) -> None:
        self._probes: dict[tuple[Path, ...], Probe] = {}

    def has_unlocked(self, codec: Codec) -> bool:
        """Its libraries are the system's."""
        return False

    def forget(self) -> None:
        """Looks anew, after packages were installed."""
        self._probes.clear()
        cpp_probe.forget()

    def toolchain(self) -> Availability:
        return self._toolchain(self._probe(_all()))

    def availability(self, codec: Codec) -> Availability:
        library = self._probe(_with(codec)).libraries[codec.id]
        brought = [*sources_beside(codec), *archives_beside(codec)]
        of_packages = [*library.missing, *cpp_plan.missing_programs(codec)]
        packages = _packages_of(codec)
        missing = [
            *of_packages,
            *cpp_libraries.missing((*fetched_by(codec), *needed_by_toolchain(codec))),
            *(f"{path} is not there" for path in brought if not path.exists()),
        ]
        if missing:
            return Availability(
                False,
                reason=", ".join(missing),
                packages=packages if of_packages else (),
            )
        compiled_by = cpp_plan.compiled_by(codec, library)
        return Availability(True, version_of(codec, library), compiled_by=compiled_by)

    def to_fetch(self, codecs: Sequence[Codec]) -> list[str]:
        """The libraries that are compiled here for these codecs; those of compressors, too."""
        if codecs:
            codecs = [*codecs, *compressors()]
        libraries = self._probe(_with(*codecs)).libraries
        names = [
            name
            for codec in codecs
            for name in (
                *fetched_by(codec),
                *needed_by_toolchain(codec),
                *cpp_plan.to_compile(codec, libraries[codec.id]),
            )
        ]
        return cpp_libraries.with_needed(names)

    def pending(
        self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]
    ) -> list[Codec]:
        works = self._works(schema, codecs, extra)
        return [codec for work in works for codec in work.pending()]

    def build(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        extra: frozenset[str],
        on_progress: OnProgress,
    ) -> BuildResult:
        if not codecs:
            return BuildResult()
        return merged(
            work.done(partial(self._reason, work.probe), work.home, on_progress)
            for work in self._works(schema, codecs, extra)
        )

    def _works(
        self, schema: Schema, codecs: Sequence[Codec], extra: frozenset[str]
    ) -> Iterator[_Build]:
        """One for each toolchain."""
        probe = self._probe(_with(*codecs))
        for name in dict.fromkeys(map(cpp_probe.toolchain_of, codecs)):
            group = [codec for codec in codecs if cpp_probe.toolchain_of(codec) == name]
            yield _Build(schema, group, extra, probe.by(name), name)

    def _reason(self, probe: Probe) -> str:
        return self._toolchain(probe).reason

    def _probe(self, codecs: Sequence[Codec]) -> Probe:
        key = tuple(codec.path for codec in codecs)
        if key not in self._probes:
            self._probes[key] = cpp_probe.probe(codecs)
        return self._probes[key]

    def _toolchain(self, probe: Probe) -> Availability:
        lacking = probe.missing_headers
        wanted = tuple(dict.fromkeys(cpp_probe.DRIVER_HEADERS[header] for header in lacking))
        if probe.compiler is None:
            return Availability(False, reason=probe.reason, packages=("g++", *wanted))
        if lacking:
            reason = "C++ drivers need " + ", ".join(lacking)
            return Availability(False, str(probe.compiler), reason, wanted)
        return Availability(True, str(probe.compiler))


BUILDER = CppBuilder()


def _with(*codecs: Codec) -> list[Codec]:
    """All shipped codecs and these, so that one probe answers for every selection."""
    shipped = _all()
    return shipped + [codec for codec in codecs if codec not in shipped]


class _Build(Work):
    has_levels = True
    has_layouts = True
    has_instruments = True

    def __init__(
        self,
        schema: Schema,
        codecs: Sequence[Codec],
        extra: frozenset[str],
        probe: Probe,
        toolchain: str = "",
    ) -> None:
        more = cpp_plan.OF_ANY_CODEC
        offering = [replace(codec, extra=codec.extra | more) for codec in codecs]
        super().__init__("cpp", schema, offering, extra, toolchain)
        self.probe = probe

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        compiler = self.probe.compiler
        of_compiler = (
            (compiler.identity, *compiler.flags, *map(cpp_libraries.identity, compiler.fetched))
            if compiler
            else ()
        )
        generators = cpp_plan.GENERATORS
        common = cache.fingerprint(
            provenance.modules(__name__, without=[g.module for g in generators.values()]),
            self.schema.fingerprint,
            *of_compiler,
            cache.processor(),
            *cpp_plan.flags_of_schema(),
            *self.probe.driver_headers,
        )
        sources = cpp_plan.Sources.of_schema(self.schema)
        return {
            codec.id: cache.fingerprint(
                [],
                common,
                *sources.of_codec(codec),
                *cpp_plan.generator_programs(codec),
                repr(self.probe.libraries[codec.id]),
                *map(cpp_libraries.version, self._compiled_here(codec)),
            )
            for codec in self.codecs
        }

    def has_working_copy(self, codec: Codec) -> bool:
        brought = ("include", "sources", "archives")
        return codec.is_own and any(codec.facts.get(key) for key in brought)

    def run(self, on_progress: OnProgress) -> None:
        stamp = self.begin()
        assert self.probe.compiler
        objects, outcome, log = cpp_plan.driver_objects(self.probe, on_progress)
        if outcome and not outcome.succeeded:
            failure = BuildFailure(first_error(outcome.output), log)
            self.result.failures = {codec.id: failure for codec in self.codecs}
            return
        self._compile_fetched(on_progress)
        self._install_tools()
        plan = Plan(
            self.home, self.schema, self.codecs, self.extra, self.probe, objects, self.layout
        )
        plan.write()
        targets = [str(self.binary(codec).relative_to(self.home)) for codec in self.codecs]
        outcome = ninja.run(self.home, targets, cpp_plan.jobs(), on_progress)
        (self.home / "build.log").write_text(outcome.output)
        for codec in self.codecs:
            broken = [outcome.failed[o] for o in plan.needed_by(codec) if o in outcome.failed]
            if broken or (not outcome.succeeded and not outcome.failed):
                text = "\n".join(broken) or outcome.output
                self.fail(codec, first_error(text), text)
            else:
                stamp[self.key(codec)] = self.fingerprints[codec.id]
                self.result.drivers[codec.id] = [str(self.binary(codec))]
        self.write_stamp(stamp)

    def _compiled_here(self, codec: Codec) -> tuple[str, ...]:
        return cpp_plan.compiled_here(codec, self.probe.libraries[codec.id])

    def _compile_fetched(self, on_progress: OnProgress) -> None:
        """Codecs whose library does not compile fail, and are left out of what follows."""
        assert self.probe.compiler
        wanted = {codec.id: self._compiled_here(codec) for codec in self.codecs}
        for library in dict.fromkeys(name for names in wanted.values() for name in names):
            outcome, log = cpp_plan.fetched_library(library, self.probe.compiler, on_progress)
            if outcome and not outcome.succeeded:
                failure = BuildFailure(f"{library}: {first_error(outcome.output)}", log)
                broken = [codec for codec in self.codecs if library in wanted[codec.id]]
                self.result.failures |= {codec.id: failure for codec in broken}
                self.codecs = [codec for codec in self.codecs if codec not in broken]

    def _install_tools(self) -> None:
        """Codecs whose generator's program PyPI or Maven does not bring fail, and are left out."""
        for codec in list(self.codecs):
            try:
                cpp_plan.install_tools(codec)
            except (InstallError, MavenError) as error:
                self.fail(codec, str(error), error.output)
                self.codecs = [kept for kept in self.codecs if kept is not codec]


def first_error(text: str) -> str:
    """The first line that a compiler or ninja calls an error."""
    lines = [line.strip() for line in text.splitlines()]
    found = (line for line in lines if "error: " in line or "undefined reference" in line)
    return next(found, next(filter(None, reversed(lines)), "the build said nothing"))
