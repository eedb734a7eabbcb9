"""`serbench doctor`: what is here, what is missing, and what brings it."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from serbench.builders.codec import Codec
from serbench.builders.cpp.compressors import compressors
from serbench.builders.driver import Availability
from serbench.catalog import all_codecs
from serbench.commands import arguments
from serbench.languages.registry import LANGUAGES
from serbench.machine import cache, learned
from serbench.machine.system_packages import advice
from serbench.measure import allocators, sandbox
from serbench.measure.conditions import conditions
from serbench.preparation import drivers

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
            a
            for availabilities in (self.toolchains, self.codecs, self.compressors)
            for a in availabilities.values()
        )
        return sorted({p for a in found if not a.available for p in a.packages})

    @property
    def missing(self) -> dict[str, list[str]]:
        """What is not to be had here, by the reason: a compiler's absence has the names of all that
        need it."""
        found = self.toolchains | self.codecs | self.compressors
        named: dict[str, list[str]] = {}
        for name, availability in found.items():
            if not availability.available:
                named.setdefault(availability.reason, []).append(name)
        return named

    @property
    def healthy(self) -> bool:
        return all(a.available for a in (*self.toolchains.values(), *self.codecs.values()))


@arguments.prints("table", "json", former=("json",))
def command(form: str = "table") -> None:
    arguments.end(is_negative=not show(form))


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


def show(form: str) -> bool:
    """Prints what was found; says whether nothing is missing."""
    found = examine(all_codecs())
    if form == "json":
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
            "machine": {condition.name: condition.value for condition in conditions()},
            "estimates": [asdict(estimate) for estimate in learned.estimates()],
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

    from serbench.terminal.screen import Screen

    console = Screen()

    def line(name: str, a: Availability, indent: str) -> None:
        mark, style = ("✓", "green") if a.available else ("✗", "red")
        explanation = a.version if a.available else a.reason
        console.print(Text(f"{indent}{mark} ", style=style) + Text(f"{name:<24} {explanation}"))

    console.print(Text(_verdict(found), style="bold"))
    for language, toolchain in found.toolchains.items():
        of_language = {c: a for c, a in found.codecs.items() if c.startswith(f"{language}/")}
        lacking = {codec: a for codec, a in of_language.items() if not a.available}
        there = len(of_language) - len(lacking)
        if toolchain.available:
            summary = f"{toolchain.version} · {there} of {len(of_language)} codecs"
            toolchain = replace(toolchain, version=summary)
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
    for condition in conditions():
        detail = f"{condition.value}: {condition.advice}" if condition.advice else condition.value
        console.print(Text(f"  {condition.name:<24} {detail}"))
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
