"""`serbench run`: prepare, build, prove, measure, report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import msgspec
import typer

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import choose, choose_core
from serbench.commands import arguments
from serbench.commands.recording import (
    add_codecs,
    facts_of,
    recorded,
    say_how_to_see,
    seen_later,
    unfinished,
)
from serbench.commands.run_options import (
    MOST_S,
    S_PER_CODEC,
    RunOptions,
    Where,
    budget_s,
    settings_of,
    smallest,
)
from serbench.errors import UserError
from serbench.machine import output_paths
from serbench.machine.interrupts import terminable
from serbench.preparation.drivers import (
    availability,
    build_drivers,
    expect_builds,
    look_around,
)
from serbench.preparation.readings import Reading, from_stored
from serbench.preparation.targets import ResolvedTarget, resolve_all
from serbench.preparation.timing import expect_timing
from serbench.results.rows import Result
from serbench.results.runs import check_tag
from serbench.terminal.progress import Bar, Plan, plan, say, waiting

if TYPE_CHECKING:
    from serbench.report.table import View
    from serbench.results.store import Store


# Seconds by the rule of thumb, on two idle cores: of reading or making the values of a target; of
# analysing the samples, with what a codec adds; of gathering what a page shows, and of drawing it.
_PREPARING_S = 0.1
_ANALYSING_S = (0.5, 0.02)
_GATHERING_S = 0.6
_DRAWING_S = 6.0

# A provisional answer is shown when there were so many waves.
_SHOWN_AFTER = {1, 2, 4, 8, 16, 32, 64}


@arguments.reads()
@arguments.prints("table", "json", "csv", "markdown", former=("json", "csv"))
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
            show_default=f"60, or {S_PER_CODEC} per codec if that is more, up to {MOST_S:.0f}",
        ),
    ] = None,
    precision: Annotated[
        float,
        typer.Option(
            "--precision",
            min=0.01,
            help="Stop measuring a codec when its intervals are within ± this percentage; end when "
            "all are.",
        ),
    ] = 2.0,
    smallest: Annotated[
        float | None,
        typer.Option(
            "--min-effect",
            "--smallest",
            min=0,
            help="Count differences below this percentage as none.",
            show_default="3 if C++, Rust or Go is measured in one layout, else 2",
        ),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes",
            min=1,
            help="Measure each codec in this many processes, or in more if time is left; in fewer "
            "if the budget ends.",
        ),
    ] = 5,
    layouts: Annotated[
        int,
        typer.Option(
            "--layouts",
            min=1,
            help="Link each driver of C++, Rust and Go this many times, each time with its code "
            "placed otherwise.",
        ),
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
    cluster: arguments.Cluster = "",
    insecure_cluster: arguments.InsecureCluster = False,
    on: Annotated[
        list[str] | None,
        typer.Option(
            "--on",
            metavar="SELECTOR",
            help="With --cluster: measure on the hosts that fit: name=TEXT, kind=TEXT (of the "
            "processor's model), worker=TEXT, or several with commas between them; * stands for "
            "any text. May be repeated.",
        ),
    ] = None,
    split: Annotated[
        bool,
        typer.Option(
            "--split",
            help="With --cluster: share the codecs out among hosts of one kind; some of each "
            "language are measured on all of them.",
        ),
    ] = False,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Continue an unfinished run: the one whose id or tag stands in place of TARGETS, "
            "or the latest.",
        ),
    ] = False,
    top: arguments.Top = None,
    sort: arguments.Sort = "",
    columns: arguments.Columns = "",
    baseline: arguments.Baseline = "",
    db: arguments.Db = arguments.DEFAULT_DB,
    html: arguments.Html = arguments.DEFAULT_HTML,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.catalog import named
    from serbench.commands import output
    from serbench.report.table import View
    from serbench.report.view import check, check_baseline
    from serbench.results.load_report import evidence_of

    arguments.check_all(all_, codec)
    view = View(top, sort=sort, columns=arguments.words(columns), baseline=baseline)
    check(view)
    if baseline and not resume:
        measured = choose_core(arguments.words(lang), tuple(codec or ()), all_)
        check_baseline(baseline, [one.id for one in measured])
    output_paths.check_file(html)
    options = RunOptions(
        targets=() if resume else arguments.named_targets(context, targets, sql, read),
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
        resume=arguments.resumed_runs(targets, sql, read) if resume else None,
    )
    if not cluster and (on or split or insecure_cluster):
        raise UserError("--on, --split and --insecure-cluster are of --cluster ADDRESS; name one")
    if cluster:
        where = Where(cluster, insecure_cluster, tuple(on or ()), split)
        _run_on_cluster(options, where, view, html, form)
    with plan("run") as whole:
        expect_page(whole)
        result, finished = run(options)
        with seen_later(result.run, db):
            if any(row.status == "measured" for row in result.rows):
                with waiting("gathering what the page shows", "gathering"):
                    evidence = evidence_of(db, result)
                output.write_html(result, html, evidence)
            else:
                forget_page(whole)
    with seen_later(result.run, db):
        output.show(result, form, view)
    arguments.end(is_negative=output.is_negative(result, named(codec or ())), finished=finished)


def _run_on_cluster(
    options: RunOptions, where: Where, view: View, html: Path, form: str
) -> NoReturn:
    from serbench.catalog import named
    from serbench.commands import output
    from serbench.commands.fleet import measured_on
    from serbench.report.experiments import fleet_beside
    from serbench.report.table import View

    if options.resume is not None:
        raise UserError("--resume and --cluster exclude each other: runs of hosts begin anew")
    if view != View(baseline=view.baseline):
        raise UserError("--top, --sort and --columns are of one host; leave them out")
    result, is_negative, finished = measured_on(
        options, where, named(options.codecs), view.baseline
    )
    experiment = fleet_beside(view.baseline)
    assert experiment.page
    output.write_page(experiment.page(result), html)
    experiment.show(result, form)
    arguments.end(is_negative=is_negative, finished=finished)


def run(options: RunOptions) -> tuple[Result, bool]:
    """Carries the run out. Returns its result and whether it came to its end uninterrupted.

    Raises `UserError` before anything is measured if something asked for does not exist.
    """
    from serbench.results.store import Store

    check_tag(options.tag)
    with plan("run"):
        if options.resume is not None:
            return _resumed(options, options.resume)
        with Store(
            options.db
        ) as store:  # before building: a file that cannot be used costs no time
            return _run(store, options, "")


def _resumed(options: RunOptions, names: tuple[str, ...]) -> tuple[Result, bool]:
    """Takes up a run that did not come to its end. Raises `UserError` if there is none."""
    from serbench.results.store import Store

    if len(names) > 1 or options != RunOptions((), db=options.db, resume=names):
        raise UserError("--resume takes one run, or none, and --db: all else is the run's")
    with Store(options.db) as store:
        run_id = unfinished(store, "run", "serbench run", names)
        store.check_begun_here(run_id, "serbench run FILE")
        settings = store.run_facts(run_id)["settings"]
        known = {field.name for field in fields(RunOptions)}
        known_settings = {key: value for key, value in settings.items() if key in known}
        known_settings["layouts"] = max(settings["layouts"].values(), default=1)
        if missing := {"languages", "codecs", "all_codecs"} - set(known_settings):
            raise UserError(f"{run_id} is of an earlier serbench: it has no {min(missing)}")
        targets = tuple(map(from_stored, known_settings.pop("targets")))
        known_settings |= {"targets": (), "db": options.db}
        resumed = replace(msgspec.convert(known_settings, RunOptions), targets=targets)
        return _run(store, resumed, run_id)


def _run(store: Store, options: RunOptions, going_on: str) -> tuple[Result, bool]:
    codecs = choose_core(options.languages, options.codecs, options.all_codecs)
    if not options.codecs and not options.all_codecs:
        every = len(choose(options.languages, ()))
        say(f"measuring the core set, {len(codecs)} of {every} codecs; --all measures every one")
    from serbench.measure import allocators

    allocators.check(options.allocator)
    done = store.ended_workloads(going_on) if going_on else frozenset()
    with plan() as whole:
        targets = _prepared(whole, options, codecs, done)
        look_around(codecs)
    builds = [
        build_drivers(target, codecs, options.operations, options.layouts) for target in targets
    ]
    versions = {codec.id: availability(codec).version for codec in codecs}
    return measure_all(store, options, targets, codecs, versions, builds, going_on)


def _prepared(
    whole: Plan, options: RunOptions, codecs: Sequence[Codec], done: Collection[str]
) -> list[ResolvedTarget]:
    """The targets; the plan then knows what comes. Workloads in `done` were measured before."""
    # Their names are not known before they are read.
    guessed = [f"target {number}" for number, _ in enumerate(options.targets)] or ["target"]
    whole.expect("preparing", _PREPARING_S * len(guessed), "preparing")
    expect_builds(whole, guessed, codecs)
    expect_measuring(whole, guessed, budget_s(options, codecs), len(codecs))
    with waiting("preparing the data", "preparing"):
        targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
    _forget(whole, guessed)
    names = [target.name for target in targets]
    expect_builds(whole, names, codecs)
    left = [name for name in names if name not in done]
    expect_measuring(whole, left, budget_s(options, codecs), len(codecs))
    return targets


def expect_measuring(whole: Plan, targets: Sequence[str], seconds: float, codecs: int) -> None:
    """Lets the plan have the parts of `measure_all`, with so many seconds for each target."""
    expect_timing(whole, targets, seconds, codecs)
    whole.expect(
        "analysing", _ANALYSING_S[0] + _ANALYSING_S[1] * codecs * len(targets), "analysing"
    )


def _forget(whole: Plan, targets: Iterable[str]) -> None:
    for target in targets:
        for part in ("build", "measure", "end"):
            whole.forget(f"{part} {target}")


def expect_page(whole: Plan) -> None:
    """Lets the plan have the parts of gathering what a page shows and of drawing it."""
    whole.expect("gathering", _GATHERING_S, "gathering")
    whole.expect("drawing", _DRAWING_S, "drawing")


def forget_page(whole: Plan) -> None:
    """There is nothing to draw."""
    whole.forget("gathering")
    whole.forget("drawing")


def measure_all(
    store: Store,
    options: RunOptions,
    targets: Sequence[ResolvedTarget],
    codecs: Sequence[Codec],
    versions: Mapping[str, str],
    builds: Sequence[BuildResult],
    going_on: str = "",
    *,
    shows_answer: bool = True,
) -> tuple[Result, bool]:
    """`versions` are of the codecs' libraries, by the codecs' ids; `going_on` is a run's id.
    `shows_answer` says that who leads is shown while measuring goes on: of copies nobody does."""
    from serbench.results.analysis import analyse

    layouts = {
        codec: 1 + len(further) for built in builds for codec, further in built.layouts.items()
    }
    settings = settings_of(options, targets, codecs, layouts)
    on_interrupt = (
        "the drivers are ended, what was measured is kept; go on: serbench run --resume RUN"
    )
    with (
        plan() as whole,
        recorded(
            store, "run", settings, options.tag, options.note, on_interrupt, going_on
        ) as record,
    ):
        done = store.ended_workloads(record.run)
        for target in targets:
            _check_same(store, record.run, target)
        for target, built in zip(targets, builds, strict=True):
            if target.name not in done:
                measure_target(
                    *(store, record.run, options, target, codecs, versions, built),
                    shows_answer=shows_answer,
                )
                store.insert("workload_ends", record.run, target.name)
    if not record.finished:
        say_how_to_see(record.run, options.db)
        _forget(whole, [target.name for target in targets])
    with seen_later(record.run, options.db), waiting("analysing the samples", "analysing"):
        result = analyse(store, record.run)
        store.add_cells(result.rows)
    return result, record.finished


def _check_same(store: Store, run_id: str, target: ResolvedTarget) -> None:
    """Raises `UserError` if a run that goes on was begun with other values."""
    for working_set in store.working_sets(run_id):
        if working_set.name == target.name and working_set.digest != target.expected.digest:
            raise UserError(
                f"{target.name} has other values than when {run_id} was begun; measure them in a "
                "run of their own"
            )


def measure_target(
    store: Store,
    run_id: str,
    options: RunOptions,
    target: ResolvedTarget,
    codecs: Sequence[Codec],
    versions: Mapping[str, str],
    built: BuildResult,
    variables: Mapping[str, str] | None = None,
    *,
    shows_answer: bool = False,
) -> None:
    """`variables` are of the drivers' environment, besides those of `programs.measured`. For
    `shows_answer` see `measure_all`."""
    from serbench.measure import environment
    from serbench.measure.settings import Settings
    from serbench.preparation.subjects import subjects_of
    from serbench.preparation.timing import timed
    from serbench.report.answer import provisional
    from serbench.results.analysis import analyse
    from serbench.results.recorder import WorkloadRecorder
    from serbench.schema.leaves import mean_leaves

    waves = store.take_up(run_id, target.name)
    store.add_working_set(run_id, facts_of(target, mean_leaves(target.expected.path)))
    recorder = WorkloadRecorder(store, run_id, target.name, waves)
    add_codecs(store, run_id, target, codecs, versions)
    subjects, verdicts = subjects_of(codecs, built, options.allocator, variables)
    for codec, verdict in verdicts.items():
        recorder.judged(codec, verdict)
    settings = Settings(
        operations=tuple(options.operations),
        budget_s=budget_s(options, codecs),
        precision=options.precision,
        smallest=smallest(options, codecs),
        processes=options.processes,
        seed=options.seed,
        cpus=environment.driver_cpus(),
    )

    def show_answer(progress: Bar, waves: int) -> None:
        if shows_answer and waves in _SHOWN_AFTER:
            progress.show(lambda: provisional(analyse(store, run_id), target.name))

    for sentence in timed(target.name, target.expected, subjects, settings, recorder, show_answer):
        say(f"{target.name}: {sentence}")
