"""C++ libraries that are compiled here: they are fetched and compiled as their recipes say.

A codec names in its front matter what no installed package brings, `fetch = ["avro"]`, and what
one brings that is compiled with serbench's flags where that makes a difference,
`compile = ["protobuf"]`. `serbench setup` fetches, once; nothing else touches the network. What
there is to compile is compiled once per compiler, never per schema, and only for codecs that need
it.

    fetched/cpp/<library>-<recipe>/          include and source files; `version`
    fetched/cpp/<library>-<recipe>.failed    why it could not be fetched
    build/cpp/library-<compiler>/<library>-<recipe>/lib.a
    build/cpp/library-<compiler>/<library>-<recipe>/<program>
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from serbench.builders.codec import FrontMatterError
from serbench.builders.cpp import ninja
from serbench.builders.cpp.fetch import (
    DebianSource,
    FetchError,
    PypiSource,
    fetch,
)
from serbench.builders.cpp.ninja import Edge, Outcome, Rule
from serbench.builders.cpp.probe import SYSTEM_INCLUDES
from serbench.builders.cpp.recipes import RECIPES, Recipe
from serbench.machine import cache

NEXT_STEP = "run `serbench setup`"
# The folder of the sources that include those of a group.
_TOGETHER = "together"
# How flags begin that a compiler of C knows nothing of.
_OF_CPP = ("-std=c++", "-stdlib=")


def recipe(library: str) -> Recipe:
    if library not in RECIPES:
        raise FrontMatterError(f"nothing is known of how to fetch {library!r}")
    return RECIPES[library]


def with_needed(libraries: Iterable[str]) -> list[str]:
    """These, each after those that its programs need."""
    found = (name for library in libraries for name in (*recipe(library).needed, library))
    return list(dict.fromkeys(found))


def version(library: str) -> str:
    """Of what was fetched; "" if nothing was."""
    try:
        return (_home(library) / "version").read_text()
    except FileNotFoundError:
        return ""


def missing(libraries: Iterable[str]) -> tuple[str, ...]:
    """What was not fetched yet, in words, with what to do about it."""
    reasons = []
    for library in with_needed(libraries):
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
    for library in with_needed(libraries):
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
        for number, sources in enumerate(wanted.together):
            group = fresh / _TOGETHER / f"{number}.cc"
            group.parent.mkdir(exist_ok=True)
            group.write_text("".join(f'#include "../{source}"\n' for source in sources))
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
    *,
    programs: bool = True,
) -> tuple[Outcome | None, Path]:
    """The library's archive and, unless told otherwise, its programs, made where they are not
    there yet by `command`, a compiler and its flags; what ninja said if it had to be asked; the
    log of the last build."""
    home = _build_home(library, compiler)
    log = home / "build.log"
    wanted = ["lib.a"]
    if programs:
        wanted += [program.name for program in recipe(library).programs]
    if not recipe(library).sources or _are_there(home, wanted):
        return None, log
    for needed in recipe(library).needed if programs else ():
        outcome, needed_log = build(needed, command, compiler, jobs, on_step)
        if outcome and not outcome.succeeded:
            return outcome, needed_log
    home.mkdir(parents=True, exist_ok=True)
    with cache.locked(home):
        if _are_there(home, wanted):  # another process may have been faster
            return None, log
        (home / "build.ninja").write_text(_plan(library, command, compiler))
        outcome = ninja.run(home, wanted, jobs, on_step)
        log.write_text(outcome.output)
    return outcome, log


def _are_there(home: Path, names: Iterable[str]) -> bool:
    return all((home / name).exists() for name in names)


def _plan(library: str, command: Sequence[str], compiler: str) -> str:
    wanted, home = recipe(library), _home(library)

    def words(language: str, libraries: Sequence[str]) -> str:
        told = [word for word in command if language == "c++" or not word.startswith(_OF_CPP)]
        installed = [
            f"-isystem{root}/{folder}" for root in SYSTEM_INCLUDES for folder in wanted.installed
        ]
        # Of a library that is headers alone, one is what a program includes once.
        flags = [*compile_flags(libraries), *installed, *wanted.flags, "-w", "-x", language]
        return ninja.escape(shlex.join([*told, *flags]))

    of_library, of_program = words(wanted.language, [library]), [library, *wanted.needed]
    quick, quick_cxx = words(wanted.language, of_program), words("c++", of_program)
    rules = [
        Rule("compile", f"{of_library} -c $in -o $out", f"{library}: compile $out"),
        # What is not measured need not be fast.
        Rule("quick", f"{quick} -O0 -c $in -o $out", f"{library}: compile $out"),
        Rule("quick_cxx", f"{quick_cxx} -O0 -c $in -o $out", f"{library}: compile $out"),
        # ar would leave half an archive behind if it were stopped.
        Rule("archive", "ar rcs $out.new $in && mv $out.new $out", f"{library}: archive"),
        Rule("link", f"{ninja.escape(command[0])} -pthread $in -o $out", f"{library}: link $out"),
    ]
    edges: list[Edge] = []

    def compiled(globs: Sequence[str], left_out: Sequence[str], rule: str) -> list[str]:
        without = {path for glob in left_out for path in home.glob(glob)}
        sources = [p for glob in globs for p in sorted(home.glob(glob)) if p not in without]
        objects = [f"{rule}/{path.relative_to(home)}.o" for path in sources]
        for output, source in zip(objects, sources, strict=True):
            is_cxx = rule == "quick" and source.suffix != ".c"
            edge = Edge((output,), "quick_cxx" if is_cxx else rule, (str(source),))
            if edge not in edges:  # programs may have sources in common
                edges.append(edge)
        return objects

    sources = (*wanted.sources, f"{_TOGETHER}/*.cc")
    objects = compiled(sources, wanted.left_out, "compile")
    edges.append(Edge(("lib.a",), "archive", tuple(objects)))
    of_needed = archives(wanted.needed, compiler)
    for program in wanted.programs:
        own = compiled(program.sources, program.left_out, "quick")
        edges.append(Edge((program.name,), "link", (*own, "lib.a", *of_needed)))
    return ninja.text(rules, edges)


def program_folder(library: str, compiler: str) -> Path:
    """Where its programs are, or are to be."""
    return _build_home(library, compiler)


def include_folder(library: str) -> Path:
    """The first of its folders of headers."""
    return _home(library) / recipe(library).includes[0]


def identity(library: str) -> str:
    """Changes when its programs may be others."""
    named = with_needed([library])
    return " ".join(f"{name} {version(name)} {recipe(name).fingerprint}" for name in named)


def _home(library: str) -> Path:
    return cache.directory("fetched", "cpp") / f"{library}-{recipe(library).fingerprint}"


def _failed(library: str) -> Path:
    return _home(library).with_suffix(".failed")


def _build_home(library: str, compiler: str) -> Path:
    name = f"{library}-{version(library)}-{recipe(library).fingerprint}"
    return cache.directory("build", "cpp") / f"library-{compiler}" / name
