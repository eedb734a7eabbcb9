"""All languages together: what is there, and drivers for a schema in all of them."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from threading import Lock

from serbench import aftermath
from serbench.build import layout
from serbench.build.codec import Codec
from serbench.build.driver import Availability, Builder, BuildResult, OnProgress, merged
from serbench.languages.registry import LANGUAGES
from serbench.measure.verification import Verdict
from serbench.operations import EXTRA
from serbench.preparation import estimate
from serbench.preparation.targets import Target
from serbench.progress import bar, say
from serbench.schema.features import UNION, first_use
from serbench.schema.model import Schema


@cache
def builder(language: str) -> Builder:
    """The `Builder` of a language, by its key."""
    return LANGUAGES[language].builder()


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


def what_it_lacks(schema: Schema, codec: Codec) -> str:
    """The first feature that the schema makes use of and the codec's format lacks; or ""."""
    for feature in codec.unsupported:
        if path := first_use(schema, feature):
            return f"{feature} at {path}"
    if not codec.unions and (path := first_use(schema, UNION)):
        return f"unions, as at {path}"
    return ""


def build(
    schema: Schema,
    codecs: Sequence[Codec],
    operations: Collection[str],
    on_progress: OnProgress,
) -> BuildResult:
    """Drivers for the schema of all codecs that can be built here, which can do these operations.
    Languages build side by side: one fetches or links while another compiles."""
    aftermath.witnessed()
    extra = EXTRA & frozenset(operations)
    result, buildable = _sorted_out(schema, codecs)
    pending = _pending(schema, buildable, extra)
    for codec in pending:
        if codec.is_own and builder(codec.language).has_unlocked(codec):
            _say_unlocked(codec.id)
    expected_s = estimate.seconds(schema, pending)
    shares = _Shares(expected_s, on_progress)
    began = time.monotonic()
    with ThreadPoolExecutor(max_workers=max(len(buildable), 1)) as threads:
        builds = [
            threads.submit(
                copy_context().run,
                builder(language).build,
                schema,
                its,
                extra,
                shares.teller(language),
            )
            for language, its in buildable.items()
        ]
        result = merged([result, *(built.result() for built in builds)])
    if not layout.number():  # another layout is mostly a link
        estimate.learn(expected_s, time.monotonic() - began)
    return result


def expected_seconds(
    schema: Schema, codecs: Sequence[Codec], operations: Collection[str]
) -> dict[str, float]:
    """By language, how long `build` is expected to take."""
    _, buildable = _sorted_out(schema, codecs)
    return estimate.seconds(schema, _pending(schema, buildable, EXTRA & frozenset(operations)))


def _sorted_out(
    schema: Schema, codecs: Sequence[Codec]
) -> tuple[BuildResult, dict[str, list[Codec]]]:
    """What cannot be built, as a result that lacks the rest; by language, what can."""
    result = BuildResult()
    buildable: dict[str, list[Codec]] = {}
    for codec in codecs:
        found = availability(codec)
        if lacking := what_it_lacks(schema, codec):
            result.cannot_hold[codec.id] = lacking
        elif found.available:
            buildable.setdefault(codec.language, []).append(codec)
        else:
            result.unavailable[codec.id] = found.reason
    return result, buildable


def _pending(
    schema: Schema, buildable: Mapping[str, Sequence[Codec]], extra: frozenset[str]
) -> list[Codec]:
    """Those that would have to be built."""
    return [
        codec
        for language, its in buildable.items()
        for codec in builder(language).pending(schema, its, extra)
    ]


@cache
def _say_unlocked(codec: str) -> None:
    """Once, whatever it is built for."""
    say(f"{codec}: no lock holds its dependencies; the installer takes what the registry has now")


def build_drivers(
    target: Target, codecs: Sequence[Codec], operations: Collection[str], layouts: int = 1
) -> BuildResult:
    """As `build`, with a bar that shows how far it is; in so many layouts where languages have
    any."""
    with bar(f"building {target.name}") as progress:
        result = build(target.schema, codecs, operations, progress.update)
    there = [codec for codec in codecs if codec.id in result.drivers]
    for number in range(1, layouts):
        with (
            layout.chosen(number),
            bar(f"layout {number + 1} of {layouts} of {target.name}") as progress,
        ):
            further = build(target.schema, there, operations, progress.update)
        for codec, command in further.drivers.items():
            if command != result.drivers[codec]:
                result.layouts.setdefault(codec, []).append(command)
    return result


def why_not_built(built: BuildResult, codec: str) -> Verdict | None:
    """The verdict on a codec that has no driver; None if it has one."""
    if codec in built.cannot_hold:
        return Verdict("cannot-hold", built.cannot_hold[codec])
    if codec in built.unavailable:
        return Verdict("unavailable", built.unavailable[codec])
    if codec in built.failures:
        failure = built.failures[codec]
        return Verdict("failed", f"it did not build: {failure.reason} ({failure.log})")
    return None


class _Shares:
    """Progress of several languages as that of one build: each has the share of the whole that its
    expected seconds are. Steps are seconds, so that what is left can be told."""

    def __init__(self, expected_s: Mapping[str, float], on_progress: OnProgress) -> None:
        self._expected_s = expected_s
        self._done = dict.fromkeys(expected_s, 0.0)
        self._on_progress = on_progress
        self._lock = Lock()

    def teller(self, language: str) -> OnProgress:
        def tell(done: float, total: float, doing: str) -> None:
            with self._lock:
                self._done[language] = done / max(total, 1)
                spent_s = sum(
                    self._expected_s.get(name, 0.0) * share for name, share in self._done.items()
                )
                self._on_progress(spent_s, sum(self._expected_s.values()), doing)

        return tell
