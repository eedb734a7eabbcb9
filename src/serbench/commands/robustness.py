"""`serbench robustness`: what decoders make of bytes that went wrong."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from serbench.builders import instrumentation
from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import checked_twin, choose
from serbench.command_line.parameters import Reach
from serbench.commands import arguments, confinement
from serbench.commands.recording import facts_of, recorded
from serbench.errors import UserError
from serbench.languages.registry import LANGUAGES
from serbench.machine import cache, output_paths
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError
from serbench.measure.verification import verify
from serbench.operations import PRIMARY
from serbench.preparation.drivers import availability, build_drivers, why_not_built
from serbench.preparation.readings import Reading, Target, stored, typed
from serbench.preparation.targets import ResolvedTarget, resolve, resolve_all
from serbench.proof.crash_kinds import BAD, kind_of_refusal
from serbench.proof.decoder import GROWTH_BYTES, Decoder, Limits
from serbench.proof.reordered_schema import reversed_schema, reversed_values
from serbench.proof.robustness import Kept, Robustness, Trial, Writer, robustness
from serbench.proof.sandboxed_decoder import encoded
from serbench.quoting import shell
from serbench.report.text import plain
from serbench.results.robustness_rows import (
    RobustnessRecorder,
    RobustnessResult,
    load_robustness,
)
from serbench.results.runs import check_tag
from serbench.results.store import Store
from serbench.terminal.progress import Bar, bar, say


@dataclass(frozen=True, slots=True)
class RobustnessOptions:
    """What the command line says. `sanitize` asks for instrumented drivers, `other_schema` for
    bytes of another schema. What ends a decoder is written to `keep`; `case` is such a file,
    decoded alone and nothing else."""

    targets: tuple[Target, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    cases: int = 1000
    patience_s: float = 600
    count: int | None = None
    narrow: bool = False
    seed: int = 0
    sanitize: bool = False
    other_schema: bool = True
    keep: Path = Path("robustness")
    case: Path | None = None
    tag: str = ""
    note: str = ""
    db: Path = Path("serbench.duckdb")


@arguments.reads()
@arguments.prints("table", "json", "markdown")
def command(
    context: typer.Context,
    read: Reading,
    targets: arguments.SomeTargets = None,
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    of: arguments.Of = "",
    _codec_dir: arguments.CodecDir = None,
    cases: Annotated[int, typer.Option("--cases", min=1, help="Cases per codec.")] = 1000,
    patience: Annotated[
        float,
        typer.Option("--patience", min=1, help="Seconds after which a codec gets no more cases."),
    ] = 600,
    count: arguments.Count = None,
    keep: Annotated[
        Path,
        typer.Option(
            "--crashes", "--keep", help="Write the bytes that crashed a decoder to this folder."
        ),
        Reach.WRITES,
    ] = Path("robustness"),
    sanitize: Annotated[
        bool,
        typer.Option("--sanitize", help="Build drivers with sanitizers (C++, Rust, Go)."),
    ] = False,
    other_schema: Annotated[
        bool,
        typer.Option(
            "--other-schema/--no-other-schema",
            help="Also try bytes of another schema; this builds every driver once more.",
        ),
    ] = True,
    case: Annotated[
        Path | None,
        typer.Option("--case", help="Only decode the bytes of this saved case again."),
        Reach.READS,
    ] = None,
    narrow: arguments.Narrow = False,
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    seed: arguments.Seed = 0,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.catalog import named

    given = arguments.given_or_of(context, targets, codec, of, db, read)
    options = RobustnessOptions(
        targets=given.targets,
        languages=arguments.words(lang),
        codecs=given.codecs,
        cases=cases,
        patience_s=patience,
        count=count or given.count,
        narrow=narrow or given.narrow,
        seed=seed or given.seed,
        sanitize=sanitize,
        other_schema=other_schema,
        keep=keep,
        case=case,
        tag=tag,
        note=note,
        db=db,
    )
    if case:
        arguments.end(is_negative=not again(options))
    result = run(options)
    show(result, form)
    arguments.end(
        is_negative=result.is_negative(named(codec or ())), finished=result.status != "interrupted"
    )


def run(options: RobustnessOptions) -> RobustnessResult:
    """Finds it, and keeps what is found of each codec at once. Raises `UserError` for what does
    not exist."""
    check_tag(options.tag)
    output_paths.check_folder(options.keep)
    codecs = choose(options.languages, options.codecs)
    with Store(options.db) as store:
        resolved = resolve_all(options.targets, options.count, options.seed, options.narrow)
        targets = [target.lowered for target in resolved]
        settings = {
            "robustness": True,
            "targets": list(map(stored, options.targets)),
            "cases": options.cases,
            "patience_s": options.patience_s,
            "seed": options.seed,
            "sanitize": options.sanitize,
            "other_schema": options.other_schema,
            **confinement.setting(),
        }
        on_interrupt = "what was found is kept"
        with recorded(
            store, "robustness", settings, options.tag, options.note, on_interrupt
        ) as record:
            for named, target in zip(options.targets, targets, strict=True):
                with instrumentation.chosen(options.sanitize):
                    taken = confinement.admitted(
                        codecs, options.codecs, is_built_in=target.is_built_in, about=target.name
                    )
                    of_target = replace(options, targets=(named,))
                    _target(store, record.run, target, taken, of_target)
        return load_robustness(store, record.run)


def _target(
    store: Store,
    run_id: str,
    target: ResolvedTarget,
    codecs: Sequence[Codec],
    options: RobustnessOptions,
) -> None:
    built = build_drivers(target, codecs, PRIMARY)
    store.add_working_set(run_id, facts_of(target))
    recorder = RobustnessRecorder(store, run_id, target.name)
    sandbox = confinement.confined(codecs, target)
    with cache.scratch() as scratch:
        others = _others(target, codecs, built, scratch) if options.other_schema else {}
        with bar(f"wrong bytes: {target.name}") as progress:
            foreign = _first_of_each_format(target, codecs, built, scratch)
            for number, codec in enumerate(codecs):
                version = availability(codec).version
                store.add_codec(run_id, target.name, codec, version)
                if why := why_not_built(built, codec.id):
                    message = f"{why.status}: {why.note}"
                    recorder.found(Robustness(codec=codec.id, version=version, unproven=message))
                    continue
                total = options.cases * len(codecs)
                # The first batch may take long: it is this codec's, not the one's before.
                _tell(progress, number * options.cases, total, codec.id, 0)
                finding = robustness(
                    codec.id,
                    version,
                    Writer(built.drivers[codec.id], target.expected),
                    replace(_trial(target, codec, foreign, scratch, options), sandbox=sandbox),
                    others.get(codec.id),
                    partial(_tell, progress, number * options.cases, total, codec.id),
                )
                finding = msgspec.structs.replace(finding, checked=checked_twin(codec.id))
                recorder.found(finding)
                for kept in finding.kept:
                    _write(options, target, codec, kept)


def _trial(
    target: ResolvedTarget,
    codec: Codec,
    foreign: Mapping[str, bytes],
    scratch: Path,
    options: RobustnessOptions,
) -> Trial:
    return Trial(
        schema=target.schema,
        cases=options.cases,
        seed=options.seed,
        scratch=scratch,
        limits=_limits(codec, options),
        foreign=[raw for format_, raw in foreign.items() if format_ != codec.format],
        patience_s=options.patience_s,
    )


def _limits(codec: Codec, options: RobustnessOptions) -> Limits:
    """AddressSanitizer takes terabytes of addresses, has a limit of its own for what is used of
    them, and keeps what was freed."""
    if options.sanitize:
        return Limits(None, None)
    return Limits(growth_bytes=GROWTH_BYTES + LANGUAGES[codec.language].memory_bytes)


def _others(
    target: ResolvedTarget, codecs: Sequence[Codec], built: BuildResult, scratch: Path
) -> dict[str, Writer]:
    """The codecs' drivers for the reversed schema, where there is one."""
    turned = reversed_schema(target.schema)
    if turned is None:
        return {}
    expected = reversed_values(turned, target.expected.path, scratch / "reversed.jsonl")
    other = replace(target, name=f"{target.name}, reversed", schema=turned, expected=expected)
    found = build_drivers(other, [c for c in codecs if c.id in built.drivers], PRIMARY)
    return {codec: Writer(command, expected) for codec, command in found.drivers.items()}


def _tell(progress: Bar, before: int, total: int, codec: str, done: int) -> None:
    progress.update(before + done, total, codec)


def _first_of_each_format(
    target: ResolvedTarget, codecs: Sequence[Codec], built: BuildResult, scratch: Path
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


def _write(options: RobustnessOptions, target: ResolvedTarget, codec: Codec, kept: Kept) -> None:
    """As `load` of docs/protocol.md reads it."""
    directory = options.keep / codec.id
    path = directory / f"{target.name}-{options.seed}-{kept.number}"
    with output_paths.private_files():  # what was mutated is the user's data
        directory.mkdir(parents=True, exist_ok=True)
        with output_paths.replaced(path) as file:
            file.write(struct.pack("<I", len(kept.data)) + kept.data)
    more = " --narrow" * options.narrow + " --sanitize" * options.sanitize
    say(
        f"{codec.id}: {kept.kind}; again: serbench robustness {typed(options.targets)} "
        f"--codec {shell(codec.id)}{more} --case {shell(path)}"
    )


def again(options: RobustnessOptions) -> bool:
    """Decodes the file of one case by one codec and says what became of it; whether that is no bad
    kind. Raises `UserError` if several are named."""
    assert options.case
    codecs = choose(options.languages, options.codecs)
    if len(codecs) != 1 or len(options.targets) != 1:
        raise UserError("--case takes one target and one --codec")
    if not options.case.is_file():
        raise UserError(f"{options.case}: no such file; `serbench robustness` writes them")
    [codec] = codecs
    # Whoever wrote the file said what happens, and serbench did not need to.
    confinement.admitted(
        codecs, options.codecs, is_built_in=False, about=f"the case {options.case}"
    )
    target = resolve(options.targets[0], options.count, options.seed, options.narrow).lowered
    with instrumentation.chosen(options.sanitize):
        built = build_drivers(target, codecs, PRIMARY)
    if why := why_not_built(built, codec.id):
        raise UserError(f"{codec.id}: {why.status}: {why.note}")
    raw = options.case.read_bytes()
    if len(raw) < 4 or struct.unpack_from("<I", raw)[0] != len(raw) - 4:
        raise UserError(f"{options.case}: no case; `serbench robustness` writes them")
    with cache.scratch() as scratch:
        sandbox = confinement.confined(codecs)
        decoder = Decoder(built.drivers[codec.id], scratch, _limits(codec, options), sandbox)
        try:
            [outcome] = decoder.outcomes([raw[4:]])
        finally:
            decoder.end()
    if isinstance(outcome, tuple):
        kind, message = outcome
    elif outcome.canonical is None:
        kind, message = kind_of_refusal(outcome.refusal), outcome.refusal
    else:
        print(f"{codec.id}: a value")
        return True
    print(f"{codec.id}: {kind}: {plain(message)}")
    return kind not in BAD


def show(result: RobustnessResult, form: str) -> None:
    from serbench.report.experiments import ROBUSTNESS

    ROBUSTNESS.show(result, form)
