"""What C++ codecs add to a program: see `serbench.builders.footprint`.

The codec's file is compiled as it is. Before it, the compiler reads `footprint/ways.hpp`, which
makes of its last line both directions and no more than these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import msgspec

from serbench.builders.codec import Codec, shipped
from serbench.builders.cpp import libraries as cpp_libraries
from serbench.builders.cpp import ninja
from serbench.builders.cpp import plan as cpp_plan
from serbench.builders.cpp import probe as cpp_probe
from serbench.builders.cpp.builder import first_error
from serbench.builders.cpp.compressors import compressors
from serbench.builders.cpp.ninja import Edge
from serbench.builders.cpp.plan import SOURCES, Plan
from serbench.builders.cpp.probe import Library, Probe
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
from serbench.footprint import Footprint
from serbench.machine import cache as build_cache
from serbench.machine import programs
from serbench.schema.model import Schema

_MAIN = SOURCES / "footprint" / "main.cpp"
# Of the driver's sources those that codecs call.
_CALLED = ("base64", "json_reader", "name_table", "text")
# These come with the compiler and the system, and every program has them.
_OF_THE_SYSTEM = ("-lpthread", "-lm", "-ldl", "-lrt", "-lc", "-lstdc++", "-lgcc_s")


@dataclass(frozen=True, slots=True)
class _Way:
    """To compile: `flags` come after those of drivers. `libraries` tells the libraries that are
    compiled so from those of drivers."""

    name: str
    libraries: str = ""
    flags: tuple[str, ...] = ()
    link: tuple[str, ...] = ()


# Libraries are those of drivers.
_USUAL = _Way("usual")
_SMALL = _Way(
    "small", "-small", ("-Os", "-ffunction-sections", "-fdata-sections"), ("-Wl,--gc-sections",)
)


@dataclass(frozen=True, slots=True)
class _Built:
    bytes: int
    shared: frozenset[Path]


class CppMeasurer:
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
        none = none_of("cpp", "none.cpp")
        own = [codec for codec in codecs if codec.is_own]
        probe = cpp_probe.probe([*shipped("cpp"), *compressors(), *own])
        probe = msgspec.structs.replace(probe, libraries={**probe.libraries, none.id: Library()})
        made: dict[str, _Toolchain] = {}
        for number, codec in enumerate(codecs):
            on_codec(number, codec.id)
            name = cpp_probe.toolchain_of(codec)
            try:
                if name not in made:
                    made[name] = _Toolchain(schema, probe.by(name), folder, name, none)
                programs_of, base = made[name].programs_of, made[name].base
                built = {way: made.build(codec) for way, made in programs_of.items()}
                programs = programs_of[_USUAL]
                compile_s = added_compile_s(
                    partial(programs.compile_s, codec), partial(programs.compile_s, none)
                )
                dependencies_s = _compile_s(codec, probe.by(name)) if with_dependencies else None
            except FootprintError as error:
                yield failed(codec, error)
                continue
            usual, without = built[_USUAL], base[_USUAL]
            shared = usual.shared - without.shared
            yield Footprint(
                codec=codec.id,
                code_bytes=int(added(usual.bytes, without.bytes)),
                small_code_bytes=int(added(built[_SMALL].bytes, base[_SMALL].bytes)),
                shared_bytes=sum(path.stat().st_size for path in shared) if shared else None,
                compile_s=compile_s,
                dependencies=len(_libraries(codec, probe)),
                dependencies_s=dependencies_s,
                note=_note(codec, probe, shared),
            )


def _libraries(codec: Codec, probe: Probe) -> set[str]:
    """Of one that is headers alone, the codec's name for it."""
    library = probe.libraries[codec.id]
    here = cpp_plan.compiled_here(codec, library)
    libs = cpp_libraries.linked_in_place(here, library.libs)
    linked = {*here, *(lib for lib in libs if lib not in _OF_THE_SYSTEM)}
    return linked or ({codec.library} - {"serbench"})


def _note(codec: Codec, probe: Probe, shared: frozenset[Path]) -> str:
    if shared:
        names = ", ".join(sorted(path.name for path in shared))
        return f"only shared libraries were found of {names}"
    if _of_the_distribution(codec, probe):
        return "linked with code that the distribution compiled, which is never compiled for size"
    return ""


def _of_the_distribution(codec: Codec, probe: Probe) -> bool:
    """Whether it is linked with code that nobody compiles here."""
    library = probe.libraries[codec.id]
    here = cpp_plan.compiled_here(codec, library)
    theirs = cpp_libraries.linked_in_place(here, library.libs)
    return any(lib not in _OF_THE_SYSTEM for lib in theirs)


def _compile_s(codec: Codec, probe: Probe) -> float | None:
    """Seconds of processors to compile its libraries from clean with the flags of drivers; None
    where some came compiled. Headers are compiled with the codec. Raises `FootprintError`."""
    if _of_the_distribution(codec, probe):
        return None
    here = cpp_plan.compiled_here(codec, probe.libraries[codec.id])
    return sum(_library_s(library, probe.compiler) for library in here)


@cache
def _library_s(library: str, compiler: cpp_probe.Compiler | None) -> float:
    assert compiler
    key = f"timed-{cpp_plan.compiler_key(compiler)}"
    command = [compiler.path, *compiler.flags, *cpp_plan.flags_of_driver()]
    homes = [Path(path).parent for path in cpp_libraries.archives([library], key)]
    for home in homes:
        build_cache.remove(home)
    began = processor_s()
    _library(library, command, key)
    taken = processor_s() - began
    for home in homes:
        build_cache.remove(home)
    return taken


def _library(library: str, command: Sequence[str], key: str) -> Path | None:
    """The archive, compiled where it is not there; None of headers alone."""
    outcome, _ = cpp_libraries.build(
        library, command, key, cpp_plan.jobs(), lambda *_: None, programs=False
    )
    if outcome and not outcome.succeeded:
        raise FootprintError(f"{library}: {first_error(outcome.output)}")
    return next(map(Path, cpp_libraries.archives([library], key)), None)


class _Toolchain:
    """The programs that one compiles, and the one without a codec. Raises `FootprintError`."""

    def __init__(self, schema: Schema, probe: Probe, folder: Path, name: str, none: Codec) -> None:
        if not probe.compiler:
            raise FootprintError(probe.reason)
        home = folder / name if name else folder
        self.programs_of = {way: _Programs(schema, probe, home, way) for way in (_USUAL, _SMALL)}
        self.base = {way: made.build(none) for way, made in self.programs_of.items()}


class _Programs:
    """Those that are compiled in one way."""

    def __init__(self, schema: Schema, probe: Probe, folder: Path, way: _Way) -> None:
        assert probe.compiler
        self._schema = schema
        self._probe = probe
        self._compiler = probe.compiler
        self._folder = folder / "cpp" / way.name
        self._way = way
        self._shared_objects: list[str] = []

    def build(self, codec: Codec) -> _Built:
        """Raises `FootprintError`."""
        self.compile_s(codec)
        program = self._folder / codec.name / "program"
        return _Built(loaded_bytes(program), _shared(program))

    def compile_s(self, codec: Codec) -> float:
        """Seconds of processors, from clean. Raises `FootprintError`."""
        build_cache.remove(self._folder / codec.name)
        plan = self._plan(codec)
        began = processor_s()
        outcome = ninja.run(plan.home, ["program"], cpp_plan.jobs(), lambda *_: None)
        if not outcome.succeeded:
            raise FootprintError(first_error(outcome.output))
        return processor_s() - began

    def _plan(self, codec: Codec) -> _Plan:
        if not self._shared_objects:
            self._shared_objects = self._of_all_codecs()
        key = cpp_plan.compiler_key(self._compiler) + self._way.libraries
        compiler = self._compiler
        flags = (*compiler.flags, *cpp_plan.flags_of_driver(), *self._way.flags)
        command = [compiler.path, *flags]
        here = cpp_plan.compiled_here(codec, self._probe.libraries[codec.id])
        archives = [_library(library, command, key) for library in here]
        home = self._folder / codec.name
        plan = _Plan(home, self._schema, codec, self._probe, self._shared_objects, self._way)
        plan.archives = [str(archive) for archive in archives if archive]
        plan.link()
        plan.write()
        return plan

    def _of_all_codecs(self) -> list[str]:
        """What is there before any is compiled: the program's main, and what codecs call."""
        home = self._folder / "shared"
        plan = _Plan(home, self._schema, None, self._probe, [], self._way)
        objects = [f"obj/{name}.o" for name in ("main", *_CALLED)]
        sources = [_MAIN, *(SOURCES / "src" / f"{name}.cpp" for name in _CALLED)]
        for code, source in zip(objects, sources, strict=True):
            plan.compile(code, source)
        plan.write()
        outcome = ninja.run(home, objects, cpp_plan.jobs(), lambda *_: None)
        if not outcome.succeeded:
            raise FootprintError(first_error(outcome.output))
        # Of an archive, the linker takes what is called.
        archive = home / "called.a"
        paths = [home / code for code in objects]
        programs.run(["ar", "rcs", archive, *paths[1:]])
        return [str(paths[0]), str(archive)]


class _Plan(Plan):
    """The build of one program; `codec` is None for what all have in common."""

    def __init__(
        self,
        home: Path,
        schema: Schema,
        codec: Codec | None,
        probe: Probe,
        shared_objects: Sequence[str],
        way: _Way,
    ) -> None:
        self._way = way
        self.archives: list[str] = []
        codecs = [replace(codec, extra=frozenset())] if codec else []
        super().__init__(home, schema, codecs, frozenset(), probe, shared_objects)

    def _schema_objects(self) -> list[str]:
        return []

    def _codec(self, codec: Codec) -> list[str]:
        library = self.libraries[codec.id]
        generated = [self.generated[word] for word in codec.facts.get("generate", ())]
        headers = [header for made in generated for header in made.headers]
        fetched = cpp_libraries.compile_flags(cpp_plan.fetched_by(codec))
        flags = [*library.cflags, *fetched]
        self.compile("obj/codec.o", codec.path, ["-include", "footprint/ways.hpp", *flags], headers)
        beside = [self._beside(codec, path, flags) for path in cpp_plan.sources_beside(codec)]
        return ["obj/codec.o", *(code for made in generated for code in made.objects), *beside]

    def compile(
        self, code: str, source: Path, flags: Sequence[str] = (), after: Sequence[str] = ()
    ) -> None:
        told = {"flags": " ".join(map(ninja.escape, flags))}
        self.edges.append(
            Edge((code,), "compile", (str(source),), order_only=tuple(after), variables=told)
        )

    def link(self) -> None:
        [codec] = self.codecs
        here = cpp_plan.compiled_here(codec, self.libraries[codec.id])
        libs = cpp_libraries.linked_in_place(here, self.libraries[codec.id].libs)
        told = [*map(self._static, libs), *codec.facts.get("link_flags", ())]
        brought = map(str, cpp_plan.archives_beside(codec))
        inputs = (*self.own[codec.id], *self.driver, *brought, *self.archives)
        words = " ".join(map(ninja.escape, [*self._way.link, *told]))
        self.edges.append(Edge(("program",), "link", inputs, variables={"libraries": words}))

    def _static(self, lib: str) -> str:
        """A library's archive, where there is one."""
        if not lib.startswith("-l") or lib in _OF_THE_SYSTEM:
            return lib
        name = f"lib{lib.removeprefix('-l')}.a"
        found = programs.run([self.compiler.path, f"-print-file-name={name}"]).stdout.strip()
        return found if Path(found).is_absolute() else lib

    def write(self) -> None:
        for edge in self.edges:
            if edge.rule == "compile" and self._way.flags:
                before = edge.variables.get("flags", "")
                edge.variables["flags"] = " ".join([before, *self._way.flags])
        super().write()


def _shared(program: Path) -> frozenset[Path]:
    """The shared libraries that a program needs, and those that they need. `ldd` runs nothing of a
    program that was just linked here but the system's own loader."""
    said = programs.run(["ldd", program]).stdout
    words = [line.split() for line in said.splitlines()]
    return frozenset(
        Path(line[2]).resolve() for line in words if line[1:2] == ["=>"] and len(line) > 3
    )


MEASURER = CppMeasurer()
