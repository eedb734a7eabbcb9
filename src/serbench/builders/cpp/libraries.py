"""C++ libraries that are compiled here: which, where from, and how each is compiled.

A codec names in its front matter what no installed package brings, `fetch = ["avro"]`, and what
one brings that is compiled with serbench's flags where that makes a difference,
`compile = ["protobuf"]`. `serbench setup` fetches, once; nothing else touches the network. What
there is to compile is compiled once per compiler, never per schema, and only for codecs that need
it.

    fetched/cpp/<library>-<recipe>/          include and source files; `version`
    fetched/cpp/<library>-<recipe>.failed    why it could not be fetched
    build/cpp/library-<compiler>/<library>-<recipe>/lib.a
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from serbench.builders.codec import FrontMatterError
from serbench.builders.cpp import ninja
from serbench.builders.cpp.fetch import (
    DebianPackage,
    DebianSource,
    FetchError,
    PypiSource,
    PypiWheel,
    Source,
    fetch,
)
from serbench.builders.cpp.ninja import Edge, Outcome, Rule
from serbench.builders.cpp.probe import STANDARD, SYSTEM_INCLUDES
from serbench.machine import cache

NEXT_STEP = "run `serbench setup`"


@dataclass(frozen=True, slots=True)
class Recipe:
    """`below` is the folder of the archive that is kept; `includes`, `sources` and `left_out` (as
    globs) are relative to it, `flags` are for its own sources. `version` is the library's where the
    archive is another's.

    What is compiled in place of an installed library `replaces` what the linker would take; whoever
    calls it has the installed headers, so that nothing but their own version will do. `linked` is
    what it needs besides. Headers that the library's configuring makes are `empty` where nothing in
    them is used here, or lie in folders of the `installed` headers."""

    source: Source
    below: str
    includes: tuple[str, ...]
    sources: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    version: str = ""
    language: str = "c++"
    replaces: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """What the recipe says; one more thing that it could say fetches nothing again."""
        settings = (
            (field.name, getattr(self, field.name), field.default) for field in fields(self)
        )
        changed = [(name, value) for name, value, default in settings if value != default]
        return cache.fingerprint([], repr(changed))[:12]


RECIPES = {
    "avro": Recipe(
        DebianSource(
            "pool/main/a/avro-java/avro-java_1.8.2.orig.tar.xz",
            "1.8.2",
            "3049dc17a742b2e791990d69e7840f568ec7ef5f3b5587ad9718846a08668d4c",
        ),
        "avro-release-1.8.2/lang/c++",
        includes=("api",),
        sources=("impl/*.cc", "impl/json/*.cc", "impl/parsing/*.cc"),
        # Files of values need more of Boost; the other is a program.
        left_out=("impl/DataFile.cc", "impl/avrogencpp.cc"),
    ),
    "avro_c": Recipe(
        DebianSource(
            "pool/main/a/avro-c/avro-c_1.11.1.orig.tar.gz",
            "1.11.1",
            "12588c4e3103e7f44a1e05ab583f1dd04adaf6a10aa2fd73e1ccf59045535f92",
        ),
        "avro-c-1.11.1/src",
        includes=(".",),
        sources=("*.c",),
        # Programs, files of values, and a generator that does not compile.
        left_out=("avro*.c", "codec.c", "datafile.c", "schema_specific.c"),
        flags=("-fwrapv",),  # its hash of a name overflows an int
        language="c",
        replaces=("avro",),
        linked=("jansson",),
    ),
    "boost_json": Recipe(
        PypiSource(
            "boost_headers",
            "1.85.0.post1",
            "8321f16e7524b8af4325a9e57d7a67eb187a15b53e75bc2b9cd5581a8e06f50e",
        ),
        "boost_headers-1.85.0.post1/boost_headers",
        includes=("include",),  # not ".": a file `version` lies there
        # https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/overview.html: header-only
        sources=("include/boost/json/src.hpp",),
    ),
    "boost_serialization": Recipe(
        DebianSource(
            "pool/main/b/boost1.81/boost1.81_1.81.0.orig.tar.xz",
            "1.81.0",
            "449afecf5ef98edc0a46826cde6af98d1fb95c2e92962fa8c9e3eb1e8a2928ec",
        ),
        "boost/libs/serialization/src",
        includes=(),
        sources=("*.cpp",),
        left_out=("*_w*.cpp", "polymorphic_*.cpp"),  # wide characters, and archives of any kind
        replaces=("boost_serialization",),
    ),
    "bson": Recipe(
        DebianSource(
            "pool/main/m/mongo-c-driver/mongo-c-driver_1.23.1.orig.tar.gz",
            "1.23.1",
            "5e3502bd379b1717c1b7ad65ab7f84f79f83077aedb424e4eeab2640bb911810",
        ),
        "mongo-c-driver-1.23.1/src",
        includes=("common", "libbson/src", "libbson/src/bson"),
        sources=("common/*.c", "libbson/src/bson/*.c", "libbson/src/jsonsl/*.c"),
        defines=("BSON_COMPILATION", "MCOMMON_NAME_PREFIX=_bson_mcommon", "_GNU_SOURCE"),
        language="c",
        replaces=("bson-1.0",),
        empty=("common/common-config.h",),
        installed=("libbson-1.0", "libbson-1.0/bson"),
    ),
    "capnp": Recipe(
        DebianSource(
            "pool/main/c/capnproto/capnproto_0.9.2.orig.tar.gz",
            "0.9.2",
            "4031e9c9158fce1979baf3c5234315c1be74b273c0be9f6c4aaf4d0dfda52542",
        ),
        "capnproto-c++-0.9.2/src",
        includes=(".",),
        sources=("kj/*.c++", "capnp/*.c++"),
        # Tests, what belongs to calls over a network, and what reads schemas as text.
        left_out=(
            *("kj/*test*", "kj/async*", "kj/filesystem*", "kj/main.c++", "kj/thread.c++"),
            *("capnp/*test*", "capnp/*rpc*", "capnp/*async*", "capnp/*capability*"),
            *("capnp/membrane.c++", "capnp/persistent*", "capnp/serialize-text.c++"),
            *("capnp/schema-parser.c++", "capnp/schema-loader.c++", "capnp/afl-*"),
        ),
        replaces=("capnp", "kj"),
    ),
    # Debian has it as a shared library alone.
    "fast_cdr": Recipe(
        DebianSource(
            "pool/main/f/fastcdr/fastcdr_1.0.26.orig.tar.gz",
            "1.0.26",
            "f1131d5a153f93d58b2e8eb77d86cfb99a544b65df3b961f41055aa7f61ed1ed",
        ),
        "eProsima-Fast-CDR-6184f25",
        includes=("include",),
        sources=("src/cpp/*.cpp", "src/cpp/exceptions/*.cpp"),
        left_out=("src/cpp/FastCdr.cpp",),  # another format
        # What its configuring would find.
        defines=(
            *("HAVE_CXX0X=1", "HAVE_CXX11=1", "CONSTEXPR=constexpr"),
            "FASTCDR_SIZEOF_LONG_DOUBLE=__SIZEOF_LONG_DOUBLE__",
        ),
        empty=("include/fastcdr/config.h",),
    ),
    # Debian 12 has none; this is the package of Debian 13, headers alone.
    "jsoncons": Recipe(
        DebianSource(
            "pool/main/j/jsoncons/libjsoncons-dev_1.3.2-1_all.deb",
            "1.3.2",
            "17bed7e9a02838a1e64581d893a9089272e5f9e2f941a1ee4f348682a52768ab",
        ),
        "./usr",
        includes=("include",),
    ),
    "msgpack": Recipe(
        DebianPackage("libmsgpack-cxx-dev"),  # not installed: it conflicts with Boost 1.81
        "./usr",
        includes=("include",),  # not ".": a file `version` lies there
        defines=("MSGPACK_NO_BOOST",),
    ),
    # What Debian compiled allocates nothing, and has 16 bits for sizes.
    "nanopb": Recipe(
        DebianSource(
            "pool/main/n/nanopb/nanopb_0.4.7.orig.tar.gz",
            "0.4.7",
            "e1d89b166367a3c42d42311bdc2ed57ff78f86aede9a66828516e45490d48c81",
        ),
        ".",
        includes=("nanopb-0.4.7",),  # not ".": a file `version` lies there
        sources=tuple(f"nanopb-0.4.7/pb_{part}.c" for part in ("common", "decode", "encode")),
        defines=("PB_ENABLE_MALLOC", "PB_FIELD_32BIT"),
        language="c",
    ),
    "nlohmann": Recipe(
        PypiWheel(
            "nlohmann-json",
            "3.12.0",
            "nlohmann_json-3.12.0-py3-none-any.whl",
            "5f6132720fb25d0d70bf0742f8397b49a540dcc193e7312a914f6aa49f054810",
        ),
        "nlohmann_json",
        includes=("include",),
    ),
    "protobuf": Recipe(
        DebianSource(
            "pool/main/p/protobuf/protobuf_3.21.12.orig.tar.gz",
            "3.21.12",
            "930c2c3b5ecc6c9c12615cf5ad93f1cd6e12d0aba862b572e076259970ac3a53",
        ),
        "protobuf-3.21.12/src",
        includes=(".",),
        sources=("google/protobuf/*.cc", "google/protobuf/io/*.cc", "google/protobuf/stubs/*.cc"),
        left_out=("google/**/*test*.cc", "google/protobuf/io/gzip_stream.cc"),
        defines=("HAVE_PTHREAD",),
        replaces=("protobuf",),
    ),
    "protobuf_c": Recipe(
        DebianSource(
            "pool/main/p/protobuf-c/protobuf-c_1.4.1.orig.tar.gz",
            "1.4.1",
            "4cc4facd508172f3e0a4d3a8736225d472418aee35b4ad053384b137b220339f",
        ),
        "protobuf-c-1.4.1",
        includes=(".",),
        sources=("protobuf-c/protobuf-c.c",),
        language="c",
        replaces=("protobuf-c",),
    ),
    "pugixml": Recipe(
        DebianSource(
            "pool/main/p/pugixml/pugixml_1.13.orig.tar.gz",
            "1.13",
            "5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1",
        ),
        "pugixml-1.13",
        includes=("src",),
        sources=("src/pugixml.cpp",),
        replaces=("pugixml",),
    ),
    # 1.1.0 of 2016, the last release and what Debian has, leaves 0x1A to 0x1F unescaped where it
    # writes with the processor's string instructions.
    "rapidjson": Recipe(
        PypiSource(
            "python_rapidjson",
            "1.25",
            "97c1de449552ec28ac5ae89350c2b53e4c5d21a9b4308d7a1630b1099e5db9fc",
        ),
        "python_rapidjson-1.25/rapidjson",
        includes=("include",),
        version="1.1.0 as of python_rapidjson 1.25",
    ),
    "rapidyaml": Recipe(
        PypiSource(
            "rapidyaml",
            "0.15.2",
            "a3b075636e6b5673ddf7a50122b029cd44623f18e84bcd4f18425df328425a09",
        ),
        "rapidyaml-0.15.2/cpp",
        includes=("src", "ext/c4core/src"),
        sources=("src/c4/yml/*.cpp", "ext/c4core/src/c4/*.cpp"),
        defines=("RYML_DEFAULT_CALLBACK_USES_EXCEPTIONS",),
    ),
    # As its documentation says: simdjson.cpp beside simdjson.h.
    "simdjson": Recipe(
        PypiSource(
            "fastsimdjson",
            "0.8.0",
            "df415e19cec497fc495ead9ee82b9527ff0335dde2fa54eeb6f6a7a60a7b11f6",
        ),
        "fastsimdjson-0.8.0",
        includes=("vendor",),
        sources=("vendor/simdjson.cpp",),
        version="5.0.2",
    ),
    # Debian 12 has none; these are the sources of Debian 13's.
    "tinycbor": Recipe(
        DebianSource(
            "pool/main/t/tinycbor/tinycbor_0.6.1.orig.tar.gz",
            "0.6.1",
            "0f9944496d1143935e9c996bc6233ca0dd5451299def33ef400a409942f8f34b",
        ),
        "tinycbor-0.6.1",
        includes=("src",),
        sources=("src/cbor*.c",),
        # What prints CBOR or makes JSON of it.
        left_out=("src/cborpretty*.c", "src/cbortojson.c"),
        language="c",
    ),
    "yyjson": Recipe(
        PypiSource(
            "yyjson",
            "4.0.6",
            "fcd4dc15c1e39a30bf9fa85d56903029111506860fc3080ab0d81c6c6dacaa8c",
        ),
        "yyjson-4.0.6",
        includes=("yyjson",),
        sources=("yyjson/yyjson.c",),
        version="0.10.0",
        language="c",
    ),
}


def recipe(library: str) -> Recipe:
    if library not in RECIPES:
        raise FrontMatterError(f"nothing is known of how to fetch {library!r}")
    return RECIPES[library]


def version(library: str) -> str:
    """Of what was fetched; "" if nothing was."""
    try:
        return (_home(library) / "version").read_text()
    except FileNotFoundError:
        return ""


def missing(libraries: Iterable[str]) -> tuple[str, ...]:
    """What was not fetched yet, in words, with what to do about it."""
    reasons = []
    for library in libraries:
        if not version(library):
            try:
                why = f"could not be fetched: {_failed(library).read_text()}"
            except FileNotFoundError:
                why = "was not fetched yet"
            reasons.append(f"{library} {why} ({NEXT_STEP})")
    return tuple(reasons)


def fetch_all(libraries: Iterable[str], on_each: Callable[[str], None]) -> dict[str, str]:
    """Fetches what is not there yet; returns why some could not be had, by library."""
    failures = {}
    for library in libraries:
        with cache.locked(cache.directory("fetched", "cpp")):
            if version(library):
                continue
            on_each(library)
            try:
                _fetch(library)
                _failed(library).unlink(missing_ok=True)
            except FetchError as error:
                _failed(library).write_text(str(error))
                failures[library] = str(error)
    return failures


def _fetch(library: str) -> None:
    """The directory is there whole or not at all."""
    wanted, home = recipe(library), _home(library)
    fresh = home.with_name(f".{home.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        found = fetch(wanted.source, wanted.below, fresh)
        for header in wanted.empty:
            (fresh / header).touch()
        (fresh / "version").write_text(wanted.version or found)
        fresh.rename(home)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def is_source_of(library: str, installed_version: str) -> bool:
    """Whether the recipe is that of an installed library, which can be compiled in its place."""
    source = recipe(library).source
    return isinstance(source, DebianSource | PypiSource) and source.version == installed_version


def linked_in_place(libraries: Iterable[str], libs: Iterable[str]) -> list[str]:
    """What the linker is told besides the archives of these: `libs`, archives or `-lNAME`, without
    those that they replace."""
    recipes = [recipe(library) for library in libraries]
    names = [name for library_recipe in recipes for name in library_recipe.replaces]
    without = {*(f"lib{name}.a" for name in names), *(f"-l{name}" for name in names)}
    kept = [lib for lib in libs if Path(lib).name not in without]
    return [*kept, *(f"-l{name}" for library_recipe in recipes for name in library_recipe.linked)]


def compile_flags(libraries: Iterable[str]) -> list[str]:
    """As system headers, since their warnings are not ours to mend."""
    flags = []
    for library in libraries:
        flags += [f"-isystem{_home(library) / folder}" for folder in recipe(library).includes]
        flags += [f"-D{define}" for define in recipe(library).defines]
    return flags


def archives(libraries: Iterable[str], compiler: str) -> list[str]:
    """What to link, once it is built; `compiler` names the compiler and its flags."""
    return [
        str(_build_home(library, compiler) / "lib.a")
        for library in libraries
        if recipe(library).sources
    ]


def build(
    library: str,
    command: Sequence[str],
    compiler: str,
    jobs: int,
    on_step: Callable[[int, int, str], None],
) -> tuple[Outcome | None, Path]:
    """The library's archive, made where it is not there yet by `command`, a compiler and its
    flags; what ninja said if it had to be asked; the log of the last build."""
    home = _build_home(library, compiler)
    log = home / "build.log"
    if not recipe(library).sources or (home / "lib.a").exists():
        return None, log
    home.mkdir(parents=True, exist_ok=True)
    with cache.locked(home):
        if (home / "lib.a").exists():  # another process may have been faster
            return None, log
        (home / "build.ninja").write_text(_plan(library, command))
        outcome = ninja.run(home, ["lib.a"], jobs, on_step)
        log.write_text(outcome.output)
    return outcome, log


def _plan(library: str, command: Sequence[str]) -> str:
    wanted, home = recipe(library), _home(library)
    left_out = {path for glob in wanted.left_out for path in home.glob(glob)}
    sources = [p for glob in wanted.sources for p in sorted(home.glob(glob)) if p not in left_out]
    compiler = [word for word in command if wanted.language == "c++" or word != STANDARD]
    installed = [
        f"-isystem{root}/{folder}" for root in SYSTEM_INCLUDES for folder in wanted.installed
    ]
    # Of a library that is headers alone, one is what a program includes once.
    language = ["-w", "-x", wanted.language]
    flags = [*compile_flags([library]), *installed, *wanted.flags, *language]
    words = shlex.join([*compiler, *flags])
    rules = [
        Rule("compile", f"{ninja.escape(words)} -c $in -o $out", f"{library}: compile $out"),
        # ar would leave half an archive behind if it were stopped.
        Rule("archive", "ar rcs $out.new $in && mv $out.new $out", f"{library}: archive"),
    ]
    objects = [f"obj/{path.relative_to(home)}.o" for path in sources]
    edges = [
        Edge((output,), "compile", (str(source),))
        for output, source in zip(objects, sources, strict=True)
    ]
    return ninja.text(rules, [*edges, Edge(("lib.a",), "archive", tuple(objects))])


def _home(library: str) -> Path:
    return cache.directory("fetched", "cpp") / f"{library}-{recipe(library).fingerprint}"


def _failed(library: str) -> Path:
    return _home(library).with_suffix(".failed")


def _build_home(library: str, compiler: str) -> Path:
    name = f"{library}-{version(library)}-{recipe(library).fingerprint}"
    return cache.directory("build", "cpp") / f"library-{compiler}" / name
