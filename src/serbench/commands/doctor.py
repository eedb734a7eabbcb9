"""`serbench doctor` and `serbench setup`: what is here, what is missing, and what brings it."""

from __future__ import annotations

import json as json_text
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from serbench import cache, learned, programs
from serbench.build.codec import Codec
from serbench.build.cpp.compressors import compressors
from serbench.build.driver import Availability
from serbench.catalog import all_codecs
from serbench.errors import UserError
from serbench.languages.registry import LANGUAGES
from serbench.measure import allocators, sandbox
from serbench.measure.conditions import conditions
from serbench.preparation import drivers
from serbench.progress import plan, say, waiting
from serbench.system_packages import advice, install_command

# Seconds by the rule of thumb of fetching what is compiled here, most often nothing any more.
_FETCHING_S = 1.0
# So many commands are named whose time was foretold.
_FORETOLD = 5


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found of each language, codec, and compressor of `serbench cost`."""

    toolchains: dict[str, Availability]
    codecs: dict[str, Availability]
    compressors: dict[str, Availability]
    # Nothing is amiss without it: only `run --allocator mimalloc` needs it.
    mimalloc: Availability
    # Without it, decoders of foreign bytes run as the user, and codecs that execute are left out.
    bubblewrap: Availability

    @property
    def missing_packages(self) -> list[str]:
        found = (
            a for its in (self.toolchains, self.codecs, self.compressors) for a in its.values()
        )
        return sorted({p for a in found if not a.available for p in a.packages})

    @property
    def missing(self) -> dict[str, list[str]]:
        """What is not to be had here, by the reason: a compiler's absence has the names of all that
        need it."""
        found = self.toolchains | self.codecs | self.compressors
        named: dict[str, list[str]] = {}
        for name, its in found.items():
            if not its.available:
                named.setdefault(its.reason, []).append(name)
        return named

    @property
    def healthy(self) -> bool:
        return all(a.available for a in (*self.toolchains.values(), *self.codecs.values()))


def examine(codecs: Iterable[Codec]) -> Examination:
    """Looks at the libraries of the codecs, the toolchains of their languages, and, where C++ is
    one of them, the compressors."""
    of_codecs = {codec.id: _of_codec(codec) for codec in codecs}
    languages = {id_.partition("/")[0] for id_ in of_codecs}
    return Examination(
        {name: drivers.builder(name).toolchain() for name in LANGUAGES if name in languages},
        of_codecs,
        {one.name: _of_codec(one) for one in compressors() if one.language in languages},
        allocators.availability(),
        sandbox.availability(),
    )


def _of_codec(codec: Codec) -> Availability:
    """The codec's own library is looked for even where the toolchain lacks something, so that
    all missing packages can be named at once."""
    toolchain = drivers.builder(codec.language).toolchain()
    own = drivers.builder(codec.language).availability(codec)
    if toolchain.available or not own.available:
        return own
    return Availability(False, reason=toolchain.reason, packages=toolchain.packages)


def show(json: bool) -> bool:
    """Prints what was found; says whether nothing is missing."""
    found = examine(all_codecs())
    if json:
        report = {
            "toolchains": {name: _plain(a) for name, a in found.toolchains.items()},
            "codecs": {name: _plain(a) for name, a in found.codecs.items()},
            "compressors": {name: _plain(a) for name, a in found.compressors.items()},
            "optional": {
                "mimalloc": _plain(found.mimalloc),
                "bubblewrap": _plain(found.bubblewrap),
            },
            "missing_packages": found.missing_packages,
            "cache": str(cache.directory()),
            "machine": {its.name: its.value for its in conditions()},
            "estimates": [asdict(its) for its in learned.estimates()],
        }
        print(json_text.dumps(report, indent=1))
    else:
        _print(found)
    return found.healthy


def _plain(a: Availability) -> dict[str, object]:
    return {
        "available": a.available,
        "version": a.version,
        "reason": a.reason,
        "packages": list(a.packages),
    }


def _print(found: Examination) -> None:
    from rich.text import Text

    from serbench.screen import Screen

    console = Screen()

    def line(name: str, a: Availability, indent: str) -> None:
        mark, style = ("✓", "green") if a.available else ("✗", "red")
        said = a.version if a.available else a.reason
        console.print(Text(f"{indent}{mark} ", style=style) + Text(f"{name:<24} {said}"))

    console.print(Text(_verdict(found), style="bold"))
    for language, toolchain in found.toolchains.items():
        of_language = {c: a for c, a in found.codecs.items() if c.startswith(f"{language}/")}
        lacking = {codec: a for codec, a in of_language.items() if not a.available}
        there = len(of_language) - len(lacking)
        if toolchain.available:
            told = f"{toolchain.version} · {there} of {len(of_language)} codecs"
            toolchain = replace(toolchain, version=told)
        line(language, toolchain, "")
        for codec, availability in lacking.items():
            line(codec, availability, "  ")
    console.print("compressors, for serbench cost")
    for name, availability in found.compressors.items():
        line(name, availability, "  ")
    optional = found.mimalloc
    wanted = f"optional, for --allocator mimalloc: {' '.join(optional.packages)}"
    line("mimalloc", replace(optional, reason=wanted), "")
    wanted = f"optional, a sandbox for decoders of foreign bytes: {found.bubblewrap.reason}"
    line("bubblewrap", replace(found.bubblewrap, reason=wanted), "")
    console.print("this machine")
    for its in conditions():
        said = f"{its.value}: {its.advice}" if its.advice else its.value
        console.print(Text(f"  {its.name:<24} {said}"))
    if foretold := learned.estimates()[-_FORETOLD:]:
        console.print("estimates of a command's time, as 10, 50 and 90 % of it had passed")
        for one in foretold:
            shares = " · ".join(f"{100 * share:.0f} %" for share in one.thought)
            console.print(Text(f"  {one.command:<24} {shares} of the {one.took_s:.0f} s it took"))
    console.print(Text(f"builds and data are kept in {cache.directory()}"), soft_wrap=True)
    if found.missing_packages:
        console.print(
            Text("to get what is missing: " + advice(found.missing_packages)), soft_wrap=True
        )


def _verdict(found: Examination) -> str:
    """What works, in a line."""
    there = [codec for codec, a in found.codecs.items() if a.available]
    languages = {codec.partition("/")[0] for codec in there}
    all_, all_languages = len(found.codecs), len(found.toolchains)
    if len(there) == all_:
        return f"All {all_} codecs in {all_languages} languages can be built and measured."
    return (
        f"{len(there)} of {all_} codecs, in {len(languages)} of {all_languages} languages, can be "
        "built and measured; below stands what is missing."
    )


def set_up(workload: str, codecs: Sequence[Codec]) -> None:
    """For these codecs: installs missing system packages where that is allowed, fetches libraries
    that no package brings, then builds the drivers.

    Whatever stays missing is named with the command that brings it, and takes no other
    codec with it. Raises `UserError` if not one driver could be built.
    """
    from serbench.operations import BY_DEFAULT
    from serbench.preparation.drivers import build_drivers, expect_builds
    from serbench.preparation.targets import resolve_all

    with plan("setup") as whole:
        expect_builds(whole, [workload], codecs, fetches=True)
        whole.expect("fetching", _FETCHING_S, "fetching")
        with waiting("looking for compilers and libraries", "looking"):
            found = examine(codecs)
        if found.missing_packages:
            with waiting("installing system packages"):
                _install(found.missing_packages)
                drivers.forget()
        with waiting("fetching libraries", "fetching"):
            _fetch_libraries(codecs)
        found = examine(codecs)
        for reason, names in found.missing.items():
            say(f"unavailable: {', '.join(names)}: {reason}")
        [target] = resolve_all([workload], None, 0)
        built = build_drivers(target, codecs, BY_DEFAULT)
    for name, failure in built.failures.items():
        say(f"did not build: {name}: {failure.reason} (see {failure.log})")
    if not built.drivers:
        raise UserError("no driver could be built; `serbench doctor` says what is missing")
    say(f"{len(built.drivers)} drivers are ready for {workload}")


def _fetch_libraries(codecs: Iterable[Codec]) -> None:
    """Those that are compiled here: no system package brings them, or one for any processor."""
    from serbench.build.cpp import libraries as cpp_libraries
    from serbench.build.cpp.builder import BUILDER

    in_cpp = [codec for codec in codecs if codec.language == BUILDER.language]
    failures = cpp_libraries.fetch_all(
        BUILDER.to_fetch(in_cpp), lambda name: say(f"fetching the library {name}")
    )
    for name, reason in failures.items():
        if cpp_libraries.recipe(name).replaces:
            say(f"{name} is linked as the distribution compiled it: {reason}")


def _install(packages: list[str]) -> None:
    if os.geteuid() != 0 or programs.which("apt-get") is None:
        say(f"missing system packages; to get them: {advice(packages)}")
        return
    say(f"installing system packages: {' '.join(packages)}")
    quiet = programs.installing({"DEBIAN_FRONTEND": "noninteractive"})
    install = install_command(packages)
    # A new machine may have no package lists yet, or old ones.
    for command in (["apt-get", "update", "-q"], install):
        done = programs.run(command, env=quiet)
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            say(f"`{' '.join(command)}` failed: {said}")
            if command is install:
                _install_one_by_one(packages, quiet)


def _install_one_by_one(packages: list[str], environment: dict[str, str]) -> None:
    """One package that does not exist here makes apt refuse all; the others are still wanted."""
    for package in packages:
        programs.run(install_command([package]), env=environment)
