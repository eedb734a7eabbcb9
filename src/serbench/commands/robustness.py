"""`serbench robustness`: what decoders make of bytes that went wrong."""

from __future__ import annotations

import shlex
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from serbench import cache
from serbench.build.codec import Codec
from serbench.build.driver import BuildResult
from serbench.catalog import choose
from serbench.commands.recording import facts_of, recorded
from serbench.errors import UserError, check_known
from serbench.measure.client import Driver, DriverDeath, DriverError
from serbench.measure.verification import verify
from serbench.operations import CHIEF
from serbench.preparation.drivers import availability, build_drivers, why_not_built
from serbench.preparation.targets import Target, resolve, resolve_all
from serbench.progress import Bar, bar, say
from serbench.proof.contained import encoded
from serbench.proof.robustness import Kept, Robustness, robustness
from serbench.results.robustness_rows import (
    RobustnessRecorder,
    RobustnessResult,
    load_robustness,
)
from serbench.results.runs import check_tag
from serbench.results.store import Store

FORMS = ("table", "markdown", "json")


@dataclass(frozen=True, slots=True)
class RobustnessOptions:
    """What the command line says. What ends a decoder is written to `keep`; `case` is such a file,
    decoded alone and nothing else."""

    targets: tuple[str, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    cases: int = 1000
    count: int | None = None
    seed: int = 0
    keep: Path = Path("robustness")
    case: Path | None = None
    tag: str = ""
    note: str = ""
    db: Path = Path("serbench.duckdb")


def run(options: RobustnessOptions) -> RobustnessResult:
    """Finds it, and keeps what is found of each codec at once. Raises `UserError` for what does
    not exist."""
    check_tag(options.tag)
    codecs = choose(options.languages, options.codecs)
    with Store(options.db) as store:
        targets = resolve_all(options.targets, options.count, options.seed)
        settings = {
            "robustness": True,
            "targets": options.targets,
            "cases": options.cases,
            "seed": options.seed,
        }
        said = "what was found is kept"
        with recorded(store, settings, options.tag, options.note, said) as record:
            for target in targets:
                _target(store, record.run, target, codecs, options)
        return load_robustness(store, record.run)


def _target(
    store: Store,
    run_id: str,
    target: Target,
    codecs: Sequence[Codec],
    options: RobustnessOptions,
) -> None:
    built = build_drivers(target, codecs, CHIEF)
    store.add_working_set(run_id, facts_of(target))
    recorder = RobustnessRecorder(store, run_id, target.name)
    with bar(f"wrong bytes: {target.name}") as progress, cache.scratch() as scratch:
        total = options.cases * len(codecs)
        foreign = _first_of_each_format(target, codecs, built, scratch)
        for number, codec in enumerate(codecs):
            version = availability(codec).version
            store.add_codec(run_id, target.name, codec, version)
            if why := why_not_built(built, codec.id):
                said = f"{why.status}: {why.note}"
                recorder.found(Robustness(codec=codec.id, version=version, unproven=said))
                continue
            told = partial(_tell, progress, number * options.cases, total, codec.id)
            its = robustness(
                codec,
                version,
                built.drivers[codec.id],
                target.schema,
                target.expected,
                [raw for format_, raw in foreign.items() if format_ != codec.format],
                scratch,
                cases=options.cases,
                seed=options.seed,
                on_progress=told,
            )
            recorder.found(its)
            for kept in its.kept:
                _write(options, target, codec, kept)


def _tell(progress: Bar, before: int, total: int, codec: str, done: int) -> None:
    progress.update(before + done, total, codec)


def _first_of_each_format(
    target: Target, codecs: Sequence[Codec], built: BuildResult, scratch: Path
) -> dict[str, bytes]:
    """The bytes of the first value in every format that the codecs have."""
    found: dict[str, bytes] = {}
    for codec in codecs:
        if codec.format in found or codec.id not in built.drivers:
            continue
        try:
            with Driver(built.drivers[codec.id]) as driver:
                if verify(driver, target.expected).proven:
                    found[codec.format] = encoded(driver, scratch / "dump")[0]
        except (DriverError, DriverDeath):
            continue  # it will be told of when its turn comes
    return found


def _write(options: RobustnessOptions, target: Target, codec: Codec, kept: Kept) -> None:
    """As `load` of docs/protocol.md reads it."""
    directory = options.keep / codec.id
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{target.name}-{options.seed}-{kept.number}"
    path.write_bytes(struct.pack("<I", len(kept.data)) + kept.data)
    say(
        f"{codec.id}: {kept.kind}; again: serbench robustness {shlex.quote(target.name)} "
        f"--codec {codec.id} --case {shlex.quote(str(path))}"
    )


def again(options: RobustnessOptions) -> bool:
    """Decodes the file of one case by one codec and says what became of it; whether the decoder
    lived. Raises `UserError` if several are named."""
    assert options.case
    codecs = choose(options.languages, options.codecs)
    if len(codecs) != 1 or len(options.targets) != 1:
        raise UserError("--case takes one target and one --codec")
    if not options.case.is_file():
        raise UserError(f"{options.case}: no such file; `serbench robustness` writes them")
    [codec] = codecs
    target = resolve(options.targets[0], options.count, options.seed)
    built = build_drivers(target, codecs, CHIEF)
    if why := why_not_built(built, codec.id):
        raise UserError(f"{codec.id}: {why.status}: {why.note}")
    with cache.scratch() as scratch:
        try:
            with Driver(built.drivers[codec.id]) as driver:
                loaded = driver.load(options.case, scratch / "outcomes")
        except (DriverError, DriverDeath) as end:
            print(f"{codec.id}: {end}")
            return False
    print(f"{codec.id}: {'refused' if loaded.refused else f'a value of digest {loaded.digest}'}")
    return True


def check_form(form: str) -> None:
    check_known("format", form, FORMS)


def show(result: RobustnessResult, form: str) -> None:
    from serbench.report import robustness as report

    match form:
        case "table":
            from rich.console import Console

            report.print_table(result, Console())
        case "markdown":
            sys.stdout.write(report.markdown(result))
        case _:
            print(report.as_json(result))
