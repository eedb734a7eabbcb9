"""What of C++ is on this machine: the compiler, headers, libraries and their versions.

The compiler's own preprocessor is asked once for all codecs; the answer is kept until the
compiler, the installed packages or the codecs change.
"""

from __future__ import annotations

import ast
import operator
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from serbench.builders.codec import Codec, FrontMatterError
from serbench.machine import cache, programs

STANDARD = "-std=c++20"
MINIMUM = {"g++": 12, "clang++": 15}
_CANDIDATES = ("g++", "clang++", "g++-14", "g++-13", "g++-12", "clang++-18", "clang++-16")


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A compiler with a standard library that codecs name as their `toolchain`, since their library
    does not compile with the usual one. All that is in such a driver is compiled by it: no object
    of another standard library may be, only C. `packages` are Debian's that bring both, with what
    instruments need; `macro` is defined where the standard library is this one. Every driver has
    what is `fetched` in place of installed headers that it does not compile. `equality_last` is for
    the generated types (`serbench.codegen.cpp.types.generate`)."""

    candidates: tuple[str, ...]
    least: int
    packages: tuple[str, ...]
    library: str
    macro: str
    flags: tuple[str, ...]
    link_flags: tuple[str, ...]
    fetched: tuple[str, ...]
    equality_last: bool


# By the words of `toolchain` in front matter.
TOOLCHAINS = {
    "clang-libc++": Toolchain(
        candidates=("clang++-19", "clang++-20", "clang++-21", "clang++"),
        least=19,
        packages=("clang-19", "libc++-19-dev", "libc++abi-19-dev", "libclang-rt-19-dev"),
        library="libc++",
        macro="_LIBCPP_VERSION",
        flags=("-std=c++23", "-stdlib=libc++"),
        link_flags=("-stdlib=libc++",),
        # Of 1.1.0, it refuses a template that nobody instantiates.
        fetched=("rapidjson",),
        equality_last=True,
    ),
}

# What every driver includes, whatever the codec, and the Debian packages that bring it.
DRIVER_HEADERS = {
    "boost/describe.hpp": "libboost1.81-dev",
    "rapidjson/reader.h": "rapidjson-dev",
    "xxhash.h": "libxxhash-dev",
}
# Installed programs that generate code, by the word in a codec's `generate`.
GENERATORS = {
    "nanopb": "protoc-gen-nanopb",
    "proto": "protoc",
    "proto_bytes": "protoc",
    "proto_entries": "protoc",
    "proto_unpacked": "protoc",
    "protobuf_c": "protoc-gen-c",
}

# What the preprocessor says with `-H` of each file that it reads.
_INCLUDED = re.compile(r"^\.+ (.+)$", re.MULTILINE)
SYSTEM_INCLUDES = ("/usr/include", "/usr/local/include")


class Compiler(msgspec.Struct, frozen=True):
    """`identity` changes when another compiler would run. It compiles every file with `flags`, and
    links with `link_flags`; `library` is a standard library that is not its usual one. `fetched`
    are recipes whose headers every driver has, `equality_last` is for the generated types."""

    path: str
    name: str
    version: str
    identity: str
    flags: tuple[str, ...] = (STANDARD,)
    link_flags: tuple[str, ...] = ()
    library: str = ""
    fetched: tuple[str, ...] = ()
    equality_last: bool = False

    def __str__(self) -> str:
        with_library = f" with {self.library}" if self.library else ""
        return f"{self.name} {self.version}{with_library}"


class Library(msgspec.Struct, frozen=True):
    """What a codec asked for: `missing` says in words what is not there. `libs` is what the linker
    is told, `compiled_by` who compiled what it takes. `identity` changes when other headers or
    libraries of the same version are used."""

    missing: tuple[str, ...] = ()
    version: str = ""
    cflags: tuple[str, ...] = ()
    libs: tuple[str, ...] = ()
    identity: tuple[str, ...] = ()
    compiled_by: str = ""


class Probe(msgspec.Struct, frozen=True):
    """`reason` says why there is no compiler; `libraries` are by codec id. `driver_headers` changes
    when other libraries would be used by every driver. `others` are the compilers of toolchains
    that codecs name."""

    compiler: Compiler | None
    reason: str
    missing_headers: tuple[str, ...]
    driver_headers: tuple[str, ...]
    libraries: dict[str, Library]
    others: dict[str, Compiler] = {}

    def by(self, toolchain: str) -> Probe:
        """The same for codecs of a toolchain alone; "" is the usual one, without which there is no
        other."""
        if not toolchain or not self.compiler:
            return self
        compiler = self.others.get(toolchain)
        reason = "" if compiler else _lacking(toolchain)
        return msgspec.structs.replace(self, compiler=compiler, reason=reason)


@dataclass(frozen=True, slots=True)
class _Question:
    """What the preprocessor is asked for one codec."""

    id: str
    headers: tuple[str, ...]
    version: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Answer:
    """The headers that are missing, the version, and which files the others are."""

    missing: tuple[str, ...]
    version: str = ""
    identity: tuple[str, ...] = ()


def probe(codecs: Sequence[Codec]) -> Probe:
    """What is here for these codecs; spawns nothing if it was found out before."""
    path = _compiler_path()
    key = cache.fingerprint(
        [
            Path(__file__),
            *(codec.path for codec in codecs),
            *(header for codec in codecs for header in headers_beside(codec)),
        ],
        _identity(path) if path else "",
        *map(_identity, _other_paths()),
        _system_state(),
        *(str(codec.path) for codec in codecs if codec.is_own),
    )
    # One file a key: two environments, or two sets of codecs, do not forget for each other.
    file = cache.directory("build", "cpp") / f"probe-{key}.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=Probe)
    except (OSError, msgspec.DecodeError):
        pass
    found = _probe(path, codecs)
    fresh = file.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(msgspec.json.encode(found))
    fresh.replace(file)
    return found


def includes_beside(codec: Codec) -> list[Path]:
    """Folders of headers that a codec brings, by paths relative to its file."""
    return [codec.beside(name) for name in codec.facts.get("include", ())]


def headers_beside(codec: Codec) -> list[Path]:
    """Those of its `headers` that lie there."""
    found = (
        folder / name
        for folder in includes_beside(codec)
        for name in codec.facts.get("headers", ())
    )
    return [path for path in found if path.is_file()]


def forget() -> None:
    """Makes the next probe look anew."""
    for kept in cache.directory("build", "cpp").glob("probe*.json"):
        kept.unlink(missing_ok=True)


def _compiler_path() -> str | None:
    if wanted := os.environ.get("CXX"):
        return programs.which(wanted)
    return next(filter(None, map(programs.which, _CANDIDATES)), None)


def toolchain_of(codec: Codec) -> str:
    """What its driver is compiled by; "" is the usual toolchain. Raises `FrontMatterError`."""
    name: str = codec.facts.get("toolchain", "")
    if name and name not in TOOLCHAINS:
        known = ", ".join(TOOLCHAINS)
        raise FrontMatterError(f"{codec.path}: there is no toolchain {name!r}; there are: {known}")
    return name


def _lacking(toolchain: str) -> str:
    wanted = TOOLCHAINS[toolchain]
    return f"{wanted.candidates[0]} with {wanted.library} not found"


def _other_paths() -> list[str]:
    names = (name for wanted in TOOLCHAINS.values() for name in wanted.candidates)
    return list(dict.fromkeys(filter(None, map(programs.which, names))))


def _other_compilers() -> dict[str, Compiler]:
    """The first of each toolchain's candidates that has its standard library."""
    found = {}
    for name, wanted in TOOLCHAINS.items():
        for path in filter(None, map(programs.which, wanted.candidates)):
            compiler, _ = _compiler(path)
            if compiler and _fits(compiler, wanted):
                found[name] = msgspec.structs.replace(
                    compiler,
                    flags=wanted.flags,
                    link_flags=wanted.link_flags,
                    library=wanted.library,
                    fetched=wanted.fetched,
                    equality_last=wanted.equality_last,
                )
                break
    return found


def _fits(compiler: Compiler, wanted: Toolchain) -> bool:
    if int(compiler.version.partition(".")[0]) < wanted.least:
        return False
    source = f"#include <version>\n#ifndef {wanted.macro}\n#error\n#endif\nint main() {{}}\n"
    flags = (*wanted.flags, *wanted.link_flags)
    command = [compiler.path, *flags, "-x", "c++", "-", "-o", os.devnull]
    return programs.run(command, text=source).returncode == 0


def _identity(path: str) -> str:
    real = Path(path).resolve()
    status = real.stat()
    return f"{real} {status.st_mtime_ns} {status.st_size}"


def _system_state() -> str:
    """Changes when packages are installed or removed."""
    watched = ("/var/lib/dpkg/status", *SYSTEM_INCLUDES)
    times = [f"{p} {Path(p).stat().st_mtime_ns}" for p in watched if Path(p).exists()]
    names = ("CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "PKG_CONFIG_PATH", "PATH")
    return "\n".join([*times, *(os.environ.get(name, "") for name in names)])


def _probe(path: str | None, codecs: Sequence[Codec]) -> Probe:
    compiler, reason = _compiler(path)
    others = _other_compilers()
    packaged = {codec.id: _pkg_config(codec) for codec in codecs}
    questions = [_Question("driver", tuple(DRIVER_HEADERS), ())]
    ours = [codec for codec in codecs if not codec.is_own and not toolchain_of(codec)]
    questions += [_question(codec) for codec in ours]
    if compiler:
        flags = [flag for codec in ours for flag in packaged[codec.id].cflags]
        answers = _preprocess(compiler, questions, flags)
        for codec in (codec for codec in codecs if codec not in ours):
            asked = others.get(toolchain_of(codec), compiler)
            answers |= _preprocess(asked, [_question(codec)], packaged[codec.id].cflags)
    else:
        questions += [_question(codec) for codec in codecs if codec not in ours]
        answers = {q.id: _Answer(_not_in_system(q.headers)) for q in questions}
    libraries = {}
    for codec in codecs:
        answer = answers[codec.id]
        library = packaged[codec.id]
        missing = [f"{header} not found" for header in answer.missing]
        name = toolchain_of(codec)
        linker = others.get(name) if name else compiler
        if name and not linker:
            missing.append(_lacking(name))
        libs, files = _linked(linker, codec, library) if linker else ((), ())
        for word in codec.facts.get("generate", []):
            if word in GENERATORS and not programs.which(GENERATORS[word]):
                missing.append(f"{GENERATORS[word]} not found")
        libraries[codec.id] = Library(
            (*missing, *library.missing),
            answer.version or library.version,
            library.cflags,
            libs,
            (*answer.identity, *map(_identity, files)),
            _compiled_by(files),
        )
    driver = answers["driver"]
    return Probe(compiler, reason, driver.missing, driver.identity, libraries, others)


def _linked(
    compiler: Compiler, codec: Codec, library: Library
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the linker is told, and the files that it takes. A library that the codec names
    comes as an archive where there is one: calls into a shared one are 3 to 9 % of protobuf."""

    def found(file: str) -> str | None:
        command = [compiler.path, *library.libs, f"-print-file-name={file}"]
        done = programs.run(command)
        path = done.stdout.strip()
        return path if Path(path).is_absolute() and Path(path).exists() else None

    libs, files = [], []
    for name in codec.facts.get("link", ()):
        archive = found(f"lib{name}.a")
        libs.append(archive or f"-l{name}")
        files.append(archive or found(f"lib{name}.so"))
    files += [found(f"lib{lib[2:]}.so") for lib in library.libs if lib.startswith("-l")]
    return (*libs, *library.libs), tuple(filter(None, files))


def _compiled_by(files: Sequence[str]) -> str:
    """serbench, with its flags, unless the linker takes what a distribution compiled for every
    processor of the architecture and less optimized."""
    packages = dict.fromkeys(map(_package, files))
    return f"distribution ({', '.join(packages)})" if packages else "serbench"


def _package(file: str) -> str:
    """`libprotobuf-dev 3.21.12-3`, or the file's name where dpkg does not know it."""
    path = Path(file).resolve()
    if not programs.which("dpkg-query"):
        return path.name
    query = ["dpkg-query", "--search", str(path)]
    answer = programs.run(query).stdout
    name = answer.partition(": ")[0]
    query = ["dpkg-query", "--show", "--showformat", "${Package} ${Version}", name]
    done = programs.run(query)
    return done.stdout if name and done.returncode == 0 else path.name


def _compiler(path: str | None) -> tuple[Compiler | None, str]:
    if not path:
        wanted = os.environ.get("CXX")
        if wanted:
            return None, f"CXX is {wanted}, which is not found: set it to a C++ compiler"
        return None, "no C++ compiler found: install g++ 12 or later"
    done = programs.run([path, "--version"])
    first = done.stdout.partition("\n")[0]
    numbers = re.findall(r"\d+\.\d+(?:\.\d+)*", first)
    if done.returncode != 0 or not numbers:
        return None, f"{path} --version says nothing known: set CXX to a C++ compiler"
    clang = "clang" in first
    name = "clang++" if clang else "g++"
    version = numbers[0] if clang else numbers[-1]
    if int(version.split(".")[0]) < MINIMUM[name]:
        wanted = f"{name} {MINIMUM[name]}"
        return None, f"{name} {version} is too old: {wanted} or later is needed (set CXX)"
    return Compiler(path, name, version, _identity(path)), ""


def _question(codec: Codec) -> _Question:
    version = codec.facts.get("version", ())
    return _Question(
        codec.id,
        tuple(codec.facts.get("headers", ())),
        (version,) if isinstance(version, str) else tuple(version),
    )


def _preprocess(
    compiler: Compiler, questions: Sequence[_Question], flags: Sequence[str]
) -> dict[str, _Answer]:
    # Without -P, marks of lines would stand in the midst of what macros expand to.
    command = [compiler.path, *compiler.flags, *flags, "-E", "-P", "-H", "-x", "c++", "-"]
    source = "".join(_source(i, q) for i, q in enumerate(questions))
    done = programs.run(command, text=source)
    if done.returncode != 0 and len(questions) > 1:  # one header's error hides what follows
        return {q.id: _preprocess(compiler, [q], flags)[q.id] for q in questions}
    files = dict.fromkeys(_INCLUDED.findall(done.stderr))
    answers = {}
    lines = [line for line in done.stdout.splitlines() if line.startswith("@@")]
    for i, q in enumerate(questions):
        answer_lines = [line.split(" ", 3) for line in lines if line.startswith(f"@@ {i} ")]
        missing = tuple(
            q.headers[int(rest)] for _, _, kind, rest in answer_lines if kind == "missing"
        )
        parts = [rest for _, _, kind, rest in answer_lines if kind == "version"]
        if done.returncode != 0 and not missing:
            missing = q.headers[:1]
        found = tuple(
            _identity(file) for header in q.headers for file in files if file.endswith("/" + header)
        )
        answers[q.id] = _Answer(missing, ".".join(map(_evaluate, parts)), found)
    return answers


def _source(number: int, question: _Question) -> str:
    """Lines that come out of the preprocessor as `@@ NUMBER missing I` and `@@ NUMBER version
    TEXT`."""
    lines = []
    for i, header in enumerate(question.headers):
        lines += [f"#if __has_include(<{header}>)", f"#include <{header}>", "#else"]
        lines += [f"@@ {number} missing {i}", "#endif"]
    lines += [f"@@ {number} version {part}" for part in question.version]
    return "\n".join(lines) + "\n"


_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.floordiv,
    ast.Mod: operator.mod,
}


def _evaluate(expression: str) -> str:
    """The value of an expression in integers, or the text of a string literal; a macro that is
    not defined leaves a name behind and is no version."""

    def value(node: ast.expr) -> Any:
        match node:
            case ast.Constant(int() | str() as constant):
                return constant
            case ast.BinOp(left, op, right):
                return _OPERATORS[type(op)](value(left), value(right))
            case _:
                raise ValueError(expression)

    try:
        return str(value(ast.parse(expression.strip(), mode="eval").body))
    except (ValueError, SyntaxError, KeyError, TypeError):
        return "unknown"


def _not_in_system(headers: Sequence[str]) -> tuple[str, ...]:
    """The best guess where there is no compiler to ask."""
    return tuple(h for h in headers if not any((Path(d) / h).exists() for d in SYSTEM_INCLUDES))


def _pkg_config(codec: Codec) -> Library:
    names = list(codec.facts.get("pkg_config", ()))
    own = (*(f"-I{folder}" for folder in includes_beside(codec)), *codec.facts.get("flags", ()))
    if not names:
        return Library(cflags=own)
    if not programs.which("pkg-config"):
        return Library(missing=("pkg-config not found",))
    missing = tuple(f"{n} not known to pkg-config" for n in names if _ask(["--exists", n]) is None)
    if missing:
        return Library(missing=missing)
    cflags = (_ask(["--cflags", *names]) or "").split()
    libs = (_ask(["--libs", *names]) or "").split()
    version = (_ask(["--modversion", names[0]]) or "").strip()
    return Library((), version, (*own, *cflags), tuple(libs))


def _ask(arguments: Sequence[str]) -> str | None:
    done = programs.run(["pkg-config", *arguments])
    return done.stdout if done.returncode == 0 else None
