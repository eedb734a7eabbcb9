"""`serbench study`: a published experiment again, and how it compares."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from serbench.build.codec import Codec
from serbench.build.driver import BuildResult
from serbench.catalog import all_codecs
from serbench.errors import check_known
from serbench.measure.repeats import Repeated, repeat
from serbench.measure.status import NEGATIVE
from serbench.measure.verification import Verdict
from serbench.preparation.drivers import build_drivers
from serbench.preparation.targets import Target, resolve
from serbench.progress import bar
from serbench.studies.registry import find
from serbench.studies.study import Outcome, Scale, Study, StudyRow, select_rows

FORMS = ("table", "markdown", "csv")


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """What the command line says; None is the study's usual number."""

    name: str
    rows: tuple[str, ...] = ()
    size: str | None = None
    iterations: int | None = None
    repetitions: int | None = None
    as_published: bool = False
    directory: Path = Path()
    seed: int = 0
    db: Path = Path("serbench.duckdb")


def run(options: StudyOptions) -> tuple[Study, Outcome, list[str]]:
    """The study, what was measured of it, and the facts of this machine.

    Raises `UserError` for a study, row or size that does not exist.
    """
    study = find(options.name)
    size = options.size or study.default_size
    check_known(f"size of {study.name}", size, study.sizes)
    rows = select_rows(study, options.rows)
    scale = scale_of(study, options)
    if study.object_files:
        outcome = _object_files(study, rows, size, scale, options)
    else:
        outcome = _iterations(study, rows, size, scale, options.seed)
    return study, outcome, _facts(rows)


def scale_of(study: Study, options: StudyOptions) -> Scale:
    base = study.as_published if options.as_published else study.usual
    return Scale(options.iterations or base.iterations, options.repetitions or base.repetitions)


def _codec(row: StudyRow) -> Codec:
    [codec] = [codec for codec in all_codecs() if codec.id == row.codec]
    return codec


def _facts(rows: Sequence[StudyRow]) -> list[str]:
    from serbench.measure import environment
    from serbench.preparation.drivers import availability

    machine = environment.describe()
    versions = []
    for codec in dict.fromkeys(map(_codec, rows)):
        if version := availability(codec).version:
            versions.append(f"{codec.id} {codec.library} {version}")
    return [
        "Measured on " + ", ".join(f"{k} {v}" for k, v in machine.items() if k != "load at start"),
        "Libraries: " + "; ".join(versions),
    ]


def _object_files(
    study: Study, rows: Sequence[StudyRow], size: str, scale: Scale, options: StudyOptions
) -> Outcome:
    from serbench.commands.files import FileOptions
    from serbench.commands.files import run as run_files
    from serbench.studies.complex_objects import CORES

    result, _ = run_files(
        FileOptions(
            target=study.sizes[size],
            count=scale.repetitions,
            codecs=tuple(row.codec for row in rows),
            cores=tuple(CORES),
            repeats=scale.iterations,
            directory=options.directory,
            seed=options.seed,
            db=options.db,
        )
    )
    return Outcome(size, scale, files=result)


def _iterations(
    study: Study, rows: Sequence[StudyRow], size: str, scale: Scale, seed: int
) -> Outcome:
    target = resolve(study.sizes[size], 1, seed)
    codecs = list(dict.fromkeys(map(_codec, rows)))
    operations = {name for row in rows for name in study.operations(row)}
    built = build_drivers(target, codecs, operations)
    found: dict[str, Repeated] = {}
    for group in _groups(rows):
        found |= _measure(study, group, target, built, scale, seed)
    return Outcome(size, scale, {row.label: found[row.label] for row in rows})


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


def _measure(
    study: Study,
    rows: Sequence[StudyRow],
    target: Target,
    built: BuildResult,
    scale: Scale,
    seed: int,
) -> dict[str, Repeated]:
    from serbench.preparation.subjects import subject_of

    found: dict[str, Repeated] = {}
    subjects = []
    for row in rows:
        subject = subject_of(_codec(row), built)
        if isinstance(subject, Verdict):
            found[row.label] = Repeated(row.codec, subject)
        else:
            subjects.append(subject)
    operations = {row.codec: study.operations(row) for row in rows}
    with bar(f"{study.name}: {target.name}") as progress, TemporaryDirectory() as scratch:
        timed = repeat(
            subjects,
            target.expected,
            operations,
            scale.iterations,
            scale.repetitions,
            Path(scratch),
            seed=seed,
            clock=time.monotonic,
            on_progress=progress.update,
        )
    labels = {row.codec: row.label for row in rows}
    return found | {labels[its.codec]: its for its in timed}


def check_form(form: str) -> None:
    check_known("format", form, FORMS)


def show(
    study: Study, outcome: Outcome, facts: Sequence[str], form: str, charts: Path | None
) -> None:
    """`charts` is a directory; Markdown shows the pictures as if it lay in it."""
    from serbench.report import study_page

    pictures: list[Path] = []
    if charts:
        from serbench.report.study_charts import write_charts

        pictures = write_charts(study, outcome, charts)

    match form:
        case "table":
            from rich.console import Console

            study_page.print_study(study, outcome, facts, Console())
        case "markdown":
            sys.stdout.write(
                study_page.markdown(
                    study, outcome, facts, [p.name for p in pictures if p.suffix == ".svg"]
                )
            )
        case _:
            sys.stdout.write(study_page.figures_csv(study, outcome))


def is_negative(outcome: Outcome) -> bool:
    """Whether a codec lost a value, crashed or did not build."""
    from serbench.commands.files import is_negative as files_are_negative

    statuses = {its.verdict.status for its in outcome.found.values()}
    return bool(statuses & NEGATIVE) or (
        outcome.files is not None and files_are_negative(outcome.files)
    )
