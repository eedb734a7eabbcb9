"""Builds C++ drivers: one executable per codec, each from one file, with ninja.

The driver's own objects do not depend on the schema and are built once per compiler; the
types and what reads, digests and visits them once per schema; then each codec.

    build/cpp/probe.json                  what is on this machine
    build/cpp/driver-<compiler>/          the driver's objects
    build/cpp/<schema>/schema/            generated sources
    build/cpp/<schema>/bin/<codec>        the finished drivers
    build/cpp/<schema>/stamp.json         what each was built from
    build/cpp/<schema>/log/<codec>.log    why one failed
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from serbench.build import cache, cpp_plan, cpp_probe, ninja
from serbench.build.catalog import Codec, all_codecs
from serbench.build.cpp_plan import Plan, version_of
from serbench.build.cpp_probe import Probe
from serbench.build.driver import Availability, BuildFailure, BuildResult, OnProgress
from serbench.codegen import cpp, cpp_proto, names, proto
from serbench.schema.model import Schema


def packages() -> dict[str, str]:
    """Debian packages that C++ drivers need, and what for."""
    needed = {"g++": "the compiler"}
    for header, package in cpp_probe.DRIVER_HEADERS.items():
        needed[package] = f"every C++ driver ({header})"
    for codec in _all():
        for package in codec.facts.get("packages", ()):
            needed.setdefault(package, codec.id)
    return needed


def _all() -> list[Codec]:
    return [codec for codec in all_codecs() if codec.language == "cpp"]


class CppBuilder:
    """A `serbench.build.driver.Builder`."""

    language = "cpp"
    single_threaded = True

    def __init__(self) -> None:
        self._probes: dict[tuple[Path, ...], Probe] = {}

    def forget(self) -> None:
        """Looks anew, after packages were installed."""
        self._probes.clear()
        cpp_probe.forget()

    def toolchain(self) -> Availability:
        return self._toolchain(self._probe(_all()))

    def availability(self, codec: Codec) -> Availability:
        library = self._probe(_with(codec)).libraries[codec.id]
        if library.missing:
            return Availability(
                False,
                reason=", ".join(library.missing),
                packages=tuple(codec.facts.get("packages", ())),
            )
        return Availability(True, version_of(codec, library))

    def build(
        self, schema: Schema, codecs: Sequence[Codec], on_progress: OnProgress
    ) -> BuildResult:
        if not codecs:
            return BuildResult()
        probe = self._probe(_with(*codecs))
        work = _Build(schema, codecs, probe)
        if work.is_up_to_date():
            return work.result
        toolchain = self._toolchain(probe)
        if not toolchain.available:
            return work.refuse(toolchain.reason)
        with cache.locked(work.home):
            if not work.is_up_to_date():  # another process may have been faster
                work.run(on_progress)
        return work.result

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


class _Build:
    """The drivers of some codecs for one schema."""

    def __init__(self, schema: Schema, codecs: Sequence[Codec], probe: Probe) -> None:
        self.schema = schema
        self.codecs = codecs
        self.probe = probe
        self.home = cache.directory("build", "cpp", schema.fingerprint)
        self.result = BuildResult()

    def is_up_to_date(self) -> bool:
        """Whether every driver is there and built from what is there now; then the result
        says where."""
        stamp = self._stamp()
        for codec in self.codecs:
            binary = self.home / "bin" / codec.name
            if stamp.get(codec.id) != self.fingerprints[codec.id] or not binary.exists():
                self.result = BuildResult()
                return False
            self.result.drivers[codec.id] = [str(binary)]
        return True

    def refuse(self, reason: str) -> BuildResult:
        for codec in self.codecs:
            self._fail(codec, reason, reason + "\n")
        return self.result

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        """For each codec's id, what its driver depends on. Spawns nothing."""
        modules = (cpp, cpp_proto, names, proto, cpp_plan, cpp_probe)
        files = [Path(module.__file__ or "") for module in modules] + [Path(__file__)]
        compiler = self.probe.compiler.identity if self.probe.compiler else ""
        common = cache.fingerprint(
            [*cpp_plan.driver_files(), *files],
            self.schema.fingerprint,
            compiler,
            cache.processor(),
            *cpp_plan.FLAGS,
        )
        return {
            codec.id: cache.fingerprint([codec.path], common, repr(self.probe.libraries[codec.id]))
            for codec in self.codecs
        }

    def run(self, on_progress: OnProgress) -> None:
        stamp = self._stamp()
        for codec in self.codecs:
            stamp.pop(codec.id, None)
        self._write_stamp(stamp)  # an interrupted build is no build
        assert self.probe.compiler
        objects, outcome, log = cpp_plan.driver_objects(self.probe.compiler, on_progress)
        if outcome and not outcome.succeeded:
            failure = BuildFailure(first_error(outcome.output), log)
            self.result.failures = {codec.id: failure for codec in self.codecs}
            return
        plan = Plan(self.home, self.schema, self.codecs, self.probe, objects)
        plan.write()
        targets = [f"bin/{codec.name}" for codec in self.codecs]
        outcome = ninja.run(self.home, targets, cpp_plan.jobs(), on_progress)
        (self.home / "build.log").write_text(outcome.output)
        for codec in self.codecs:
            broken = [outcome.failed[o] for o in plan.needed_by(codec) if o in outcome.failed]
            if broken or (not outcome.succeeded and not outcome.failed):
                text = "\n".join(broken) or outcome.output
                self._fail(codec, first_error(text), text)
            else:
                stamp[codec.id] = self.fingerprints[codec.id]
                self.result.drivers[codec.id] = [str(self.home / "bin" / codec.name)]
        self._write_stamp(stamp)

    def _fail(self, codec: Codec, reason: str, text: str) -> None:
        log = self.home / "log" / f"{codec.name}.log"
        log.parent.mkdir(exist_ok=True)
        log.write_text(text)
        self.result.failures[codec.id] = BuildFailure(reason, log)

    def _stamp(self) -> dict[str, str]:
        try:
            stamp: dict[str, str] = json.loads((self.home / "stamp.json").read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}
        return stamp

    def _write_stamp(self, stamp: dict[str, str]) -> None:
        (self.home / "stamp.json").write_text(json.dumps(stamp, indent=1))


def first_error(text: str) -> str:
    """The first line that a compiler or ninja calls an error."""
    lines = [line.strip() for line in text.splitlines()]
    found = (line for line in lines if "error: " in line or "undefined reference" in line)
    return next(found, next(filter(None, reversed(lines)), "the build said nothing"))
