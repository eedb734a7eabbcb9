"""`serbench run`: prepare, build, prove, measure, report."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import serbench
from serbench.build.catalog import LANGUAGES, Codec, all_codecs, select
from serbench.build.driver import BuildResult
from serbench.errors import UserError, check_known, nearest
from serbench.progress import bar, say
from serbench.results.rows import Result, WorkloadFacts
from serbench.targets import Target, resolve

if TYPE_CHECKING:
    from serbench.measure.verification import Verdict
    from serbench.results.store import Store

# What is reported when no operation is named; memcpy is measured anyway, for its share.
DEFAULT_OPERATIONS = (
    "populate", "encode", "decode", "convert", "borrow", "access", "read",
    "serialize", "deserialize",
)  # fmt: skip
KNOWN_OPERATIONS = (*DEFAULT_OPERATIONS, "memcpy")


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line says of a run. `count` None means the workload's own, `budget_s` None
    what is usual for as many codecs."""

    targets: tuple[str, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = DEFAULT_OPERATIONS
    count: int | None = None
    budget_s: float | None = None
    precision: float = 0.02
    processes: int = 3
    allocator: str = "system"
    seed: int = 0
    db: Path = field(default=Path("serbench.duckdb"))


def choose_codecs(languages: Sequence[str], globs: Sequence[str]) -> list[Codec]:
    """The codecs asked for. Raises `UserError` for a language or glob that fits nothing."""
    for language in languages:
        check_known("language", language, LANGUAGES)
    among = select(all_codecs(), languages)
    for glob in globs:
        if not select(among, globs=[glob]):
            known = [name for codec in among for name in (codec.id, codec.name)]
            raise UserError(
                f"no codec fits {glob!r}.{nearest(glob, known)} "
                "`serbench list codecs` shows all of them."
            )
    return select(among, globs=globs)


def check_operations(operations: Sequence[str]) -> None:
    for operation in operations:
        check_known("operation", operation, KNOWN_OPERATIONS)


def run(options: RunOptions) -> tuple[Result, bool]:
    """Carries the run out. Returns its result and whether it came to its end uninterrupted.

    Raises `UserError` before anything is measured if something asked for does not exist.
    """
    codecs = choose_codecs(options.languages, options.codecs)
    check_operations(options.operations)
    from serbench.measure import allocators

    allocators.check(options.allocator)
    targets = resolve_all(options)
    from serbench.results.store import Store

    with Store(options.db) as store:  # before building: a file that cannot be used costs no time
        builds = [build_drivers(target, codecs) for target in targets]
        return measure_all(store, options, targets, codecs, builds)


def budget_s(options: RunOptions, codecs: Sequence[Codec]) -> float:
    """Seconds for each workload: of all codecs, three each; of a few, a minute."""
    return max(60.0, 3.0 * len(codecs)) if options.budget_s is None else options.budget_s


def resolve_all(options: RunOptions) -> list[Target]:
    targets = [resolve(text, options.count, options.seed) for text in options.targets]
    names: dict[str, Target] = {}
    for target in targets:
        for warning in target.warnings:
            say(f"warning: {warning}")
        name, number = target.name, 2
        while name in names:
            name, number = f"{target.name}-{number}", number + 1
        names[name] = replace(target, name=name)
    return list(names.values())


def build_drivers(target: Target, codecs: Sequence[Codec]) -> BuildResult:
    from serbench.build import languages

    with bar(f"building {target.name}") as progress:
        return languages.build(target.schema, codecs, progress.update)


def why_not_built(built: BuildResult, codec: str) -> Verdict | None:
    """The verdict on a codec that has no driver; None if it has one."""
    from serbench.measure.verification import Verdict

    if codec in built.cannot_hold:
        return Verdict("cannot-hold", built.cannot_hold[codec])
    if codec in built.unavailable:
        return Verdict("unavailable", built.unavailable[codec])
    if codec in built.failures:
        failure = built.failures[codec]
        return Verdict("failed", f"it did not build: {failure.reason} ({failure.log})")
    return None


def measure_all(
    store: Store,
    options: RunOptions,
    targets: Sequence[Target],
    codecs: Sequence[Codec],
    builds: Sequence[BuildResult],
) -> tuple[Result, bool]:
    from serbench.measure import environment
    from serbench.results.analysis import analyse

    settings = {
        "targets": options.targets,
        "operations": options.operations,
        "budget_s": budget_s(options, codecs),
        "precision": options.precision,
        "processes": options.processes,
        "allocator": options.allocator,
        "seed": options.seed,
        "count": options.count,
    }
    facts = environment.describe()
    ticks = environment.cpu_ticks()
    began = time.monotonic()
    run_id = store.begin_run(serbench.__version__, shlex.join(sys.argv), settings, facts)
    finished = True
    try:
        for target, built in zip(targets, builds, strict=True):
            measure_target(store, run_id, options, target, codecs, built)
    except KeyboardInterrupt:
        finished = False
        say("the drivers are ended, what was measured is kept")
    facts |= store.toolchains(run_id)
    facts["processor time stolen"] = environment.steal_share(ticks, environment.cpu_ticks())
    store.end_run(
        run_id, "finished" if finished else "interrupted", time.monotonic() - began, facts
    )
    result = analyse(store, run_id)
    store.add_cells(run_id, result.rows)
    return result, finished


def measure_target(
    store: Store,
    run_id: str,
    options: RunOptions,
    target: Target,
    codecs: Sequence[Codec],
    built: BuildResult,
) -> None:
    from serbench.build import languages
    from serbench.measure import allocators
    from serbench.measure.environment import driver_cpus
    from serbench.measure.schedule import Settings, Subject, measure
    from serbench.measure.verification import Verdict
    from serbench.results.recorder import WorkloadRecorder

    store.add_working_set(
        run_id,
        WorkloadFacts(
            name=target.name,
            source=target.source,
            values=target.expected.values,
            json_bytes=target.json_bytes / target.expected.values,
            digest=target.expected.digest,
            schema=target.schema.fingerprint,
        ),
    )
    recorder = WorkloadRecorder(store, run_id, target.name)
    subjects = []
    for codec in codecs:
        version = languages.availability(codec).version
        store.add_codec(run_id, target.name, codec, version)
        verdict = why_not_built(built, codec.id)
        if verdict is not None:
            recorder.judged(codec.id, verdict)
            continue
        command = allocators.command(options.allocator, codec.language, built.drivers[codec.id])
        if reason := allocators.reason_against(options.allocator, codec.language, command):
            recorder.judged(codec.id, Verdict("failed", reason))
            continue
        pinned = languages.builder(codec.language).single_threaded
        subjects.append(
            Subject(
                codec.id,
                codec.language,
                command,
                codec.is_reference,
                driver_cpus() if pinned else frozenset(),
            )
        )
    settings = Settings(
        operations=tuple(options.operations),
        budget_s=budget_s(options, codecs),
        precision=options.precision,
        processes=options.processes,
        seed=options.seed,
    )
    with bar(f"measuring {target.name}") as progress, tempfile.TemporaryDirectory() as scratch:
        measure(
            subjects,
            target.expected,
            settings,
            recorder,
            Path(scratch),
            on_progress=lambda spent_s, doing: progress.update(spent_s, settings.budget_s, doing),
        )
