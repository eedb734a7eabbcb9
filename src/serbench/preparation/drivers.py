"""All languages together: what is there, and drivers for a schema in all of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache
from threading import Lock

from serbench.builders import layout
from serbench.builders.codec import Codec
from serbench.builders.driver import Availability, Builder, BuildResult, OnProgress, merged
from serbench.languages.registry import LANGUAGES
from serbench.machine import watchdog
from serbench.measure.verification import Verdict
from serbench.operations import EXTRA
from serbench.preparation import estimate
from serbench.preparation.targets import ResolvedTarget
from serbench.schema.features import UNION, first_use
from serbench.schema.model import Schema
from serbench.terminal.progress import Plan, bar, say, waiting

# Steps of a build tool that follow each other faster were done by an earlier build.
AT_ONCE_S = 0.02
# Seconds by the rule of thumb for `look_around`, in a new cache and later.
FIRST_LOOK_S, LOOK_S = 12.0, 0.1


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
    schema = codec.fitted(schema)
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
    on_expected: Callable[[float], None] = lambda seconds: None,
) -> BuildResult:
    """Drivers for the schema of all codecs that can be built here, which can do these operations.
    Languages build side by side: one fetches or links while another compiles. Before it begins,
    `on_expected` is told how many seconds it is expected to take."""
    watchdog.witnessed()
    extra = EXTRA & frozenset(operations)
    result, buildable = _sorted_out(schema, codecs)
    pending = _pending(buildable, extra)
    for codec in pending:
        if codec.is_own and builder(codec.language).has_unlocked(codec):
            _say_unlocked(codec.id)
    expected = estimate.work(schema, pending)
    shares = Shares(expected, on_progress)
    on_expected(shares.total_s)
    began = time.monotonic()
    with ThreadPoolExecutor(max_workers=max(len(buildable), 1)) as threads:
        builds = [
            threads.submit(copy_context().run, _build_one, language, of_language, extra, shares)
            for language, of_language in buildable.items()
        ]
        result = merged([result, *(built.result() for built in builds)])
    # Another layout is mostly a link, and what fails does so sooner or later than what succeeds.
    if not layout.number() and not result.failures:
        estimate.learn(expected, time.monotonic() - began)
    return result


def _build_one(
    language: str, fits: Sequence[_Fit], extra: frozenset[str], shares: Shares
) -> BuildResult:
    tell = shares.teller(language)
    built = merged(builder(language).build(fit.schema, fit.codecs, extra, tell) for fit in fits)
    shares.end(language)
    return built


def expect_builds(
    whole: Plan, targets: Iterable[str], codecs: Sequence[Codec], *, fetches: bool = False
) -> None:
    """Lets the plan have parts for what `look_around` and `build_drivers` will do for targets of
    these names, before more is known of it: the codecs of which there is no driver yet, for a
    schema of usual size. `fetches` says that libraries will be fetched before."""
    names = list(targets)
    new = estimate.never_built(codecs)
    is_first = any(not estimate.built_before(language) for language in {c.language for c in codecs})
    whole.expect("looking", FIRST_LOOK_S if is_first else LOOK_S, "looking")
    expected = sum(estimate.seconds(estimate.work(None, new, fetches=fetches)).values())
    for name in names:
        whole.expect(f"build {name}", expected)


def look_around(codecs: Iterable[Codec]) -> None:
    """Finds out what can be built here, as a part of the plan of its own: in a new cache, compilers
    and package managers are asked, which takes seconds."""
    with waiting("looking for compilers and libraries", "looking"):
        for codec in codecs:
            availability(codec)


def expected_seconds(schema: Schema, codecs: Sequence[Codec], operations: Collection[str]) -> float:
    """How long `build_drivers` is expected to take."""
    _, buildable = _sorted_out(schema, codecs)
    pending = _pending(buildable, EXTRA & frozenset(operations))
    return sum(estimate.seconds(estimate.work(schema, pending)).values())


@dataclass(frozen=True, slots=True)
class _Fit:
    """Codecs of a language that one schema fits."""

    schema: Schema
    codecs: list[Codec]


def _sorted_out(
    schema: Schema, codecs: Sequence[Codec]
) -> tuple[BuildResult, dict[str, list[_Fit]]]:
    """What cannot be built, as a result that lacks the rest; by language, what can."""
    result = BuildResult()
    buildable: dict[str, dict[str, _Fit]] = {}
    for codec in codecs:
        found = availability(codec)
        if lacking := what_it_lacks(schema, codec):
            result.cannot_hold[codec.id] = lacking
        elif found.available:
            fit, fits = codec.fitted(schema), buildable.setdefault(codec.language, {})
            fits.setdefault(fit.fingerprint, _Fit(fit, [])).codecs.append(codec)
        else:
            result.unavailable[codec.id] = found.reason
    return result, {language: list(fits.values()) for language, fits in buildable.items()}


def _pending(buildable: Mapping[str, Sequence[_Fit]], extra: frozenset[str]) -> list[Codec]:
    """Those that would have to be built."""
    return [
        codec
        for language, fits in buildable.items()
        for fit in fits
        for codec in builder(language).pending(fit.schema, fit.codecs, extra)
    ]


@cache
def _say_unlocked(codec: str) -> None:
    """Once, whatever it is built for."""
    say(f"{codec}: no lock holds its dependencies; the installer takes what the registry has now")


def build_drivers(
    target: ResolvedTarget, codecs: Sequence[Codec], operations: Collection[str], layouts: int = 1
) -> BuildResult:
    """As `build`, with a bar that shows how far it is; in so many layouts where languages have
    any."""
    with bar(f"building for {target.name}", f"build {target.name}") as progress:
        result = build(target.schema, codecs, operations, progress.update, progress.expect)
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


@dataclass(frozen=True, slots=True)
class Drivers:
    """Of codecs by their ids the commands of their drivers, and why others have none."""

    commands: dict[str, tuple[str, ...]]
    verdicts: dict[str, Verdict]


def drivers_of(
    schema: Schema, name: str, codecs: Sequence[Codec], operations: Collection[str]
) -> Drivers:
    """As `build`, with a bar that shows how far it is; the data are called `name`."""
    with bar(f"building {name}") as progress:
        built = build(schema, codecs, operations, progress.update)
    why_not = {codec.id: why_not_built(built, codec.id) for codec in codecs}
    return Drivers(
        {codec: tuple(command) for codec, command in built.drivers.items()},
        {codec: verdict for codec, verdict in why_not.items() if verdict},
    )


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


class Shares:
    """Progress of several languages as that of one build: each has the share of the whole that its
    expected seconds are. Steps are seconds, so that what is left can be told."""

    def __init__(
        self,
        expected: Sequence[estimate.Work],
        on_progress: OnProgress,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        by_kind = estimate.seconds(expected)
        self._stages: dict[str, dict[str, float]] = {}
        for work in expected:
            # What a language does first, then libraries, then drivers.
            stages = self._stages.setdefault(work.language, {})
            stages[work.stage] = stages.get(work.stage, 0.0) + by_kind[work.kind]
        self.total_s = sum(sum(stages.values()) for stages in self._stages.values())
        self._done_s = dict.fromkeys(self._stages, 0.0)
        self._on_progress = on_progress
        self._clock = clock
        self._lock = Lock()

    def teller(self, language: str) -> OnProgress:
        steps = Steps(self._stages.get(language, {}), self._clock)

        def tell(done: float, total: float, doing: str) -> None:
            with self._lock:
                self._done_s[language] = steps.done_s(done, total, doing)
                self._tell(f"{LANGUAGES[language].name}: {doing}")

        return tell

    def end(self, language: str) -> None:
        with self._lock:
            self._done_s[language] = sum(self._stages.get(language, {}).values())
            self._tell("")

    def _tell(self, doing: str) -> None:
        self._on_progress(sum(self._done_s.values()), self.total_s, doing)


class Steps:
    """What is done of a language's build, in seconds as expected, by the steps that its build tool
    tells. A tool counts anew for each library; steps that come all at once were done before."""

    def __init__(self, stages: Mapping[str, float], clock: Callable[[], float]) -> None:
        self._stages = dict(stages)
        self._clock = clock
        self._stage = next((name for name in self._order), "")
        self._done = self._total = self._free = self._first = 0.0
        self._told_s = clock()

    @property
    def _order(self) -> list[str]:
        """Libraries are compiled after what all drivers share."""
        first = [estimate.BASE] if estimate.BASE in self._stages else []
        libraries = [n for n in self._stages if n not in (estimate.BASE, estimate.DRIVERS)]
        return [*first, *libraries, *([estimate.DRIVERS] if self._stages else [])]

    def done_s(self, done: float, total: float, doing: str) -> float:
        order = self._order
        if not order:
            return 0.0
        is_anew = done < self._done or (self._total and total != self._total)
        library = doing.partition(":")[0]
        stage = self._stage
        if library in self._stages:
            stage = library
        elif is_anew or self._stage not in (estimate.BASE, estimate.DRIVERS):
            stage = estimate.DRIVERS
        now_s = self._clock()
        if stage != self._stage or is_anew:
            self._stage, self._free, self._first = stage, 0.0, done
        elif now_s - self._told_s < AT_ONCE_S:
            self._free += done - self._done + self._first  # what began the rush was part of it
            self._first = 0.0
        else:
            self._first = 0.0
        self._done, self._total, self._told_s = done, total, now_s
        before_s = sum(self._stages.get(name, 0.0) for name in order[: order.index(stage)])
        share = (done - self._free) / max(total - self._free, 1)
        return before_s + self._stages.get(stage, 0.0) * min(share, 1.0)
