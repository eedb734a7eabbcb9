"""`serbench run`: prepare, build, prove, measure, report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from serbench import cache
from serbench.build.codec import Codec
from serbench.build.driver import BuildResult
from serbench.catalog import choose
from serbench.commands.recording import facts_of, recorded
from serbench.languages.registry import LANGUAGES
from serbench.measure.verification import Verdict
from serbench.operations import CHIEF
from serbench.preparation.drivers import availability, build_drivers
from serbench.preparation.selection import worth_building
from serbench.preparation.targets import Target, resolve_all
from serbench.progress import bar, say
from serbench.results.rows import Result
from serbench.results.runs import check_tag
from serbench.stats import SMALLEST, SMALLEST_OF_ONE_LAYOUT

if TYPE_CHECKING:
    from serbench.results.store import Store


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line says of a run. `count` None means the workload's own, `budget_s` None
    what is usual for as many codecs, `smallest` None what layouts are known to do."""

    targets: tuple[str, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = CHIEF
    count: int | None = None
    budget_s: float | None = None
    precision: float = 0.02
    smallest: float | None = None
    processes: int = 5
    layouts: int = 1
    allocator: str = "system"
    narrow: bool = False
    seed: int = 0
    db: Path = field(default=Path("serbench.duckdb"))
    tag: str = ""
    note: str = ""


def run(options: RunOptions) -> tuple[Result, bool]:
    """Carries the run out. Returns its result and whether it came to its end uninterrupted.

    Raises `UserError` before anything is measured if something asked for does not exist.
    """
    check_tag(options.tag)
    codecs: Sequence[Codec] = choose(options.languages, options.codecs)
    from serbench.measure import allocators

    allocators.check(options.allocator)
    targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
    if not options.languages and not options.codecs:
        codecs, said = worth_building(targets, codecs, options.operations)
        if said:
            say(said)
    from serbench.results.store import Store

    with Store(options.db) as store:  # before building: a file that cannot be used costs no time
        builds = [
            build_drivers(target, codecs, options.operations, options.layouts) for target in targets
        ]
        versions = {codec.id: availability(codec).version for codec in codecs}
        return measure_all(store, options, targets, codecs, versions, builds)


def budget_s(options: RunOptions, codecs: Sequence[Codec]) -> float:
    """Seconds for each workload: of all codecs, three each; of a few, a minute."""
    return max(60.0, 3.0 * len(codecs)) if options.budget_s is None else options.budget_s


def smallest(options: RunOptions, codecs: Sequence[Codec]) -> float:
    """The smallest difference that is called one, as a share: of a driver in one layout, none that
    another may make."""
    if options.smallest is not None:
        return options.smallest
    are_laid_out = any(not LANGUAGES[codec.language].runtime for codec in codecs)
    return SMALLEST_OF_ONE_LAYOUT if are_laid_out and options.layouts == 1 else SMALLEST


def measure_all(
    store: Store,
    options: RunOptions,
    targets: Sequence[Target],
    codecs: Sequence[Codec],
    versions: Mapping[str, str],
    builds: Sequence[BuildResult],
) -> tuple[Result, bool]:
    """`versions` are of the codecs' libraries, by the codecs' ids."""
    from serbench.results.analysis import analyse

    settings = {
        "targets": options.targets,
        "operations": options.operations,
        "budget_s": budget_s(options, codecs),
        "precision": options.precision,
        "smallest": smallest(options, codecs),
        "processes": options.processes,
        "layouts": {
            codec: 1 + len(its) for built in builds for codec, its in built.layouts.items()
        },
        "allocator": options.allocator,
        "narrow": options.narrow,
        "seed": options.seed,
        "count": options.count,
    }
    said = "the drivers are ended, what was measured is kept"
    with recorded(store, settings, options.tag, options.note, said) as record:
        for target, built in zip(targets, builds, strict=True):
            measure_target(store, record.run, options, target, codecs, versions, built)
    result = analyse(store, record.run)
    store.add_cells(result.rows)
    return result, record.finished


def measure_target(
    store: Store,
    run_id: str,
    options: RunOptions,
    target: Target,
    codecs: Sequence[Codec],
    versions: Mapping[str, str],
    built: BuildResult,
) -> None:
    from serbench.measure import environment
    from serbench.measure.schedule import Settings, measure
    from serbench.preparation.subjects import subject_of
    from serbench.proof import stored
    from serbench.results.recorder import WorkloadRecorder
    from serbench.schema.leaves import mean_leaves

    store.add_working_set(run_id, facts_of(target, mean_leaves(target.expected.path)))
    recorder = WorkloadRecorder(store, run_id, target.name)
    subjects = []
    for codec in codecs:
        version = versions[codec.id]
        proven = stored.facts_of(codec.id, version)
        store.add_codec(run_id, target.name, replace(codec, traits=codec.traits + proven), version)
        subject = subject_of(codec, built, options.allocator)
        if isinstance(subject, Verdict):
            recorder.judged(codec.id, subject)
        else:
            subjects.append(subject)
    settings = Settings(
        operations=tuple(options.operations),
        budget_s=budget_s(options, codecs),
        precision=options.precision,
        processes=options.processes,
        seed=options.seed,
        cpus=environment.driver_cpus(),
    )
    with bar(f"measuring {target.name}") as progress, cache.scratch() as scratch:
        measure(
            subjects,
            target.expected,
            settings,
            recorder,
            scratch,
            on_progress=lambda spent_s, doing: progress.update(spent_s, settings.budget_s, doing),
        )
