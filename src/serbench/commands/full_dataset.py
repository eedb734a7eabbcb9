"""`serbench verify --all`: every value of whole data sets through every codec."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec

from serbench.builders.codec import Codec
from serbench.catalog import all_codecs, choose, named
from serbench.commands.arguments import check_local
from serbench.commands.recording import recorded, unfinished
from serbench.errors import UserError
from serbench.machine import cache
from serbench.operations import BY_DEFAULT
from serbench.preparation.dataset import DataSet, Files, Generated, data_of, data_set, infer_here
from serbench.preparation.drivers import Drivers, availability, drivers_of
from serbench.preparation.readings import Target, from_stored, stored, typed
from serbench.proof.chunks import CHUNK_BYTES, chunks
from serbench.proof.full_dataset import Examined, ExaminedCodec, Misfit, problem_of
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
from serbench.terminal.progress import bar, say


@dataclass(frozen=True, slots=True)
class FullDatasetOptions:
    """What the command line says. `resume` holds the id or the tag of a run, or nothing, which is
    the latest that did not end; all else but `db` and the cluster is then that run's."""

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
    cluster: str = ""
    insecure_cluster: bool = False


class _Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a run is of, as its settings hold it. `census` are its targets, stored, `codecs` ids,
    `globs` what named them; `identity` is the data's when it began, and `checksum` that of their
    lines, "" if nobody had read them. On a cluster, parts of files are what chunks are here."""

    census: list[str]
    codecs: list[str]
    globs: list[str]
    operations: list[str]
    count: int | None
    narrow: bool
    seed: int
    chunk_bytes: int
    identity: list[str]
    checksum: str = ""
    on_cluster: bool = False


class Hands(Protocol):
    """Who reads the data and verifies them: this machine, or the workers of a cluster."""

    def data(self, targets: Sequence[Target], count: int | None, seed: int) -> Files | Generated:
        """What the targets name. Raises `UserError`."""

    def data_set(self, data: Files | Generated, narrow: bool) -> DataSet:
        """With its schema. Raises `UserError`."""

    def versions(self, codecs: Sequence[Codec]) -> dict[str, str]:
        """Of codecs' libraries, by the codecs' ids."""

    def build(
        self, dataset: DataSet, codecs: Sequence[Codec], operations: Sequence[str]
    ) -> Drivers:
        """The drivers of those that can be built."""

    def shared_out(
        self,
        dataset: DataSet,
        subjects: Sequence[ExaminedCodec],
        done: Collection[int],
        most_bytes: int,
    ) -> Iterator[Examined | Misfit]:
        """What became of all chunks but those that are done, as they are finished. Raises
        `UserError`."""

    def check(self, data: Files | Generated) -> None:
        """Raises `UserError` if the data changed meanwhile."""


class ThisMachine:
    """Processes that get chunks (`serbench.proof.worker_pool`)."""

    def data(self, targets: Sequence[Target], count: int | None, seed: int) -> Files | Generated:
        check_local([target.text for target in targets])
        return data_of(targets, count, seed)

    def data_set(self, data: Files | Generated, narrow: bool) -> DataSet:
        return data_set(data, lambda files: infer_here(files, narrow))

    def versions(self, codecs: Sequence[Codec]) -> dict[str, str]:
        return {codec.id: availability(codec).version for codec in codecs}

    def build(
        self, dataset: DataSet, codecs: Sequence[Codec], operations: Sequence[str]
    ) -> Drivers:
        return drivers_of(dataset.schema, dataset.name, codecs, operations)

    def shared_out(
        self,
        dataset: DataSet,
        subjects: Sequence[ExaminedCodec],
        done: Collection[int],
        most_bytes: int,
    ) -> Iterator[Examined | Misfit]:
        count = processes()
        say(bound(count))
        with cache.scratch() as scratch:
            work = Work(dataset.schema, tuple(subjects), scratch)
            yield from shared_out(chunks(dataset.data, done, most_bytes), work, count)

    def check(self, data: Files | Generated) -> None:
        data.check()


def run(options: FullDatasetOptions) -> FullDatasetResult:
    """Finds it, and keeps what became of each chunk at once. Raises `UserError` for what does not
    exist, for data that cannot be read or do not fit, and for data that changed meanwhile."""
    check_tag(options.tag)
    if not options.cluster:
        return run_by(options, ThisMachine())
    from serbench.cluster.connection import connected
    from serbench.cluster.verification import Workers

    with connected(options.cluster, insecure=options.insecure_cluster) as connection:
        return run_by(options, Workers(connection))


def run_by(options: FullDatasetOptions, hands: Hands) -> FullDatasetResult:
    """As `run`."""
    with Store(options.db) as store:
        earlier = "" if options.resume is None else _unfinished(store, options, options.resume)
        if earlier:
            plan, dataset = _again(store, earlier, options, hands)
        else:
            plan, dataset = _planned(options, hands)
        in_db = f"--db {shell(options.db)}"
        on_cluster = f" --cluster {shell(options.cluster)}" if options.cluster else ""
        with recorded(
            store,
            "census",
            msgspec.to_builtins(plan),
            options.tag,
            options.note,
            "what was found is kept; go on: serbench verify --all --resume RUN "
            f"{in_db}{on_cluster}",
            earlier,
        ) as record:
            if not earlier:
                codecs = _codecs(plan)
                versions = hands.versions(codecs)
                with store.at_once():
                    store.add_working_set(record.run, _facts(dataset))
                    for codec in codecs:
                        store.add_codec(record.run, dataset.name, codec, versions[codec.id])
            try:
                _examine(store, record.run, plan, dataset, hands)
            except UserError:
                say(f"what was found is kept: serbench report {record.run} {in_db}")
                hands.check(dataset.data)  # data that changed explain whatever it was
                raise
        return load_full_dataset(store, record.run)


def _planned(options: FullDatasetOptions, hands: Hands) -> tuple[_Plan, DataSet]:
    if not options.targets:
        raise UserError("--all: name data files, or a workload and --count")
    codecs = choose(options.languages, options.codecs)
    data = hands.data(options.targets, options.count, options.seed)
    dataset = hands.data_set(data, options.narrow)
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
        checksum=dataset.checksum,
        on_cluster=bool(options.cluster),
    )
    return plan, dataset


def _unfinished(store: Store, options: FullDatasetOptions, names: tuple[str, ...]) -> str:
    """The id of the run to go on with: the one named, or the latest that did not end."""
    others = FullDatasetOptions(
        (),
        operations=options.operations,
        db=options.db,
        resume=names,
        cluster=options.cluster,
        insecure_cluster=options.insecure_cluster,
    )
    if len(names) > 1 or options != others:
        raise UserError(
            "--resume takes one run, or none, --db and --cluster: all else is the run's"
        )
    run = unfinished(store, "census", "serbench verify --all", names)
    store.check_begun_here(run, "serbench verify --all FILE")
    return run


def _again(
    store: Store, run: str, options: FullDatasetOptions, hands: Hands
) -> tuple[_Plan, DataSet]:
    """The plan of that run and its data. Raises `UserError` if anything is not what it was."""
    plan = msgspec.convert(store.run_facts(run)["settings"], _Plan)
    if plan.on_cluster != bool(options.cluster):
        how = "add --cluster local:2, say" if plan.on_cluster else "leave out --cluster"
        raise UserError(
            f"{run} was begun {'on a cluster' if plan.on_cluster else 'without a cluster'}, where "
            f"its data are cut in other places; {how}"
        )
    data = hands.data(_targets(plan), plan.count, plan.seed)
    _refuse(data.changed(plan.identity), run, plan)  # before all is read for its schema
    dataset = hands.data_set(data, plan.narrow)
    [workload] = store.working_sets(run)
    if workload.schema != dataset.schema.fingerprint:
        _refuse("the schema has changed", run, plan)
    versions = hands.versions(_codecs(plan))
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


def _subjects(
    store: Store, run: str, plan: _Plan, dataset: DataSet, hands: Hands
) -> tuple[ExaminedCodec, ...]:
    """Those codecs that have a driver, and had one when the first chunk was examined."""
    codecs = _codecs(plan)
    built = hands.build(dataset, codecs, plan.operations)
    without = {codec for _, codec, *_ in store.rows_of("verdicts", run)}
    has_begun = bool(FullDatasetRecorder(store, run).done())
    for codec, why in built.verdicts.items():
        if codec not in without:
            if has_begun:
                raise UserError(f"{codec}: {why.note}; it was there when {run} began")
            store.insert("verdicts", run, dataset.name, codec, why.status, why.note, 0)
    return tuple(
        ExaminedCodec(codec.id, built.commands[codec.id])
        for codec in codecs
        if codec.id in built.commands and codec.id not in without
    )


def _examine(store: Store, run: str, plan: _Plan, dataset: DataSet, hands: Hands) -> None:
    subjects = _subjects(store, run, plan, dataset, hands)
    if not subjects:
        return
    recorder = FullDatasetRecorder(store, run)
    done = recorder.done()
    read, total = sum(done.values()), dataset.data.progress()[1]
    values, began_s = 0, time.monotonic()
    misfits = []
    with bar(f"verifying all of {dataset.name}") as progress:
        progress.update(read, total, "")
        for examined in hands.shared_out(dataset, subjects, done, plan.chunk_bytes):
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
    hands.check(dataset.data)
    seconds = time.monotonic() - began_s
    say(f"{values:,} values in {seconds:,.1f} s, {values / seconds:,.0f} a second")
    _check_lines(load_full_dataset(store, run), plan)


def _check_lines(result: FullDatasetResult, plan: _Plan) -> None:
    """That the lines that were verified are those that the schema was inferred from, each once.
    Raises `UserError`."""
    said = f"{result.values:,} lines of {result.line_bytes:,} bytes, checksum {result.checksum}"
    if not plan.checksum:
        say(said)
    elif plan.checksum == result.checksum:
        say(f"{said}: each line of the first reading, once")
    else:
        raise UserError(
            f"{said}: at the first reading it was {plan.checksum}, so that the data changed, or "
            f"lines were lost; begin anew: serbench verify --all {typed(_targets(plan))}"
        )


def _error(dataset: DataSet, misfit: Misfit) -> UserError:
    problem = problem_of(misfit, dataset.data.names[misfit.source])
    return dataset.data.error(misfit.source, misfit.number, problem)


def show(result: FullDatasetResult, form: str) -> None:
    from serbench.report.experiments import FULL_DATASET

    FULL_DATASET.show(result, form)


def is_negative(result: FullDatasetResult) -> bool:
    """Whether a value was lost, or a codec that was named does not hold all of them."""
    return result.is_negative(named(result.settings["globs"]))
