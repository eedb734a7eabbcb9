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
import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from serbench import __version__
from serbench.build import cache, cpp_probe, ninja
from serbench.build.catalog import DRIVERS, Codec, FrontMatterError, all_codecs
from serbench.build.cpp_probe import Library, Probe
from serbench.build.driver import Availability, BuildFailure, BuildResult, OnProgress
from serbench.build.ninja import Edge, Rule
from serbench.codegen import cpp, cpp_proto, names, proto
from serbench.schema.model import Schema

SOURCES = DRIVERS / "cpp"
FLAGS = (cpp_probe.STANDARD, "-O3", "-march=native", "-DNDEBUG", "-Wall", "-Wextra")
# What of the flags makes a difference to what is measured.
TELLING_FLAGS = " ".join(flag for flag in FLAGS if not flag.startswith("-W"))


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


def version_of(codec: Codec, library: Library) -> str:
    """A codec without a library is serbench's own."""
    return library.version if "version" in codec.facts else __version__


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
        generators = [
            Path(module.__file__ or "") for module in (cpp, cpp_proto, names, proto, cpp_probe)
        ]
        compiler = self.probe.compiler.identity if self.probe.compiler else ""
        common = cache.fingerprint(
            [*_driver_files(), *generators, Path(__file__)],
            self.schema.fingerprint,
            compiler,
            *FLAGS,
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
        driver = _driver_objects(self.probe, on_progress)
        if isinstance(driver, BuildFailure):
            self.result.failures = {codec.id: driver for codec in self.codecs}
            return
        plan = _Plan(self, driver)
        plan.write()
        targets = [f"bin/{codec.name}" for codec in self.codecs]
        outcome = ninja.run(self.home, targets, _jobs(), on_progress)
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


@dataclass(frozen=True, slots=True)
class _Generated:
    """What one word of a codec's `generate` adds: objects to link, headers to have first."""

    objects: tuple[str, ...]
    headers: tuple[str, ...]


class _Plan:
    """The build.ninja of a schema, and the sources it starts from."""

    def __init__(self, build: _Build, driver: Sequence[str]) -> None:
        self.build = build
        self.driver = tuple(driver)
        self.home = build.home
        self.edges: list[Edge] = []
        self.shared = self._schema_objects()
        self.generated = {
            word: self._generate(word)
            for word in sorted({w for c in build.codecs for w in c.facts.get("generate", ())})
        }
        self.own = {codec.id: self._codec(codec) for codec in build.codecs}

    def write(self) -> None:
        for path, text in cpp.generate(self.build.schema).items():
            write(self.home / path, text)
        for codec in self.build.codecs:
            write(self.home / "facts" / f"{codec.name}.cpp", self._facts(codec))
        (self.home / "proto").mkdir(exist_ok=True)
        includes = [f"-I{SOURCES / 'include'}", f"-I{self.home}", f"-isystem{self.home / 'proto'}"]
        rules = _rules(self.build.probe, includes)
        write(self.home / "build.ninja", ninja.text(rules, self.edges))

    def needed_by(self, codec: Codec) -> Iterator[str]:
        """Every output that the codec's driver is made from."""
        yield from self.shared
        for word in codec.facts.get("generate", ()):
            yield from self.generated[word].objects
            yield from self.generated[word].headers
        yield from self.own[codec.id]

    def _schema_objects(self) -> list[str]:
        objects = []
        for source in sorted((SOURCES / "src" / "schema").glob("*.cpp")):
            objects.append(f"obj/schema/{source.stem}.o")
            self.edges.append(Edge((objects[-1],), "compile", (str(source),)))
        return objects

    def _generate(self, word: str) -> _Generated:
        """What a word in a codec's `generate` stands for. One more is one more case."""
        match word:
            case "proto":
                return self._proto()
            case _:
                raise FrontMatterError(f"nothing is known to generate for {word!r}")

    def _proto(self) -> _Generated:
        for path, text in cpp_proto.generate(self.build.schema).items():
            write(self.home / path, text)
        source, header = "proto/data.pb.cc", "proto/data.pb.h"
        self.edges.append(Edge((source, header), "protoc", (cpp_proto.PROTO_FILE,)))
        message, convert = "obj/proto/data.pb.o", "obj/proto/convert.o"
        quiet = {"flags": "-w"}  # its warnings are protoc's
        self.edges.append(Edge((message,), "compile", (source,), variables=quiet))
        conversions = ("schema/proto_convert.cpp",)
        self.edges.append(Edge((convert,), "compile", conversions, order_only=(header,)))
        return _Generated((message, convert), (header,))

    def _codec(self, codec: Codec) -> list[str]:
        """The codec's own outputs."""
        code, facts = f"obj/codec/{codec.name}.o", f"obj/facts/{codec.name}.o"
        binary = f"bin/{codec.name}"
        library = self.build.probe.libraries[codec.id]
        generated = [self.generated[word] for word in codec.facts.get("generate", ())]
        reuses = "true" if "reuses-objects" in codec.traits else "false"
        flags = [f"-DSERBENCH_REUSES_OBJECTS={reuses}", *library.cflags]
        self.edges.append(
            Edge(
                (code,),
                "compile",
                (str(codec.path),),
                order_only=tuple(h for g in generated for h in g.headers),
                # The version makes ninja compile again after the library was upgraded.
                variables={"flags": _words(flags), "about": f"{codec.library} {library.version}"},
            )
        )
        self.edges.append(Edge((facts,), "compile", (f"facts/{codec.name}.cpp",)))
        libraries = [f"-l{name}" for name in codec.facts.get("link", ())]
        self.edges.append(
            Edge(
                (binary,),
                "link",
                (
                    code,
                    facts,
                    *(o for g in generated for o in g.objects),
                    *self.shared,
                    *self.driver,
                ),
                variables={"libraries": _words([*libraries, *library.libs])},
            )
        )
        return [code, facts, binary]

    def _facts(self, codec: Codec) -> str:
        facts = {
            "codec": codec.id,
            "library": codec.library,
            "version": version_of(codec, self.build.probe.libraries[codec.id]),
            "compiler": str(self.build.probe.compiler),
            "flags": TELLING_FLAGS,
            "schema": self.build.schema.fingerprint,
        }
        lines = [f"    .{key} = {cpp.literal(value)},\n" for key, value in facts.items()]
        return (
            '#include "serbench/facts.hpp"\n\n'
            f"const serbench::Facts serbench::facts{{\n{''.join(lines)}}};\n"
        )


def _rules(probe: Probe, includes: Sequence[str]) -> list[Rule]:
    assert probe.compiler
    compiler = shlex.quote(probe.compiler.path)
    flags = _words([*FLAGS, *includes])
    # The comment makes ninja build again with another compiler at the same path.
    identity = ninja.escape(probe.compiler.identity)
    return [
        Rule(
            "compile",
            f"{ninja.escape(compiler)} {flags} $flags -MD -MF $out.d -c $in -o $out"
            f" # {identity} $about",
            "compile $out",
            depfile=True,
        ),
        Rule(
            "link",
            f"{ninja.escape(compiler)} $in -o $out $libraries # {identity}",
            "link $out",
        ),
        Rule("protoc", "protoc --cpp_out=proto $in", "protoc $in"),
    ]


def _words(words: Sequence[str]) -> str:
    """Arguments as the shell that ninja calls reads them."""
    return ninja.escape(shlex.join(words))


def _driver_files() -> list[Path]:
    return sorted(SOURCES.glob("include/**/*.hpp")) + sorted(SOURCES.glob("src/**/*.cpp"))


def _driver_objects(probe: Probe, on_progress: OnProgress) -> list[str] | BuildFailure:
    """The objects that know no schema, built where not yet built."""
    assert probe.compiler
    name = cache.fingerprint([], probe.compiler.identity, *FLAGS)[:16]
    home = cache.directory("build", "cpp", f"driver-{name}")
    objects, edges = [], []
    for source in sorted((SOURCES / "src").glob("*.cpp")):
        objects.append(f"obj/{source.stem}.o")
        edges.append(Edge((objects[-1],), "compile", (str(source),)))
    paths = [str(home / o) for o in objects]
    stamp, contents = home / "stamp", cache.fingerprint(_driver_files())
    with cache.locked(home):
        if stamp.exists() and stamp.read_text() == contents:
            return paths
        rules = _rules(probe, [f"-I{SOURCES / 'include'}"])
        write(home / "build.ninja", ninja.text(rules, edges))
        outcome = ninja.run(home, objects, _jobs(), on_progress)
        log = home / "build.log"
        log.write_text(outcome.output)
        if not outcome.succeeded:
            return BuildFailure(first_error(outcome.output), log)
        stamp.write_text(contents)
    return paths


def first_error(text: str) -> str:
    """The first line that a compiler or ninja calls an error."""
    lines = [line.strip() for line in text.splitlines()]
    found = (line for line in lines if "error: " in line or "undefined reference" in line)
    return next(found, next(filter(None, reversed(lines)), "the build said nothing"))


def write(path: Path, text: str) -> None:
    """Leaves a file alone that says this already: ninja looks at the time it was written."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _jobs() -> int:
    return len(os.sched_getaffinity(0))
