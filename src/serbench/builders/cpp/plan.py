"""What ninja is told to build a schema's C++ drivers: sources, edges and flags."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from serbench import __version__
from serbench.builders import instrumentation, jdk, layout, maven, optimization, provenance, pypi
from serbench.builders.codec import DRIVERS, Codec, FrontMatterError
from serbench.builders.cpp import libraries as cpp_libraries
from serbench.builders.cpp import ninja
from serbench.builders.cpp.includes import Includes
from serbench.builders.cpp.ninja import Edge, Outcome, Rule
from serbench.builders.cpp.probe import TOOLCHAINS, Compiler, Library, Probe, toolchain_of
from serbench.builders.cpp.recipes import FLATC, PROTOC
from serbench.builders.driver import BY_A_DISTRIBUTION
from serbench.builders.packages import Packages
from serbench.codegen.cpp import avro as cpp_avro
from serbench.codegen.cpp import capnp as cpp_capnp
from serbench.codegen.cpp import flatbuffers as cpp_flatbuffers
from serbench.codegen.cpp import logical as cpp_logical
from serbench.codegen.cpp import nanopb as cpp_nanopb
from serbench.codegen.cpp import proto as cpp_proto
from serbench.codegen.cpp import proto_35 as cpp_proto_35
from serbench.codegen.cpp import proto_bytes as cpp_proto_bytes
from serbench.codegen.cpp import proto_entries as cpp_proto_entries
from serbench.codegen.cpp import proto_unpacked as cpp_proto_unpacked
from serbench.codegen.cpp import protobuf_c as cpp_protobuf_c
from serbench.codegen.cpp import sbe as cpp_sbe
from serbench.codegen.cpp import thrift as cpp_thrift
from serbench.codegen.cpp import types as cpp
from serbench.codegen.cpp import upb as cpp_upb
from serbench.codegen.generator import Generator
from serbench.codegen.idl import sbe
from serbench.machine import cache, processors
from serbench.operations import EXTRA
from serbench.schema.model import Field, Kind, Record, Scalar, Schema, scalar_of

SOURCES = DRIVERS / "cpp"
# Extra operations that cost so little for most codecs that they need not say `extra`.
_BY_ACCESSORS = frozenset(("access", "borrow", "read"))
# Those that the driver can do with any codec, each time compiled apart.
OF_ANY_CODEC = frozenset(("encode-fresh", "decode-reused"))
# No precompiled header: with one of codec.hpp and the types, a codec of the tweet schema compiles
# in 3.9 s for 4.4 (cereal), 7.2 for 8.0 (boost-binary), 5.1 for 5.6 (handcoded): not worth one for
# each set of a codec's flags. A generated visitor in place of Boost.Describe's makes no difference
# that could be measured (4.2 to 4.5 s against 4.6; 5.4 to 5.7 against 5.5 to 5.7).
FLAGS = ("-O3", "-march=native", "-DNDEBUG", "-Wall", "-Wextra")
# What of the flags makes a difference to what is measured.


def flags_of_schema() -> tuple[str, ...]:
    """For what depends on a schema: a later `-O` counts."""
    lower = () if optimization.is_full() else (f"-O{optimization.level()}",)
    return (*flags_of_driver(), *lower)


def flags_of_driver() -> tuple[str, ...]:
    """For what depends on none."""
    return (*FLAGS, *instrumentation.CPP) if instrumentation.is_on() else FLAGS


def version_of(codec: Codec, library: Library) -> str:
    """A codec without a library is serbench's own. What others compiled says so, since their flags
    are others."""
    if fetched := fetched_by(codec):
        return cpp_libraries.version(fetched[0])
    for generator in _generators(codec):
        if generator.artifact:  # what it generates is the library
            return generator.artifact.rpartition(":")[2]
    if "version" not in codec.facts and "pkg_config" not in codec.facts:
        return "working copy" if codec.is_own else __version__
    ours = compiled_by(codec, library) == "serbench"
    return library.version if ours else library.version + BY_A_DISTRIBUTION


def compiled_by(codec: Codec, library: Library) -> str:
    """Who compiled the library that is linked."""
    return "serbench" if compiled_in_place(codec, library) else library.compiled_by


def fetched_by(codec: Codec) -> tuple[str, ...]:
    """The libraries the codec needs that no package brings."""
    return tuple(codec.facts.get("fetch", ()))


def needed_by_toolchain(codec: Codec) -> tuple[str, ...]:
    """What has to be fetched for any driver of its toolchain."""
    name = toolchain_of(codec)
    return TOOLCHAINS[name].fetched if name else ()


def to_compile(codec: Codec, library: Library) -> tuple[str, ...]:
    """What may be compiled in place of installed libraries: its sources are of their version."""
    names = codec.facts.get("compile", ())
    return tuple(name for name in names if cpp_libraries.is_source_of(name, library.version))


def compiled_in_place(codec: Codec, library: Library) -> tuple[str, ...]:
    """What is, since its sources were fetched."""
    return tuple(filter(cpp_libraries.version, to_compile(codec, library)))


def compiled_here(codec: Codec, library: Library) -> tuple[str, ...]:
    """All libraries that the codec is linked with as they were compiled with serbench's flags."""
    return (*fetched_by(codec), *compiled_in_place(codec, library))


def sources_beside(codec: Codec) -> list[Path]:
    """Sources that a codec brings, by paths relative to its file; `*` fits anything."""
    patterns = [codec.beside(name) for name in codec.facts.get("sources", ())]
    return [
        path
        for pattern in patterns
        for path in sorted(pattern.parent.glob(pattern.name)) or [pattern]
    ]


def archives_beside(codec: Codec) -> list[Path]:
    """What it brings ready to be linked."""
    return [codec.beside(name) for name in codec.facts.get("archives", ())]


@dataclass(frozen=True, slots=True)
class _Generated:
    """What one word of a codec's `generate` adds: objects to link, headers to have first."""

    objects: tuple[str, ...]
    headers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Generator:
    """`module` makes `file` and what else it says; `command`, if any, makes `sources` and
    `headers` of the file, in the folder `idl`. They are compiled with what was fetched as
    `library`, unless a package brings it. Its program is installed; or `tools` of PyPI bring it,
    whose folder is `{tools}` in the command; or the library's recipe compiles it, in the folder
    `{built}`; or it is the class `main` of a Maven `artifact`, which `{java}` runs with `options`
    of the virtual machine."""

    module: Generator
    file: str = ""
    command: str = ""
    sources: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    library: str = ""
    tools: Packages = ()
    artifact: str = ""
    main: str = ""
    options: tuple[str, ...] = ()

    def identity(self) -> str:
        """Changes when another program would generate."""
        built = [cpp_libraries.identity(self.library)] if "{built}" in self.command else []
        if self.artifact:
            return self.artifact
        if self.tools or built:
            return " ".join((*self.tools, *built))
        return provenance.program(self.command.split()[0])

    def words(self, compiler: Compiler) -> str:
        """The command, for the shell that ninja calls."""
        folders: dict[str, Path] = {}
        if self.tools:
            folders["tools"] = pypi.home(self.tools, pypi.own())
        if self.library:
            with instrumentation.chosen(False):
                key = compiler_key(compiler)
            folders["built"] = cpp_libraries.program_folder(self.library, key)
            folders["include"] = cpp_libraries.include_folder(self.library)
        told = {name: shlex.quote(str(path)) for name, path in folders.items()}
        if self.artifact:
            class_path = maven.jars(self.artifact)
            told["java"] = shlex.join(jdk.run_class(self.main, class_path, self.options))
        return self.command.format_map(told)


# By the words of `generate` in front matter.
GENERATORS = {
    "avsc": _Generator(cpp_avro),
    "capnp": _Generator(
        cpp_capnp,
        cpp_capnp.CAPNP_FILE,
        "{built}/capnp compile -I{include} -o{built}/capnpc-c++:idl",
        ("data.capnp.c++",),
        ("data.capnp.h",),
        library="capnp",
    ),
    "flatbuffers": _Generator(
        cpp_flatbuffers,
        cpp_flatbuffers.FLATBUFFERS_FILE,
        "{tools}/bin/flatc --cpp --scoped-enums --cpp-std c++17 -o idl",
        (),
        ("data_generated.h",),
        library="flatbuffers",
        tools=FLATC,
    ),
    "nanopb": _Generator(
        cpp_nanopb,
        "data_nanopb.proto",
        "protoc --nanopb_out=idl",
        ("data_nanopb.pb.c",),
        ("data_nanopb.pb.h",),
        library="nanopb",
    ),
    "proto": _Generator(
        cpp_proto,
        "data.proto",
        "protoc --cpp_out=idl",
        ("data.pb.cc",),
        ("data.pb.h",),
    ),
    "proto_35": _Generator(
        cpp_proto_35,
        "data_35.proto",
        "{tools}/bin/protoc --cpp_out=idl",
        ("data_35.pb.cc",),
        ("data_35.pb.h",),
        library="protobuf_35",
        tools=PROTOC,
    ),
    "proto_bytes": _Generator(
        cpp_proto_bytes,
        "data_bytes.proto",
        "protoc --cpp_out=idl",
        ("data_bytes.pb.cc",),
        ("data_bytes.pb.h",),
    ),
    "proto_entries": _Generator(
        cpp_proto_entries,
        "data_entries.proto",
        "protoc --cpp_out=idl",
        ("data_entries.pb.cc",),
        ("data_entries.pb.h",),
    ),
    "proto_unpacked": _Generator(
        cpp_proto_unpacked,
        "data_unpacked.proto",
        "protoc --cpp_out=idl",
        ("data_unpacked.pb.cc",),
        ("data_unpacked.pb.h",),
    ),
    "protobuf_c": _Generator(
        cpp_protobuf_c,
        "data_protobuf_c.proto",
        "protoc --c_out=idl",
        ("data_protobuf_c.pb-c.c",),
        ("data_protobuf_c.pb-c.h",),
    ),
    "sbe": _Generator(
        cpp_sbe,
        sbe.SBE_FILE,
        "{java}",
        (),
        (cpp_sbe.FLYWEIGHTS,),
        artifact=sbe.COMPILER,
        main=sbe.COMPILER_CLASS,
        options=("-Dsbe.output.dir=idl", "-Dsbe.target.language=Cpp"),
    ),
    "thrift": _Generator(
        cpp_thrift,
        cpp_thrift.THRIFT_FILE,
        # Templates know the protocol's type, where there would be a virtual call for each field.
        # An == in a class would need what its containers hold, which may come after it.
        "{built}/thrift --gen cpp:templates,moveable_types,pure_enums,no_skeleton,"
        "no_default_operators,no_ostream_operators -out idl",
        ("data_types.cpp",),
        ("data_types.h", "data_types.tcc"),
        library="thrift",
    ),
    "upb": _Generator(
        cpp_upb,
        "data_upb.proto",
        "{tools}/bin/protoc --plugin={built}/protoc-gen-upb --upb_out=idl"
        " --plugin={built}/protoc-gen-upb_minitable --upb_minitable_out=idl",
        ("data_upb.upb_minitable.c",),
        ("data_upb.upb.h", "data_upb.upb_minitable.h"),
        library="upb",
        tools=PROTOC,
    ),
}


def _generators(codec: Codec) -> list[_Generator]:
    """Raises `FrontMatterError` for a word that nobody knows."""
    words = codec.facts.get("generate", ())
    for word in words:
        if word not in GENERATORS:
            raise FrontMatterError(f"nothing is known to generate for {word!r}")
    return [GENERATORS[word] for word in words]


class Sources:
    """What of our own C++ the drivers are made of. What is generated differs from schema to schema,
    and in what it includes only by the schema's logical types."""

    def __init__(self, logical: Sequence[Scalar] = ()) -> None:
        fields = (Scalar(Kind.BOOL), *logical)
        named = tuple(Field(f"x{number}", type_) for number, type_ in enumerate(fields))
        any_schema = Schema("any", "Any", (Record("Any", named),))
        generated = dict(cpp.generate(any_schema))
        self._conversions: dict[str, list[str]] = {}
        for word, generator in GENERATORS.items():
            made = generator.module.generate(any_schema)
            self._conversions[word] = list(made)
            generated |= made
        self._includes = Includes([SOURCES / "include", SOURCES], generated)

        self._digests: dict[Path, str] = {}

    @staticmethod
    def of_schema(schema: Schema) -> Sources:
        found = (scalar.logical for scalar in cpp_logical.scalars(schema))
        # Lowered, since no format has all that a library takes.
        return Sources([scalar_of(logical) for logical in found if logical])

    def of_driver(self) -> list[str]:
        """Digests of what the objects that know no schema are made of."""
        return self._digested(self._includes.followed((SOURCES / "src").glob("*.cpp")))

    def of_codec(self, codec: Codec) -> list[str]:
        """Digests of what the codec's driver is made of, generating modules included."""
        words = codec.facts.get("generate", ())
        roots: list[Path | str] = [
            codec.path,
            *(SOURCES / "src").rglob("*.cpp"),
            *(name for word in words for name in self._conversions[word]),
        ]
        modules = provenance.modules(*(generator.module for generator in _generators(codec)))
        return self._digested(self._includes.followed(roots) | set(modules))

    def _digested(self, files: Iterable[Path]) -> list[str]:
        for file in files:
            if file not in self._digests:
                self._digests[file] = cache.fingerprint([file])
        return sorted(self._digests[file] for file in files)


def generator_programs(codec: Codec) -> list[str]:
    """What changes when another program would generate for the codec."""
    return [generator.identity() for generator in _generators(codec) if generator.command]


def missing_programs(codec: Codec) -> list[str]:
    """Why Java runs no program that generates for the codec; empty if it does, or need not."""
    if not any(generator.artifact for generator in _generators(codec)):
        return []
    return list(filter(None, [jdk.missing() or maven.missing()]))


def install_tools(codec: Codec) -> None:
    """What PyPI and Maven bring of the programs that generate for the codec, where it is not there
    yet. Raises `InstallError` and `MavenError`."""
    for generator in _generators(codec):
        if generator.tools:
            pypi.install(generator.tools, pypi.own())
        if generator.artifact:
            maven.jars(generator.artifact)


def tools() -> set[Packages]:
    """All lists of packages of PyPI that generators need."""
    return {generator.tools for generator in GENERATORS.values() if generator.tools}


class Plan:
    """The build.ninja of a schema, and the sources it starts from."""

    def __init__(
        self,
        home: Path,
        schema: Schema,
        codecs: Sequence[Codec],
        extra: frozenset[str],
        probe: Probe,
        driver: Sequence[str],
        layout_number: int = 0,
    ) -> None:
        assert probe.compiler
        self.home = home
        self.schema = schema
        self.codecs = codecs
        self.extra = extra
        self.compiler = probe.compiler
        self.libraries = probe.libraries
        self.driver = driver
        self.layout = layout_number
        self.edges: list[Edge] = []
        self.shared = self._schema_objects()
        wanted = [generator for codec in codecs for generator in _generators(codec)]
        self.generated = {
            word: self._generate(word, generator)
            for word, generator in GENERATORS.items()
            if generator in wanted
        }
        self.own = {codec.id: self._codec(codec) for codec in codecs}
        if layout_number:
            self._padding()

    def write(self) -> None:
        types = cpp.generate(self.schema, equality_last=self.compiler.equality_last)
        for path, text in types.items():
            write(self.home / path, text)
        for codec in self.codecs:
            write(self.home / "facts" / f"{codec.name}.cpp", self._facts(codec))
        (self.home / "idl").mkdir(exist_ok=True)
        includes = [*_includes(self.compiler), f"-I{self.home}", f"-isystem{self.home / 'idl'}"]
        generators = {word: GENERATORS[word] for word in self.generated}
        rules = _rules(self.compiler, includes, flags_of_schema(), generators)
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

    def _generate(self, word: str, generator: _Generator) -> _Generated:
        """What a word in a codec's `generate` stands for: sources that a program makes of an IDL
        file, and the conversions between these and plain values."""
        texts = generator.module.generate(self.schema)
        for path, text in texts.items():
            write(self.home / path, text)
        if not generator.command:
            return _Generated((), ())
        made = tuple(f"idl/{name}" for name in (*generator.sources, *generator.headers))
        flags = cpp_libraries.compile_flags([generator.library] if generator.library else [])
        self.edges.append(Edge(made, word, (generator.file,)))
        headers = made[len(generator.sources) :]
        objects = []
        conversions = f"schema/{word}_convert.cpp"
        if conversions in texts:
            objects.append(f"obj/idl/{word}_convert.o")
            told = {"flags": _words(flags)}
            self.edges.append(
                Edge((objects[-1],), "compile", (conversions,), order_only=headers, variables=told)
            )
        for source in made[: len(generator.sources)]:
            objects.append(f"obj/{source}.o")
            language = ["-x", "c"] if source.endswith(".c") else []
            # Its warnings are the program's.
            quiet = {"flags": _words([*flags, *language, "-w"])}
            self.edges.append(Edge((objects[-1],), "compile", (source,), variables=quiet))
        return _Generated(tuple(objects), headers)

    def _codec(self, codec: Codec) -> list[str]:
        """The codec's own outputs."""
        own, name = codec.extra, codec.driver_name(self.extra)
        facts = f"obj/facts/{codec.name}.o"
        binary = f"bin/{name}{layout.suffix(self.layout)}"
        # An object for what is always there, and another for the rest that was asked for.
        parts = {f"obj/codec/{codec.name}.o": ("base", *(_BY_ACCESSORS - own))}
        if self.extra & own:
            parts[f"obj/codec/{name}.o"] = tuple(self.extra & own)
        library = self.libraries[codec.id]
        generated = [self.generated[word] for word in codec.facts.get("generate", ())]
        headers = [header for g in generated for header in g.headers]
        objects = [o for g in generated for o in g.objects]
        reuses = "true" if "reuses-objects" in codec.traits else "false"
        fetched_flags = cpp_libraries.compile_flags(fetched_by(codec))
        flags = [f"-DSERBENCH_REUSES_OBJECTS={reuses}", *library.cflags, *fetched_flags]
        # The version makes ninja compile again after the library was upgraded.
        about = ninja.escape(f"{codec.library} {version_of(codec, library)}")
        here = compiled_here(codec, library)
        archives = cpp_libraries.archives(here, compiler_key(self.compiler))
        beside = [self._beside(codec, source, flags) for source in sources_beside(codec)]
        archives = [*beside, *map(str, archives_beside(codec)), *archives]
        libs = cpp_libraries.linked_in_place(here, library.libs)
        libraries = _words([*libs, *codec.facts.get("link_flags", ())])
        self.edges += [
            *(
                Edge(
                    (code,),
                    "compile",
                    (str(codec.path),),
                    order_only=tuple(headers),
                    variables={"flags": _words([*_defines(part), *flags]), "about": about},
                )
                for code, part in parts.items()
            ),
            Edge((facts,), "compile", (f"facts/{codec.name}.cpp",)),
            Edge(
                (binary,),
                "link",
                (*self._in_layout(*parts, facts, *objects, *self.shared, *self.driver), *archives),
                variables={"libraries": libraries},
            ),
        ]
        return [*parts, facts, binary]

    def _beside(self, codec: Codec, source: Path, flags: Sequence[str]) -> str:
        """The object of a source that the codec brings; its warnings are its author's."""
        name = f"{cache.fingerprint([], str(source))[:16]}-{source.stem}"
        code = f"obj/beside/{codec.name}/{name}.o"
        variables = {"flags": _words([*flags, "-w"])}
        self.edges.append(Edge((code,), "compile", (str(source),), variables=variables))
        return code

    def _in_layout(self, *objects: str) -> Sequence[str]:
        if not self.layout:
            return objects
        return [f"obj/layout/{self.layout}.o", *layout.shuffled(objects, self.layout)]

    def _padding(self) -> None:
        """What a layout has before all other code."""
        source = f"layout/{self.layout}.cpp"
        write(self.home / source, f'asm("{layout.assembler(self.layout)}");\n')
        self.edges.append(Edge((f"obj/layout/{self.layout}.o",), "compile", (source,)))

    def _facts(self, codec: Codec) -> str:
        flags = (*self.compiler.flags, *flags_of_schema())
        facts = {
            "codec": codec.id,
            "library": codec.library,
            "version": version_of(codec, self.libraries[codec.id]),
            "compiler": str(self.compiler),
            "flags": " ".join(f for f in flags if not f.startswith("-W")),
            "schema": self.schema.fingerprint,
        }
        lines = [f"    .{key} = {cpp.literal(value)},\n" for key, value in facts.items()]
        return (
            '#include "serbench/facts.hpp"\n\n'
            f"const serbench::Facts serbench::facts{{\n{''.join(lines)}}};\n"
        )


def _defines(part: Sequence[str]) -> list[str]:
    """Which parts of a codec an object has."""
    names = ("base", *sorted(EXTRA))
    return [f"-DSERBENCH_{name.upper().replace('-', '_')}={int(name in part)}" for name in names]


def _rules(
    found: Compiler,
    includes: Sequence[str],
    flags: Sequence[str],
    generators: Mapping[str, _Generator],
) -> list[Rule]:
    compiler = ninja.escape(shlex.quote(found.path))
    words = _words([*found.flags, *flags, *includes])
    # The comment makes ninja build again with another compiler at the same path.
    identity = ninja.escape(found.identity)
    instruments = instrumentation.CPP_LINK if instrumentation.is_on() else ()
    link = _words([*found.link_flags, "-pthread", *instruments])
    return [
        Rule(
            "compile",
            f"{compiler} {words} $flags -MD -MF $out.d -c $in -o $out # {identity} $about",
            "compile $out",
            depfile=True,
        ),
        Rule(
            "link",
            f"{compiler} {link} $in -o $out $libraries # {identity}",
            "link $out",
        ),
        *(
            # The comment makes ninja generate again with another program of the name.
            Rule(
                word,
                ninja.escape(generator.words(found))
                + f" $in # {ninja.escape(generator.identity())}",
                f"{word} $in",
            )
            for word, generator in generators.items()
            if generator.command
        ),
    ]


def _includes(compiler: Compiler) -> list[str]:
    fetched = cpp_libraries.compile_flags(compiler.fetched)
    return [f"-I{SOURCES / 'include'}", f"-I{SOURCES}", *fetched]


def _words(words: Sequence[str]) -> str:
    """Arguments as the shell that ninja calls reads them."""
    return ninja.escape(shlex.join(words))


def driver_objects(
    probe: Probe, on_step: Callable[[int, int, str], None]
) -> tuple[list[str], Outcome | None, Path]:
    """The objects that know no schema, built where not yet built; what ninja said if it had
    to be asked; the log of the last build. Those of other sources lie elsewhere: another serbench,
    with the same cache, may be linking them."""
    assert probe.compiler
    compiler = probe.compiler
    headers = (*probe.driver_headers, *map(cpp_libraries.identity, compiler.fetched))
    contents = cache.fingerprint([], *Sources().of_driver(), *headers)
    home = cache.directory("build", "cpp", f"driver-{compiler_key(compiler)}-{contents[:16]}")
    objects, edges = [], []
    for source in sorted((SOURCES / "src").glob("*.cpp")):
        objects.append(f"obj/{source.stem}.o")
        edges.append(Edge((objects[-1],), "compile", (str(source),)))
    paths = [str(home / o) for o in objects]
    stamp = home / "stamp"
    log = home / "build.log"
    with cache.locked(home):
        if stamp.exists():
            return paths, None, log
        rules = _rules(compiler, _includes(compiler), flags_of_driver(), {})
        write(home / "build.ninja", ninja.text(rules, edges))
        outcome = ninja.run(home, objects, jobs(), on_step)
        log.write_text(outcome.output)
        if outcome.succeeded:
            stamp.touch()
    return paths, outcome, log


def compiler_key(compiler: Compiler) -> str:
    """Changes when the same source would become another object."""
    flags = (*compiler.flags, *flags_of_driver())
    return cache.fingerprint([], compiler.identity, cache.processor(), *flags)[:16]


def fetched_library(
    library: str, compiler: Compiler, on_step: Callable[[int, int, str], None]
) -> tuple[Outcome | None, Path]:
    """Compiles what was fetched, where not yet compiled: see `cpp_libraries.build`. Programs are
    never instrumented."""
    command = [compiler.path, *compiler.flags, *flags_of_driver()]
    key = compiler_key(compiler)
    if not instrumentation.is_on():
        return cpp_libraries.build(library, command, key, jobs(), on_step)
    outcome, log = cpp_libraries.build(library, command, key, jobs(), on_step, programs=False)
    if (outcome and not outcome.succeeded) or not cpp_libraries.recipe(library).programs:
        return outcome, log
    with instrumentation.chosen(False):
        return fetched_library(library, compiler, on_step)


def jobs() -> int:
    """As many as this process has cores."""
    return len(processors.allowed())


def write(path: Path, text: str) -> None:
    """Leaves a file alone that says this already: ninja looks at the time it was written."""
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
