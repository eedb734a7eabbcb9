"""`serbench study`: a published experiment again, and how it compares."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serbench.builders import optimization
from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import all_codecs
from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.commands.recording import facts_of, recorded
from serbench.errors import UserError, check_known
from serbench.machine import cache, output_paths
from serbench.measure import status
from serbench.measure.fixed_iterations import expected_s, repeat
from serbench.measure.verification import Verdict
from serbench.preparation.drivers import availability, build_drivers
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget, resolve
from serbench.quoting import shell, shown_file
from serbench.results.runs import check_tag
from serbench.studies.registry import find
from serbench.studies.study import ObjectFiles, Scale, Study, StudyRow, select_rows
from serbench.terminal.progress import bar, duration, say

if TYPE_CHECKING:
    from serbench.results.store import Store
    from serbench.results.study_rows import StudyRecorder
    from serbench.studies.stored import StoredStudy

FLAGS = ("usual", "study")


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """What the command line says; None is the study's usual number."""

    name: str
    rows: tuple[str, ...] = ()
    size: str | None = None
    iterations: int | None = None
    repetitions: int | None = None
    as_published: bool = False
    flags: str = "usual"
    directory: Path = Path()
    tag: str = ""
    note: str = ""
    seed: int = 0
    db: Path = Path("serbench.duckdb")


@arguments.prints("table", "csv", "markdown")
def command(
    name: Annotated[str, typer.Argument(help="complex-objects, cpp-containers, …")],
    rows: Annotated[
        list[str] | None, typer.Argument(help="Rows or codecs; all by default.")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", help="small, medium or large, if the study has sizes.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", "--repeats", min=1, help="Timed iterations.")
    ] = None,
    count: Annotated[
        int | None,
        typer.Option("--count", "-n", min=1, help="Operations (or objects) in an iteration."),
    ] = None,
    as_published: Annotated[
        bool, typer.Option("--as-published", help="Repeat as often as the study did.")
    ] = False,
    flags: Annotated[
        str, typer.Option("--flags", help="usual, or study: compiled as the study's program was.")
    ] = "usual",
    directory: Annotated[
        Path, typer.Option("--dir", help="Write the files to this folder."), Reach.WRITES
    ] = Path(),
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    seed: arguments.Seed = 0,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    charts: Annotated[
        Path | None,
        typer.Option("--charts", help="Draw charts (SVG, PNG) into this directory."),
        Reach.WRITES,
    ] = None,
    _quiet: arguments.Quiet = False,
) -> None:
    if charts:
        output_paths.check_folder(charts)
    stored = run(
        StudyOptions(
            name=name,
            rows=tuple(rows or ()),
            size=size,
            iterations=iterations,
            repetitions=count,
            as_published=as_published,
            flags=flags,
            directory=directory,
            tag=tag,
            note=note,
            seed=seed,
            db=db,
        )
    )
    show(stored, form, write_charts(stored, charts) if charts else ())
    arguments.end(is_negative=is_negative(stored, tuple(rows or ())), finished=stored.finished)


def run(options: StudyOptions) -> StoredStudy:
    """Carries the study out, and gives what the results file then holds of it.

    Raises `UserError` for a study, row or size that does not exist.
    """
    from serbench.results.store import Store
    from serbench.studies.stored import load_study

    check_tag(options.tag)
    study = find(options.name)
    size = options.size or study.default_size
    check_known(f"size of {study.name}", size, study.sizes)
    check_known("flags", options.flags, FLAGS)
    if options.flags == "study" and not study.unoptimized:
        raise UserError(f"{study.name}: its program was compiled as drivers are; leave --flags out")
    rows = study.with_equal_rows(select_rows(study, options.rows))
    scale = scale_of(study, options)
    if study.object_files:
        run_id = _object_files(study, study.object_files, rows, size, scale, options)
    else:
        with Store(options.db) as store:  # before building: one that cannot be used costs no time
            run_id = _iterations(store, study, rows, size, scale, options)
    see = f"serbench report {run_id} --db {shell(options.db)}"
    say(f"kept in {shown_file(options.db)}; to see it again: {see}")
    with Store(options.db, read_only=True) as store:
        return load_study(store, run_id)


def scale_of(study: Study, options: StudyOptions) -> Scale:
    base = study.as_published if options.as_published else study.usual
    return Scale(options.iterations or base.iterations, options.repetitions or base.repetitions)


def _codec(row: StudyRow) -> Codec:
    [codec] = [codec for codec in all_codecs() if codec.id == row.codec]
    return codec


def _object_files(
    study: Study,
    object_files: ObjectFiles,
    rows: Sequence[StudyRow],
    size: str,
    scale: Scale,
    options: StudyOptions,
) -> str:
    from serbench.commands.files import FileOptions
    from serbench.commands.files import run as run_files

    result, _ = run_files(
        FileOptions(
            target=Target(study.sizes[size]),
            count=scale.repetitions,
            codecs=tuple(row.codec for row in rows),
            cores=object_files.cores,
            blocks=object_files.blocks,
            readings={row.codec: object_files.readings(row) for row in rows},
            repeats=scale.iterations,
            directory=options.directory,
            tag=options.tag,
            note=options.note,
            seed=options.seed,
            db=options.db,
            study=study.name,
        )
    )
    return result.run


def _iterations(
    store: Store,
    study: Study,
    rows: Sequence[StudyRow],
    size: str,
    scale: Scale,
    options: StudyOptions,
) -> str:

    seed = options.seed

    target = resolve(Target(study.sizes[size]), 1, seed)
    codecs = list(dict.fromkeys(map(_codec, rows)))
    operations = {name for row in rows for name in study.timed(row)}
    say(_outlook(study, rows, size, scale))
    level = 0 if options.flags == "study" else optimization.FULL
    with optimization.at(level):
        built = build_drivers(target, codecs, operations)
    settings = {
        "flags": options.flags,
        "study": study.name,
        "size": size,
        "rows": [row.label for row in rows],
        "iterations": scale.iterations,
        "repetitions": scale.repetitions,
        "seed": seed,
    }
    on_interrupt = "the drivers are ended, what was measured is kept"
    with recorded(store, "study", settings, options.tag, options.note, on_interrupt) as record:
        store.add_working_set(record.run, facts_of(target))
        for codec in codecs:
            store.add_codec(record.run, target.name, codec, availability(codec).version)
        groups = [
            (_recorder(store, record.run, target, study, group), group) for group in _groups(rows)
        ]
        for recorder, group in groups:
            _measure(recorder, study, group, target, built, scale, size, seed)
    return record.run


def _outlook(study: Study, rows: Sequence[StudyRow], size: str, scale: Scale) -> str:
    """What will be done, and about how long that takes."""
    operations = {row.label: study.timed(row) for row in rows}
    seconds = expected_s(operations, scale.iterations, scale.repetitions, study.operation_s[size])
    return (
        f"{study.name}: {len(rows)} rows, {sum(map(len, operations.values()))} operations, "
        f"{scale.iterations} iterations of {scale.repetitions:,} each: about {duration(seconds)} "
        "when the drivers are built"
    )


def _groups(rows: Sequence[StudyRow]) -> list[list[StudyRow]]:
    """Rows whose codecs differ are measured together; a codec's second row comes after."""
    groups: list[list[StudyRow]] = []
    for row in rows:
        for group in groups:
            if row.codec not in {r.codec for r in group}:
                group.append(row)
                break
        else:
            groups.append([row])
    return groups


def _recorder(
    store: Store, run_id: str, target: ResolvedTarget, study: Study, rows: Sequence[StudyRow]
) -> StudyRecorder:
    """One that has put down already which rows will be measured."""
    from serbench.results.study_rows import StudyRecorder

    recorder = StudyRecorder(store, run_id, target.name, {row.codec: row.label for row in rows})
    for row in rows:
        recorder.begun(row.codec, study.timed(row))
    return recorder


def _measure(
    recorder: StudyRecorder,
    study: Study,
    rows: Sequence[StudyRow],
    target: ResolvedTarget,
    built: BuildResult,
    scale: Scale,
    size: str,
    seed: int,
) -> None:
    from serbench.preparation.subjects import subject_of

    operations = {row.codec: study.timed(row) for row in rows}
    subjects = []
    for row in rows:
        subject = subject_of(_codec(row), built)
        if isinstance(subject, Verdict):
            recorder.judged(row.codec, subject)
        else:
            subjects.append(subject)
    with bar(f"{study.name}: {target.name}") as progress, cache.scratch() as scratch:
        repeat(
            subjects,
            target.expected,
            operations,
            scale.iterations,
            scale.repetitions,
            recorder,
            scratch,
            seed=seed,
            clock=time.monotonic,
            on_progress=progress.update,
            operation_s=study.operation_s[size],
        )


def write_charts(
    stored: StoredStudy, directory: Path, suffixes: Sequence[str] = ("svg", "png")
) -> list[str]:
    """The names of the files that were written into the directory."""
    from serbench.report import study_charts

    paths = study_charts.write_charts(stored.study, stored.outcome, directory, suffixes)
    return [path.name for path in paths]


def show(stored: StoredStudy, form: str, charts: Sequence[str] = ()) -> None:
    """Markdown shows the charts of these names as if it lay beside them."""
    from serbench.report.experiments import study_with

    study_with([name for name in charts if name.endswith(".svg")]).show(stored, form)


def is_negative(stored: StoredStudy, rows: Sequence[str]) -> bool:
    """As `status.is_negative`; `rows` were asked for by name."""
    from serbench.commands.files import is_negative as files_are_negative

    named = {row.codec for row in select_rows(stored.study, rows)} if rows else frozenset()
    if stored.outcome.files:
        return files_are_negative(stored.outcome.files, named)
    found = stored.outcome.found.values()
    return status.is_negative(((row.codec, row.verdict.status) for row in found), named)
