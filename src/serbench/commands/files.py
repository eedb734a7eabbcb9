"""`serbench files`: objects written to a file, scanned and read at random."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import choose
from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.commands.recording import recorded
from serbench.errors import UserError, check_known
from serbench.languages.registry import LANGUAGES
from serbench.machine import output_paths, processors, watchdog
from serbench.machine.interrupts import terminable
from serbench.measure import file_time, protocol, random_list, status, storage
from serbench.measure.processes import Drivers
from serbench.measure.protocol import USUAL, Blocks, Description, DriverDeath, DriverError
from serbench.measure.storage import OPERATIONS, Plan, Stored
from serbench.measure.verification import Verdict, verify
from serbench.operations import EXTRA
from serbench.preparation import drivers
from serbench.preparation.drivers import build_drivers, why_not_built
from serbench.preparation.readings import Reading, Target, typed
from serbench.preparation.targets import ResolvedTarget, resolve_all, resolve_into
from serbench.quoting import shell, shown_file
from serbench.results.runs import check_tag
from serbench.terminal.progress import Bar, bar, duration, say

if TYPE_CHECKING:
    from serbench.results.file_rows import FileRecorder, FileResult
    from serbench.results.kinds import Kind
    from serbench.results.store import Store

# Values generated at most; beyond, they come again from the first.
MOST_DISTINCT = 100_000
MOST_GETS = 100_000
# About what it takes to generate one.
SECONDS_PER_VALUE = 1e-4
STEPS = ("deserialize", "decode", "borrow")


@dataclass(frozen=True, slots=True)
class FileOptions:
    """What the command line says. `cores` are `all` or numbers of processors joined by `+`;
    `readings` are those of codecs that are read in other ways than by `reading`; `study` is the one
    that this is a run of, if it is."""

    target: Target
    count: int
    distinct: int | None = None
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = OPERATIONS
    cores: tuple[str, ...] = ("all",)
    blocks: Blocks = field(default_factory=Blocks)
    reading: protocol.Reading = USUAL
    readings: Mapping[str, tuple[protocol.Reading, ...]] = field(default_factory=dict)
    repeats: int = 3
    cold: bool = True
    gets: int | None = None
    numbers: Path | None = None
    directory: Path = Path()
    fio: bool = False
    tag: str = ""
    note: str = ""
    narrow: bool = False
    seed: int = 0
    db: Path = Path("serbench.duckdb")
    study: str = ""


@arguments.reads()
@arguments.prints("table", "json", "csv", "study")
def command(
    read: Reading,
    target: Annotated[
        str, typer.Argument(help="A workload, a data file or a workload module."), Reach.TARGETS
    ],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Values.")] = 100_000,
    distinct: Annotated[
        int | None,
        typer.Option("--distinct", min=1, help="How many of them differ; 100,000 by default."),
    ] = None,
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    _codec_dir: arguments.CodecDir = None,
    op: Annotated[str, typer.Option("--op", help="write, scan, get.")] = "",
    cores: Annotated[
        str,
        typer.Option(
            "--cores", help="`all`, or the processors to pin to (0 or 0+1), separated by commas."
        ),
    ] = "all",
    threads: Annotated[
        int, typer.Option("--threads", min=1, help="Threads that scan and get use.")
    ] = 1,
    block: Annotated[int, typer.Option("--block", min=4096, help="Bytes per block.")] = 1 << 20,
    fsync: Annotated[
        str, typer.Option("--fsync", help="When to flush files to disk: `end` or `none`.")
    ] = "end",
    warm: Annotated[bool, typer.Option("--warm", help="Leave files in the page cache.")] = False,
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, help="How often each file is written and read.")
    ] = 3,
    gets: Annotated[
        int | None, typer.Option("--gets", min=1, help="How many values to get at random.")
    ] = None,
    step: Annotated[
        str,
        typer.Option(
            "--read-level",
            "--step",
            help="How far each value is read: deserialize, decode or borrow.",
        ),
    ] = "deserialize",
    keep: Annotated[
        bool,
        typer.Option(
            "--keep-values",
            "--keep",
            help="Keep the values that were read in memory until the end.",
        ),
    ] = False,
    page: Annotated[
        int, typer.Option("--page", min=0, help="Get by whole pages of so many bytes.")
    ] = 0,
    numbers: Annotated[
        Path | None,
        typer.Option(
            "--indices", "--list", help="A file of numbers to get; see `generate random-list`."
        ),
        Reach.READS,
    ] = None,
    directory: Annotated[
        Path, typer.Option("--dir", help="Write the files to this folder."), Reach.WRITES
    ] = Path(),
    fio: Annotated[bool, typer.Option("--fio", help="Compare with fio.")] = False,
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    narrow: arguments.Narrow = False,
    seed: arguments.Seed = 0,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    from serbench.catalog import named
    from serbench.measure.storage import OPERATIONS

    result, finished = run(
        FileOptions(
            target=read.of(target),
            count=count,
            distinct=distinct,
            languages=arguments.words(lang),
            codecs=tuple(codec or ()),
            operations=arguments.words(op) or OPERATIONS,
            cores=arguments.words(cores),
            blocks=protocol.Blocks(block, fsync, threads),
            reading=protocol.Reading(step, keep, page),
            repeats=repeats,
            cold=not warm,
            gets=gets,
            numbers=numbers,
            directory=directory,
            fio=fio,
            tag=tag,
            note=note,
            narrow=narrow,
            seed=seed,
            db=db,
        )
    )
    show(result, form)
    arguments.end(is_negative=is_negative(result, named(codec or ())), finished=finished)


def run(options: FileOptions) -> tuple[FileResult, bool]:
    """Carries the experiment out. Returns its result and whether it came to its end.

    Raises `UserError` before anything is written if something asked for does not exist or the
    disk is too small.
    """
    check_tag(options.tag)
    codecs = choose(options.languages, options.codecs)
    placements = {cores: _placement(cores) for cores in options.cores}
    check(options)
    from serbench.results.store import Store

    with Store(options.db) as store, _scratch(options.directory) as scratch:
        [sample] = resolve_all([options.target], None, options.seed, options.narrow)
        say(_outlook(options, codecs, sample))
        built = build_drivers(sample, codecs, {options.reading.step} & EXTRA)
        return _measure(store, options, codecs, sample, built, placements, scratch)


def _outlook(options: FileOptions, codecs: Sequence[Codec], sample: ResolvedTarget) -> str:
    """What will be done, and about how long that takes."""
    slowness = file_time.remembered_slowness()
    seconds = slowness * sum(
        storage.work(
            LANGUAGES[codec.language].jit,
            options.count,
            options.repeats,
            len(options.cores),
            len(options.readings.get(codec.id, (options.reading,))),
        ).seconds
        for codec in codecs
        if drivers.availability(codec).available
    )
    seconds += _distinct(options) * SECONDS_PER_VALUE
    building = drivers.expected_seconds(sample.schema, codecs, {options.reading.step})
    outlook = (
        f"{options.study or sample.name}: {len(codecs)} {'rows' if options.study else 'codecs'}, "
        f"{options.count:,} values, "
        f"{options.repeats} repeats, cores {' and '.join(options.cores)}: "
        f"about {duration(seconds)}"
    )
    return f"{outlook}, after {duration(building)} of building" if building else outlook


def show(result: FileResult, form: str) -> None:
    from serbench.report.experiments import FILES

    if form == "study":
        from serbench.report import file_table
        from serbench.studies.complex_objects import LABELS

        sys.stdout.write(file_table.study_lines(result, LABELS))
    else:
        FILES.show(result, form)


def is_negative(result: FileResult, named: Collection[str]) -> bool:
    """As `status.is_negative`."""
    return status.is_negative(((row.codec, row.status) for row in result.rows), named)


def check(options: FileOptions) -> None:
    for operation in options.operations:
        check_known("operation on files", operation, OPERATIONS)
    if options.blocks.fsync not in ("end", "none"):
        raise UserError(f"--fsync {options.blocks.fsync!r}: it is `end` or `none`")
    check_known("step", options.reading.step, STEPS)
    if not options.directory.is_dir():
        raise UserError(
            f"{shown_file(options.directory)}: no such directory; make it: "
            f"mkdir -p {shell(options.directory)}"
        )
    output_paths.check_folder(options.directory)
    if options.fio:
        from serbench.measure import fio

        fio.check()


def _placement(text: str) -> frozenset[int]:
    """Those that `text` names: none for `all`, which pins to none. Raises `UserError`."""
    if text == "all":
        return frozenset()
    if not processors.can_pin():
        raise UserError(f"--cores {text!r}: this system pins to no processor; say --cores all")
    allowed = processors.allowed()
    try:
        named = frozenset(int(number) for number in text.split("+"))
    except ValueError:
        raise UserError(f"--cores {text!r}: it is `all`, or numbers as in 0 or 0+2") from None
    if not named <= allowed:
        raise UserError(
            f"--cores {text!r}: the processors here are {', '.join(map(str, sorted(allowed)))}"
        )
    return named


@contextmanager
def _scratch(directory: Path) -> Iterator[Path]:
    """A directory for all that is written, removed whatever happens, SIGTERM included."""
    with (
        terminable(),
        tempfile.TemporaryDirectory(prefix="serbench-files-", dir=directory) as scratch,
    ):
        watchdog.removed(Path(scratch))
        yield Path(scratch)


def _measure(
    store: Store,
    options: FileOptions,
    codecs: Sequence[Codec],
    sample: ResolvedTarget,
    built: BuildResult,
    placements: dict[str, frozenset[int]],
    scratch: Path,
) -> tuple[FileResult, bool]:
    from serbench.results.file_rows import FileRecorder, load_files

    settings = {
        "files": typed([options.target]),
        "count": options.count,
        "cores": options.cores,
        "threads": options.blocks.threads,
        "block_bytes": options.blocks.block_bytes,
        "fsync": options.blocks.fsync,
        "repeats": options.repeats,
        "cold": options.cold,
        "step": options.reading.step,
        "keep": options.reading.keep,
        "page_bytes": options.reading.page_bytes,
        "narrow": options.narrow,
        "seed": options.seed,
    }
    if options.study:
        settings["study"] = options.study
    if storage.takes_all_turns(jit=True, count=options.count):
        settings["one_process"] = [codec.id for codec in codecs if LANGUAGES[codec.language].jit]
    on_interrupt = "the drivers are ended, the files removed; what was measured is kept"
    file_system = {"file system": _file_system(options.directory)}
    kind: Kind = "study" if options.study else "files"
    with recorded(
        store, kind, settings, options.tag, options.note, on_interrupt, **file_system
    ) as record:
        for codec in codecs:
            store.add_codec(record.run, sample.name, codec, drivers.availability(codec).version)
        recorder = FileRecorder(store, record.run, sample.name)
        with bar(f"proving {len(codecs)} codecs on {sample.name}") as progress:
            subjects, value_bytes = _proven(
                codecs, sample, built, recorder, options.reading.step, progress
            )
        if subjects:
            _check_room(options, sample, max(value_bytes.values()))
            _run_plan(options, subjects, sample, placements, scratch, recorder)
            if options.fio:
                _add_fio(options, value_bytes, recorder)
    return load_files(store, record.run), record.finished


def _proven(
    codecs: Sequence[Codec],
    sample: ResolvedTarget,
    built: BuildResult,
    recorder: storage.Recorder,
    step: str,
    progress: Bar,
) -> tuple[list[Stored], dict[str, float]]:
    """The codecs that bring a sample of the values back, and the bytes per value of each. Nothing
    is timed meanwhile, so that every processor proves one."""
    subjects: list[Stored] = []
    value_bytes: dict[str, float] = {}
    with Drivers.side_by_side(len(processors.allowed())) as (drivers_, pool):
        proofs = [
            pool.submit(_prove, codec, built.drivers[codec.id], sample, step, drivers_)
            if codec.id in built.drivers
            else None
            for codec in codecs
        ]
        for number, (codec, proof) in enumerate(zip(codecs, proofs, strict=True)):
            progress.update(number, len(codecs), codec.id)
            verdict = proof.result() if proof else why_not_built(built, codec.id)
            if isinstance(verdict, _Proven):
                subjects.append(verdict.subject)
                value_bytes[codec.id] = verdict.value_bytes
            elif verdict:
                recorder.ended(codec.id, "", verdict.status, verdict.note)
    return subjects, value_bytes


@dataclass(frozen=True, slots=True)
class _Proven:
    subject: Stored
    value_bytes: float


def _prove(
    codec: Codec, command: Sequence[str], sample: ResolvedTarget, step: str, drivers_: Drivers
) -> _Proven | Verdict:
    try:
        with drivers_.add(storage.launch_driver(command, frozenset())) as driver:
            described = driver.describe()
            if lack := _lack(described, step):
                return Verdict("unavailable", lack)
            verdict = verify(driver, sample.expected)
    except (DriverError, DriverDeath, OSError) as error:
        return Verdict("failed", str(error))
    if not verdict.proven:
        return verdict
    wire = codec.wire_of(sample.schema) or codec.id
    jit = LANGUAGES[codec.language].jit
    subject = Stored(codec.id, codec.language, tuple(command), wire, jit)
    return _Proven(subject, verdict.encoded_bytes / sample.expected.values)


def _lack(described: Description, step: str) -> str:
    """Why the driver cannot do what is asked for, if it cannot."""
    if not described.files:
        return "its driver writes no files"
    if step == "borrow" and step not in described.operations:
        return "it does not borrow"
    return ""


def _distinct(options: FileOptions) -> int:
    return min(options.count, options.distinct or MOST_DISTINCT)


def _check_room(options: FileOptions, sample: ResolvedTarget, value_bytes: float) -> None:
    """The values, an object file with its index, and one of the same size without a codec."""
    json_bytes = sample.json_bytes / sample.expected.values + 1
    wanted = _distinct(options) * json_bytes + options.count * (2 * value_bytes + 8 + 8)
    free = shutil.disk_usage(options.directory).free
    if wanted * 1.05 > free:
        raise UserError(
            f"{options.directory}: about {wanted / 1e9:,.1f} GB are needed and "
            f"{free / 1e9:,.1f} GB are free; take another --dir, or a smaller --count"
        )


def _run_plan(
    options: FileOptions,
    subjects: Sequence[Stored],
    sample: ResolvedTarget,
    placements: dict[str, frozenset[int]],
    scratch: Path,
    recorder: storage.Recorder,
) -> None:
    with bar(f"preparing {_distinct(options):,} values"):
        values = resolve_into(
            options.target,
            _distinct(options),
            options.seed,
            scratch / "values.jsonl",
            options.narrow,
        )
    numbers = options.numbers or scratch / "numbers.txt"
    if options.numbers is None:
        gets = options.gets or min(options.count, MOST_GETS)
        random_list.write(numbers, options.count, gets, options.seed)
    plan = Plan(
        values=values.expected.path,
        count=options.count,
        numbers=numbers,
        directory=scratch,
        placements=placements,
        operations=options.operations,
        blocks=options.blocks,
        readings={s.codec: options.readings.get(s.codec, (options.reading,)) for s in subjects},
        repeats=options.repeats,
        cold=options.cold,
        seed=options.seed,
    )
    with bar(f"object files of {sample.name}") as progress:
        pace = storage.run(
            subjects,
            _native(subjects),
            plan,
            recorder,
            on_progress=progress.update,
            slowness=file_time.remembered_slowness(),
        )
    file_time.remember(pace)


def _native(subjects: Sequence[Stored]) -> Stored:
    """The codec whose driver does what is raw: one without threads of a runtime, if any is
    there."""
    order = list(LANGUAGES)
    return min(
        subjects,
        key=lambda s: (not drivers.builder(s.language).single_threaded, order.index(s.language)),
    )


def _add_fio(options: FileOptions, value_bytes: dict[str, float], recorder: FileRecorder) -> None:
    from serbench.measure import fio

    mean = sum(value_bytes.values()) / len(value_bytes)
    bandwidths = fio.measure(
        options.directory,
        round(mean * options.count),
        options.blocks.block_bytes,
        round(mean),
        options.blocks.fsync == "end",
    )
    for bandwidth in bandwidths:
        recorder.compared(bandwidth.operation, bandwidth.bytes_per_s)


def _file_system(directory: Path) -> str:
    """Its type, from the longest mount point that the directory lies in."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return ""
    where = directory.resolve()
    under = [(len(m[1]), m[2]) for m in mounts if where.is_relative_to(m[1])]
    return max(under)[1] if under else ""
