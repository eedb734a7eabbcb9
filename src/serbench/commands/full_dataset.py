"""`serbench verify --all`: every value of whole data sets through every codec."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import msgspec

from serbench.builders.codec import Codec
from serbench.catalog import all_codecs, choose, named
from serbench.commands.recording import recorded, unfinished
from serbench.errors import UserError
from serbench.machine import cache
from serbench.operations import BY_DEFAULT
from serbench.preparation.dataset import DataSet, data_of, data_set
from serbench.preparation.drivers import availability, build, why_not_built
from serbench.preparation.readings import Target, from_stored, stored, typed
from serbench.proof.chunks import CHUNK_BYTES, chunks
from serbench.proof.full_dataset import ExaminedCodec, Misfit
from serbench.proof.worker_pool import Work, bound, processes, shared_out
from serbench.quoting import shell
from serbench.results.full_dataset_rows import (
    FullDatasetRecorder,
    FullDatasetResult,
    load_full_dataset,
)
from serbench.results.rows import WorkloadFacts
from serbench.results.runs import check_tag
from serbench.results.store import Store
from serbench.schema.errors import ValueProblem
from serbench.terminal.progress import bar, say


@dataclass(frozen=True, slots=True)
class FullDatasetOptions:
    """What the command line says. `resume` holds the id or the tag of a run, or nothing, which is
    the latest that did not end; all else but `db` is then that run's."""

    targets: tuple[Target, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = BY_DEFAULT
    count: int | None = None
    narrow: bool = False
    seed: int = 0
    tag: str = ""
    note: str = ""
    db: Path = Path("serbench.duckdb")
    resume: tuple[str, ...] | None = None


class _Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a run is of, as its settings hold it. `census` are its targets, stored, `codecs` ids,
    `globs` what named them; `identity` is the data's when it began."""

    census: list[str]
    codecs: list[str]
    globs: list[str]
    operations: list[str]
    count: int | None
    narrow: bool
    seed: int
    chunk_bytes: int
    identity: list[str]


def run(options: FullDatasetOptions) -> FullDatasetResult:
    """Finds it, and keeps what became of each chunk at once. Raises `UserError` for what does not
    exist, for data that cannot be read or do not fit, and for data that changed meanwhile."""
    check_tag(options.tag)
    with Store(options.db) as store:
        earlier = "" if options.resume is None else _unfinished(store, options, options.resume)
        if earlier:
            plan, dataset = _again(store, earlier)
        else:
            plan, dataset = _planned(options)
        in_db = f"--db {shell(options.db)}"
        with recorded(
            store,
            "census",
            msgspec.to_builtins(plan),
            options.tag,
            options.note,
            f"what was found is kept; go on: serbench verify --all --resume RUN {in_db}",
            earlier,
        ) as record:
            if not earlier:
                with store.at_once():
                    store.add_working_set(record.run, _facts(dataset))
                    for codec in _codecs(plan):
                        store.add_codec(
                            record.run, dataset.name, codec, availability(codec).version
                        )
            try:
                _examine(store, record.run, plan, dataset)
            except UserError:
                say(f"what was found is kept: serbench report {record.run} {in_db}")
                dataset.data.check()  # data that changed explain whatever it was
                raise
        return load_full_dataset(store, record.run)


def _planned(options: FullDatasetOptions) -> tuple[_Plan, DataSet]:
    if not options.targets:
        raise UserError("--all: name data files, or a workload and --count")
    codecs = choose(options.languages, options.codecs)
    dataset = data_set(data_of(options.targets, options.count, options.seed), options.narrow)
    plan = _Plan(
        census=list(map(stored, options.targets)),
        codecs=[codec.id for codec in codecs],
        globs=list(options.codecs),
        operations=list(options.operations),
        count=options.count,
        narrow=options.narrow,
        seed=options.seed,
        chunk_bytes=CHUNK_BYTES,
        identity=dataset.data.identity,
    )
    return plan, dataset


def _unfinished(store: Store, options: FullDatasetOptions, names: tuple[str, ...]) -> str:
    """The id of the run to go on with: the one named, or the latest that did not end."""
    others = FullDatasetOptions((), operations=options.operations, db=options.db, resume=names)
    if len(names) > 1 or options != others:
        raise UserError("--resume takes one run, or none, and --db: all else is the run's")
    run = unfinished(store, "census", "serbench verify --all", names)
    store.check_begun_here(run, "serbench verify --all FILE")
    return run


def _again(store: Store, run: str) -> tuple[_Plan, DataSet]:
    """The plan of that run and its data. Raises `UserError` if anything is not what it was."""
    plan = msgspec.convert(store.run_facts(run)["settings"], _Plan)
    data = data_of(_targets(plan), plan.count, plan.seed)
    _refuse(data.changed(plan.identity), run, plan)  # before all is read for its schema
    dataset = data_set(data, plan.narrow)
    [workload] = store.working_sets(run)
    if workload.schema != dataset.schema.fingerprint:
        _refuse("the schema has changed", run, plan)
    versions = {codec.id: availability(codec).version for codec in _codecs(plan)}
    for record in store.codecs(run, workload.name):
        now = versions.get(record.codec)
        if record.version != now:
            _refuse(f"{record.codec} was {record.version} and is {now or 'gone'}", run, plan)
    return plan, dataset


def _refuse(changed: str, run: str, plan: _Plan) -> None:
    if changed:
        targets = typed(_targets(plan))
        raise UserError(
            f"{changed} since the run {run}; begin anew: serbench verify --all {targets}"
        )


def _targets(plan: _Plan) -> list[Target]:
    return list(map(from_stored, plan.census))


def _codecs(plan: _Plan) -> list[Codec]:
    return [codec for codec in all_codecs() if codec.id in plan.codecs]


def _facts(dataset: DataSet) -> WorkloadFacts:
    """Digests of chunks make none of a whole."""
    return WorkloadFacts(
        name=dataset.name,
        source=", ".join(dataset.data.names),
        values=dataset.values,
        json_bytes=dataset.json_bytes,
        digest="",
        schema=dataset.schema.fingerprint,
    )


def _subjects(store: Store, run: str, plan: _Plan, dataset: DataSet) -> tuple[ExaminedCodec, ...]:
    """Those codecs that have a driver, and had one when the first chunk was examined."""
    codecs = _codecs(plan)
    with bar(f"building {dataset.name}") as progress:
        built = build(dataset.schema, codecs, plan.operations, progress.update)
    without = {codec for _, codec, *_ in store.rows_of("verdicts", run)}
    has_begun = bool(FullDatasetRecorder(store, run).done())
    for codec in codecs:
        if (why := why_not_built(built, codec.id)) and codec.id not in without:
            if has_begun:
                raise UserError(f"{codec.id}: {why.note}; it was there when {run} began")
            store.insert("verdicts", run, dataset.name, codec.id, why.status, why.note, 0)
    return tuple(
        ExaminedCodec(codec.id, tuple(built.drivers[codec.id]))
        for codec in codecs
        if codec.id in built.drivers and codec.id not in without
    )


def _examine(store: Store, run: str, plan: _Plan, dataset: DataSet) -> None:
    subjects = _subjects(store, run, plan, dataset)
    if not subjects:
        return
    recorder = FullDatasetRecorder(store, run)
    done = recorder.done()
    read, total = sum(done.values()), dataset.data.progress()[1]
    count, values, began_s = processes(), 0, time.monotonic()
    say(bound(count))
    misfits = []
    with bar(f"verifying all of {dataset.name}") as progress, cache.scratch() as scratch:
        progress.update(read, total, "")
        work = Work(dataset.schema, subjects, scratch)
        for examined in shared_out(chunks(dataset.data, done, plan.chunk_bytes), work, count):
            if isinstance(examined, Misfit):
                misfits.append(examined)
                continue
            recorder.examined(examined)
            read += examined.read
            values += examined.values
            rate = values / (time.monotonic() - began_s)
            progress.update(read, total, f"{rate:,.0f} values/s")
    if misfits:
        raise _error(dataset, min(misfits, key=lambda misfit: misfit.chunk))
    dataset.data.check()
    seconds = time.monotonic() - began_s
    say(f"{values:,} values in {seconds:,.1f} s, {values / seconds:,.0f} a second")


def _error(dataset: DataSet, misfit: Misfit) -> UserError:
    advice = misfit.next_step
    if misfit.is_json:
        file = shell(dataset.data.names[misfit.source])
        advice = f"mend the value or the schema; a schema that fits: serbench infer {file}"
    problem = ValueProblem(misfit.path, misfit.cause, advice)
    return dataset.data.error(misfit.source, misfit.number, problem)


def show(result: FullDatasetResult, form: str) -> None:
    from serbench.report.experiments import FULL_DATASET

    FULL_DATASET.show(result, form)


def is_negative(result: FullDatasetResult) -> bool:
    """Whether a value was lost, or a codec that was named does not hold all of them."""
    return result.is_negative(named(result.settings["globs"]))
