"""All languages together: what is there, and drivers for a schema in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module

from serbench.build.catalog import LANGUAGES, Codec
from serbench.build.driver import Availability, Builder, BuildResult, OnProgress
from serbench.schema.model import Schema


@cache
def builder(language: str) -> Builder:
    """The `Builder` of the module named after the language."""
    made: Builder = import_module(f"serbench.build.{language}").BUILDER
    return made


def forget() -> None:
    """Looks anew at everything, after packages were installed."""
    for language in LANGUAGES:
        builder(language).forget()


def availability(codec: Codec) -> Availability:
    """Whether the codec can be built here: its language's toolchain, then its library."""
    toolchain = builder(codec.language).toolchain()
    if not toolchain.available:
        return toolchain
    return builder(codec.language).availability(codec)


def build(schema: Schema, codecs: Sequence[Codec], on_progress: OnProgress) -> BuildResult:
    """Drivers for the schema of all codecs that can be built here, language after language,
    since each of them already uses all cores."""
    result = BuildResult()
    buildable: dict[str, list[Codec]] = {}
    for codec in codecs:
        found = availability(codec)
        if found.available:
            buildable.setdefault(codec.language, []).append(codec)
        else:
            result.unavailable[codec.id] = found.reason
    for number, (language, its) in enumerate(buildable.items()):

        def tell(done: int, total: int, doing: str, number: int = number) -> None:
            # Languages take their steps in different sizes: each gets an equal share of the bar.
            on_progress(round(1000 * (number + done / total)), 1000 * len(buildable), doing)

        built = builder(language).build(schema, its, tell)
        result.drivers |= built.drivers
        result.failures |= built.failures
    return result
