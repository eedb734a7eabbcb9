"""`serbench interop`: every codec's bytes through every other codec of its wire."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import serbench
from serbench import cache
from serbench.build.codec import Codec
from serbench.catalog import choose
from serbench.errors import UserError, check_known
from serbench.measure import environment
from serbench.operations import CHIEF
from serbench.preparation.drivers import availability, build_drivers, why_not_built
from serbench.preparation.targets import Target, resolve_all
from serbench.progress import bar, say
from serbench.proof.interop import Lack, Subject, Values, interop
from serbench.results.interop_rows import InteropRecorder, InteropResult, load_interop
from serbench.results.rows import WorkloadFacts
from serbench.results.runs import check_tag
from serbench.results.store import Store

FORMS = ("table", "markdown", "json")


@dataclass(frozen=True, slots=True)
class InteropOptions:
    """What the command line says."""

    targets: tuple[str, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    count: int | None = None
    narrow: bool = False
    seed: int = 0
    tag: str = ""
    note: str = ""
    db: Path = Path("serbench.duckdb")


def run(options: InteropOptions) -> InteropResult:
    """Finds it, and keeps each cell at once. Raises `UserError` for what does not exist."""
    check_tag(options.tag)
    codecs = [codec for codec in choose(options.languages, options.codecs) if codec.wire]
    if not codecs:
        raise UserError("none of these codecs has a wire that another could read")
    with Store(options.db) as store:
        targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
        began = time.monotonic()
        run_id = store.begin_run(
            serbench.__version__,
            shlex.join(sys.argv),
            {"interop": True, "targets": options.targets, "seed": options.seed},
            environment.describe(),
            tag=options.tag,
            note=options.note,
        )
        status = "finished"
        try:
            for target in targets:
                _target(store, run_id, target, codecs)
        except KeyboardInterrupt:
            status = "interrupted"
            say("what was found is kept")
        store.end_run(run_id, status, time.monotonic() - began, environment.describe())
        return load_interop(store, run_id)


def _target(store: Store, run_id: str, target: Target, codecs: Sequence[Codec]) -> None:
    built = build_drivers(target, codecs, CHIEF)
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
    recorder = InteropRecorder(store, run_id, target.name)
    subjects = []
    for codec in codecs:
        store.add_codec(run_id, target.name, codec, availability(codec).version)
        if why := why_not_built(built, codec.id):
            said = f"{why.status}: {why.note}"
            recorder.found(Lack(wire=codec.wire, codec=codec.id, case="anything", said=said))
        else:
            subjects.append(Subject(codec, built.drivers[codec.id]))
    values = Values(target.schema, target.expected)
    with bar(f"reading each other's bytes: {target.name}") as progress, cache.scratch() as scratch:
        for found in interop(subjects, values, scratch, progress.update):
            recorder.found(found)


def check_form(form: str) -> None:
    check_known("format", form, FORMS)


def show(result: InteropResult, form: str) -> None:
    from serbench.report import interop as report

    match form:
        case "table":
            from rich.console import Console

            report.print_matrices(result, Console())
        case "markdown":
            sys.stdout.write(report.markdown(result))
        case _:
            print(report.as_json(result))
