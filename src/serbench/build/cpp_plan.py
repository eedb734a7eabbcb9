"""What ninja is told to build a schema's C++ drivers: sources, edges and flags."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench import __version__
from serbench.build import cache, cpp_probe, ninja
from serbench.build.catalog import DRIVERS, Codec, FrontMatterError
from serbench.build.cpp_probe import Compiler, Library, Probe
from serbench.build.ninja import Edge, Outcome, Rule
from serbench.codegen import cpp, cpp_proto
from serbench.schema.model import Schema

SOURCES = DRIVERS / "cpp"
FLAGS = (cpp_probe.STANDARD, "-O3", "-march=native", "-DNDEBUG", "-Wall", "-Wextra")
# What of the flags makes a difference to what is measured.
TELLING_FLAGS = " ".join(flag for flag in FLAGS if not flag.startswith("-W"))


def version_of(codec: Codec, library: Library) -> str:
    """A codec without a library is serbench's own."""
    return library.version if "version" in codec.facts else __version__


def driver_files() -> list[Path]:
    """The sources that all drivers share."""
    return sorted(SOURCES.glob("include/**/*.hpp")) + sorted(SOURCES.glob("src/**/*.cpp"))


@dataclass(frozen=True, slots=True)
class _Generated:
    """What one word of a codec's `generate` adds: objects to link, headers to have first."""

    objects: tuple[str, ...]
    headers: tuple[str, ...]


class Plan:
    """The build.ninja of a schema, and the sources it starts from."""

    def __init__(
        self,
        home: Path,
        schema: Schema,
        codecs: Sequence[Codec],
        probe: Probe,
        driver: Sequence[str],
    ) -> None:
        assert probe.compiler
        self.home = home
        self.schema = schema
        self.codecs = codecs
        self.compiler = probe.compiler
        self.libraries = probe.libraries
        self.driver = driver
        self.edges: list[Edge] = []
        self.shared = self._schema_objects()
        words = {word for codec in codecs for word in codec.facts.get("generate", ())}
        self.generated = {word: self._generate(word) for word in sorted(words)}
        self.own = {codec.id: self._codec(codec) for codec in codecs}

    def write(self) -> None:
        for path, text in cpp.generate(self.schema).items():
            write(self.home / path, text)
        for codec in self.codecs:
            write(self.home / "facts" / f"{codec.name}.cpp", self._facts(codec))
        (self.home / "proto").mkdir(exist_ok=True)
        includes = [f"-I{SOURCES / 'include'}", f"-I{self.home}", f"-isystem{self.home / 'proto'}"]
        rules = _rules(self.compiler, includes)
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
        for path, text in cpp_proto.generate(self.schema).items():
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
        library = self.libraries[codec.id]
        generated = [self.generated[word] for word in codec.facts.get("generate", ())]
        headers = [header for g in generated for header in g.headers]
        objects = [o for g in generated for o in g.objects]
        reuses = "true" if "reuses-objects" in codec.traits else "false"
        flags = _words([f"-DSERBENCH_REUSES_OBJECTS={reuses}", *library.cflags])
        # The version makes ninja compile again after the library was upgraded.
        about = ninja.escape(f"{codec.library} {library.version}")
        libraries = _words([*(f"-l{name}" for name in codec.facts.get("link", ())), *library.libs])
        self.edges += [
            Edge(
                (code,),
                "compile",
                (str(codec.path),),
                order_only=tuple(headers),
                variables={"flags": flags, "about": about},
            ),
            Edge((facts,), "compile", (f"facts/{codec.name}.cpp",)),
            Edge(
                (binary,),
                "link",
                (code, facts, *objects, *self.shared, *self.driver),
                variables={"libraries": libraries},
            ),
        ]
        return [code, facts, binary]

    def _facts(self, codec: Codec) -> str:
        facts = {
            "codec": codec.id,
            "library": codec.library,
            "version": version_of(codec, self.libraries[codec.id]),
            "compiler": str(self.compiler),
            "flags": TELLING_FLAGS,
            "schema": self.schema.fingerprint,
        }
        lines = [f"    .{key} = {cpp.literal(value)},\n" for key, value in facts.items()]
        return (
            '#include "serbench/facts.hpp"\n\n'
            f"const serbench::Facts serbench::facts{{\n{''.join(lines)}}};\n"
        )


def _rules(found: Compiler, includes: Sequence[str]) -> list[Rule]:
    compiler = ninja.escape(shlex.quote(found.path))
    flags = _words([*FLAGS, *includes])
    # The comment makes ninja build again with another compiler at the same path.
    identity = ninja.escape(found.identity)
    return [
        Rule(
            "compile",
            f"{compiler} {flags} $flags -MD -MF $out.d -c $in -o $out # {identity} $about",
            "compile $out",
            depfile=True,
        ),
        Rule(
            "link",
            f"{compiler} $in -o $out $libraries # {identity}",
            "link $out",
        ),
        Rule("protoc", "protoc --cpp_out=proto $in", "protoc $in"),
    ]


def _words(words: Sequence[str]) -> str:
    """Arguments as the shell that ninja calls reads them."""
    return ninja.escape(shlex.join(words))


def driver_objects(
    compiler: Compiler, on_step: Callable[[int, int, str], None]
) -> tuple[list[str], Outcome | None, Path]:
    """The objects that know no schema, built where not yet built; what ninja said if it had
    to be asked; the log of the last build."""
    name = cache.fingerprint([], compiler.identity, cache.processor(), *FLAGS)[:16]
    home = cache.directory("build", "cpp", f"driver-{name}")
    objects, edges = [], []
    for source in sorted((SOURCES / "src").glob("*.cpp")):
        objects.append(f"obj/{source.stem}.o")
        edges.append(Edge((objects[-1],), "compile", (str(source),)))
    paths = [str(home / o) for o in objects]
    stamp, contents = home / "stamp", cache.fingerprint(driver_files())
    log = home / "build.log"
    with cache.locked(home):
        if stamp.exists() and stamp.read_text() == contents:
            return paths, None, log
        stamp.unlink(missing_ok=True)
        rules = _rules(compiler, [f"-I{SOURCES / 'include'}"])
        write(home / "build.ninja", ninja.text(rules, edges))
        outcome = ninja.run(home, objects, jobs(), on_step)
        log.write_text(outcome.output)
        if outcome.succeeded:
            stamp.write_text(contents)
    return paths, outcome, log


def jobs() -> int:
    """As many as this process has cores."""
    return len(os.sched_getaffinity(0))


def write(path: Path, text: str) -> None:
    """Leaves a file alone that says this already: ninja looks at the time it was written."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
