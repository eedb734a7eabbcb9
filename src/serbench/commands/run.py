"""`serbench run`: prepare, build, prove, measure, report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from serbench import cache, places
from serbench.build.codec import Codec
from serbench.build.driver import BuildResult
from serbench.catalog import choose, choose_core
from serbench.commands import arguments
from serbench.commands.recording import (
    facts_of,
    recorded,
    say_how_to_see,
    seen_later,
    unfinished,
)
from serbench.errors import UserError
from serbench.interrupts import terminable
from serbench.languages.registry import LANGUAGES
from serbench.measure.verification import Verdict
from serbench.operations import CHIEF
from serbench.preparation.drivers import availability, build_drivers
from serbench.preparation.readings import Reading
from serbench.preparation.targets import Target, resolve_all
from serbench.progress import bar, say, waiting
from serbench.results.rows import Result
from serbench.results.runs import check_tag
from serbench.stats import SMALLEST, SMALLEST_OF_ONE_LAYOUT

if TYPE_CHECKING:
    from serbench.measure.allocation import Outlook
    from serbench.results.store import Store


# A provisional answer is shown when there were so many waves.
_SHOWN_AFTER = {1, 2, 4, 8, 16, 32, 64}


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line says of a run; with `resume`, the targets are the id or the tag of one,
    or nothing, and all else is that run's. Without `codecs` the core set is measured, with
    `all_codecs` every codec. `count` None means the workload's own, `budget_s` None
    what is usual for as many codecs, `smallest` None what layouts are known to do."""

    targets: tuple[str, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    all_codecs: bool = False
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
    resume: bool = False


@arguments.reads()
@terminable()
def command(
    context: typer.Context,
    read: Reading,
    targets: arguments.SomeTargets = None,
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    all_: arguments.AllCodecs = False,
    _codec_dir: arguments.CodecDir = None,
    sql: arguments.Sql = None,
    op: arguments.Ops = "",
    count: arguments.Count = None,
    budget: Annotated[
        float | None,
        typer.Option(
            "--budget",
            min=0,
            help="Seconds of measuring per workload.",
            show_default="60, or 3 for each codec",
        ),
    ] = None,
    precision: Annotated[
        float,
        typer.Option(
            "--precision",
            min=0.01,
            help="Stop when intervals are this narrow (half-width in percent).",
        ),
    ] = 2.0,
    smallest: Annotated[
        float | None,
        typer.Option(
            "--smallest",
            min=0,
            help="Ignore differences smaller than this percentage.",
            show_default="3, or 2 with --layouts",
        ),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes", min=1, help="Measure each codec in at least this many processes."
        ),
    ] = 5,
    layouts: Annotated[
        int, typer.Option("--layouts", min=1, help="Link each driver in this many memory layouts.")
    ] = 1,
    allocator: Annotated[
        str,
        typer.Option(
            "--allocator", help="Allocator for C++ and Rust: system, or mimalloc (preloaded)."
        ),
    ] = "system",
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    narrow: arguments.Narrow = False,
    seed: arguments.Seed = 0,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Continue the run given in place of TARGETS, or the latest unfinished one.",
        ),
    ] = False,
    top: arguments.Top = None,
    sort: arguments.Sort = "",
    columns: arguments.Columns = "",
    baseline: arguments.Baseline = "",
    db: arguments.Db = arguments.DEFAULT_DB,
    html: arguments.Html = arguments.DEFAULT_HTML,
    json: arguments.Json = False,
    csv: arguments.Csv = False,
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.catalog import named
    from serbench.commands import output
    from serbench.report.table import View
    from serbench.report.view import check, check_baseline
    from serbench.results.gathering import evidence_of

    output.check_forms(json, csv)
    arguments.check_all(all_, codec)
    view = View(top, sort=sort, columns=arguments.words(columns), baseline=baseline)
    check(view)
    if baseline and not resume:
        measured = choose_core(arguments.words(lang), tuple(codec or ()), all_)
        check_baseline(baseline, [one.id for one in measured])
    places.check_file(html)
    result, finished = run(
        RunOptions(
            targets=arguments.named_targets(context, targets, resume, sql, read),
            languages=arguments.words(lang),
            codecs=tuple(codec or ()),
            all_codecs=all_,
            operations=arguments.operations_of(op),
            count=count,
            budget_s=budget,
            precision=precision / 100,
            smallest=None if smallest is None else smallest / 100,
            processes=processes,
            layouts=layouts,
            allocator=allocator,
            narrow=narrow,
            seed=seed,
            db=db,
            tag=tag,
            note=note,
            resume=resume,
        )
    )
    with seen_later(result.run, db):
        if any(row.status == "measured" for row in result.rows):
            with waiting("gathering what the page shows"):
                evidence = evidence_of(db, result)
            output.write_html(result, html, evidence)
        output.show(result, json=json, csv=csv, view=view)
    if not finished:
        raise typer.Exit(arguments.INTERRUPTED)
    raise typer.Exit(
        arguments.NEGATIVE_VERDICT if output.is_negative(result, named(codec or ())) else 0
    )


def run(options: RunOptions) -> tuple[Result, bool]:
    """Carries the run out. Returns its result and whether it came to its end uninterrupted.

    Raises `UserError` before anything is measured if something asked for does not exist.
    """
    from serbench.results.store import Store

    check_tag(options.tag)
    if options.resume:
        return _resumed(options)
    with Store(options.db) as store:  # before building: a file that cannot be used costs no time
        return _run(store, options, "")


def _resumed(options: RunOptions) -> tuple[Result, bool]:
    """Takes up a run that did not come to its end. Raises `UserError` if there is none."""
    from serbench.results.store import Store

    alone = RunOptions(targets=options.targets, db=options.db, resume=True)
    if len(options.targets) > 1 or options != alone:
        raise UserError("--resume takes one run, or none, and --db: all else is the run's")
    with Store(options.db) as store:
        run_id = unfinished(store, "run", "serbench run", options.targets)
        store.check_begun_here(run_id, "serbench run FILE")
        settings = store.run_facts(run_id)["settings"]
        known = {field.name for field in fields(RunOptions)}
        its = {key: value for key, value in settings.items() if key in known}
        its["layouts"] = max(settings["layouts"].values(), default=1)
        if missing := {"languages", "codecs", "all_codecs"} - set(its):
            raise UserError(f"{run_id} is of an earlier serbench: it has no {min(missing)}")
        return _run(store, msgspec.convert(its | {"db": options.db}, RunOptions), run_id)


def _run(store: Store, options: RunOptions, going_on: str) -> tuple[Result, bool]:
    codecs = choose_core(options.languages, options.codecs, options.all_codecs)
    if not options.codecs and not options.all_codecs:
        every = len(choose(options.languages, ()))
        say(f"measuring the core set, {len(codecs)} of {every} codecs; --all measures every one")
    from serbench.measure import allocators

    allocators.check(options.allocator)
    targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
    builds = [
        build_drivers(target, codecs, options.operations, options.layouts) for target in targets
    ]
    versions = {codec.id: availability(codec).version for codec in codecs}
    return measure_all(store, options, targets, codecs, versions, builds, going_on)


def budget_s(options: RunOptions, codecs: Sequence[Codec]) -> float:
    """Seconds for each workload: of all codecs, three each; of a few, a minute."""
    return max(60.0, 3.0 * len(codecs)) if options.budget_s is None else options.budget_s


def smallest(options: RunOptions, codecs: Sequence[Codec]) -> float:
    """The smallest difference that is called one, as a share: of a driver in one layout, none that
    another may make."""
    if options.smallest is not None:
        return options.smallest
    are_laid_out = any(LANGUAGES[codec.language].is_linked for codec in codecs)
    return SMALLEST_OF_ONE_LAYOUT if are_laid_out and options.layouts == 1 else SMALLEST


def measure_all(
    store: Store,
    options: RunOptions,
    targets: Sequence[Target],
    codecs: Sequence[Codec],
    versions: Mapping[str, str],
    builds: Sequence[BuildResult],
    going_on: str = "",
) -> tuple[Result, bool]:
    """`versions` are of the codecs' libraries, by the codecs' ids; `going_on` is a run's id."""
    from serbench.results.analysis import analyse

    settings = {
        "targets": options.targets,
        "languages": options.languages,
        "codecs": options.codecs,
        "all_codecs": options.all_codecs,
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
        "remarks": {target.name: target.remarks for target in targets if target.remarks},
    }
    said = "the drivers are ended, what was measured is kept; go on: serbench run --resume RUN"
    with recorded(store, settings, options.tag, options.note, said, going_on) as record:
        done = store.ended_workloads(record.run)
        for target in targets:
            _check_same(store, record.run, target)
        for target, built in zip(targets, builds, strict=True):
            if target.name not in done:
                measure_target(store, record.run, options, target, codecs, versions, built)
                store.insert("workload_ends", record.run, target.name)
    if not record.finished:
        say_how_to_see(record.run, options.db)
    with seen_later(record.run, options.db):
        with waiting("analysing the samples"):
            result = analyse(store, record.run)
        with waiting(f"storing {len(result.rows):,} rows"):
            store.add_cells(result.rows)
    return result, record.finished


def _check_same(store: Store, run_id: str, target: Target) -> None:
    """Raises `UserError` if a run that goes on was begun with other values."""
    for its in store.working_sets(run_id):
        if its.name == target.name and its.digest != target.expected.digest:
            raise UserError(
                f"{target.name} has other values than when {run_id} was begun; measure them in a "
                "run of their own"
            )


def measure_target(
    store: Store,
    run_id: str,
    options: RunOptions,
    target: Target,
    codecs: Sequence[Codec],
    versions: Mapping[str, str],
    built: BuildResult,
    variables: Mapping[str, str] | None = None,
) -> None:
    """`variables` are of the drivers' environment, besides those of `programs.measured`."""
    from serbench.measure import environment
    from serbench.measure.schedule import Settings, measure
    from serbench.preparation.subjects import subject_of
    from serbench.proof import stored
    from serbench.report.answer import provisional
    from serbench.results.analysis import analyse
    from serbench.results.recorder import WorkloadRecorder
    from serbench.schema.leaves import mean_leaves

    waves = store.take_up(run_id, target.name)
    store.add_working_set(run_id, facts_of(target, mean_leaves(target.expected.path)))
    recorder = WorkloadRecorder(store, run_id, target.name, waves)
    subjects = []
    for codec in codecs:
        version = versions[codec.id]
        proven = stored.facts_of(codec.id, version)
        store.add_codec(run_id, target.name, replace(codec, traits=codec.traits + proven), version)
        subject = subject_of(codec, built, options.allocator)
        if isinstance(subject, Verdict):
            recorder.judged(codec.id, subject)
        else:
            told = {**subject.environment, **(variables or {})}
            subjects.append(replace(subject, environment=told))
    settings = Settings(
        operations=tuple(options.operations),
        budget_s=budget_s(options, codecs),
        precision=options.precision,
        smallest=smallest(options, codecs),
        processes=options.processes,
        seed=options.seed,
        cpus=environment.driver_cpus(),
    )

    def show_answer(waves: int) -> None:
        if waves in _SHOWN_AFTER:
            progress.show(provisional(analyse(store, run_id), target.name))

    with bar(f"measuring {target.name}") as progress, cache.scratch() as scratch:
        measured = measure(
            subjects,
            target.expected,
            settings,
            recorder,
            scratch,
            on_progress=lambda spent_s, doing: progress.update(spent_s, settings.budget_s, doing),
            on_wave=show_answer,
        )
    for sentence in measured.left_out:
        say(f"{target.name}: {sentence}")
    if sentence := _undecided(measured.outlook, settings.budget_s):
        say(f"{target.name}: {sentence}")


def _undecided(outlook: Outlook, budget_s: float) -> str:
    """What more time would be for, if for anything."""
    if not outlook.open:
        return ""
    said = f"{outlook.open:,} of {outlook.pairs:,} pairs of codecs of one language are not decided"
    if not outlook.further:
        return f"{said}, and a minute more would decide none"
    longer = f"--budget {budget_s + 60:.0f}"
    return f"{said}; a minute more would decide about {outlook.further:,}: {longer}"
