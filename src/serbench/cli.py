"""The table of contents: one function per subcommand, each handing on to a module."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar, get_type_hints

import typer

import serbench
from serbench import completion, places, progress
from serbench.errors import UserError, check_known
from serbench.help import Command, Commands
from serbench.interrupts import terminable
from serbench.parameters import Reach
from serbench.plain_text import plain_streams

if TYPE_CHECKING:
    from serbench.commands.recording import Measured
    from serbench.preparation.readings import Reading

Function = TypeVar("Function", bound=Callable[..., Any])

app = typer.Typer(
    cls=Commands,
    name="serbench",
    help="Which serialization library should I use for my data, in my languages?",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Exit status: 0; 1 if a codec lost a value, crashed, did not build or is not there "
    "though it was named, or if nothing could be measured; 2 for bad use; 130 after an interrupt.",
)


def command(name: str | None = None) -> Callable[[Function], Function]:
    """A subcommand, called as the function is if not otherwise."""
    return app.command(name, cls=Command)


BAD_USE = 2
NEGATIVE_VERDICT = 1
INTERRUPTED = 130

Targets = Annotated[
    list[str],
    typer.Argument(
        help="Workloads by name, data files, or workload modules (.py).",
        autocompletion=completion.targets,
    ),
    Reach.TARGETS,
]
SomeTargets = Annotated[
    list[str] | None,
    typer.Argument(
        help="Workloads by name, data files, or workload modules (.py).",
        autocompletion=completion.targets,
    ),
    Reach.TARGETS,
]
Langs = Annotated[
    str,
    typer.Option(
        "--lang",
        help="Of {languages}, separated by commas.",
        autocompletion=completion.languages,
    ),
]
Codecs = Annotated[
    list[str] | None,
    typer.Option(
        "--codec",
        help="Codecs by id, name or file (yours); * and ? fit anything. May be repeated.",
        autocompletion=completion.codecs,
    ),
    Reach.CODECS,
]
CodecDir = Annotated[
    Path | None,
    typer.Option(
        "--codec-dir",
        help="A folder of codecs of your own.",
        callback=lambda folder: bring_folder(folder),
    ),
    Reach.CODEC_FOLDER,
]
AllCodecs = Annotated[
    bool,
    typer.Option("--all", help="Every codec, not only the core set that is taken otherwise."),
]
Of = Annotated[
    str,
    typer.Option(
        "--of",
        metavar="RUN",
        help="The data and the codecs that this run measured, in place of TARGETS and --codec.",
    ),
]
Ops = Annotated[
    str,
    typer.Option(
        "--op",
        help="Of {operations}, separated by commas; `parts`: whole directions and what they "
        "consist of; `all`.",
        show_default="serialize,deserialize",
        autocompletion=completion.operations,
    ),
]
Count = Annotated[
    int | None, typer.Option("--count", "-n", min=1, help="Values in the working set, at most.")
]
Seed = Annotated[int, typer.Option("--seed", help="For generated values and for the order.")]
Tag = Annotated[
    str, typer.Option("--tag", help="A name for the run; the latest that has it is meant.")
]
Note = Annotated[str, typer.Option("--note", help="Any text, kept with the run.")]
Narrow = Annotated[
    bool,
    typer.Option(
        "--narrow",
        help="In schemas of data files: the narrowest type that holds all integers of a field.",
    ),
]
Unions = Annotated[
    bool,
    typer.Option(
        "--unions",
        help="In schemas of data files and --schema: native unions for fields of several types, "
        "which few codecs hold; else they are the text of their JSON.",
    ),
]
At = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="PATH",
        help="Of data files, what stands at this path in each value: '$.features[]' the elements "
        "of a list, '$[\"any name\"][]', '$.entry[].resource'.",
    ),
]
TextColumns = Annotated[
    str,
    typer.Option(
        "--text-columns",
        help="Columns of CSV files that stay text, by name, separated by commas; or `all`.",
    ),
]
EmptyField = Annotated[
    str,
    typer.Option(
        "--empty",
        help="What an empty field of a CSV file is: null, or text (the empty one).",
        show_default='null, and "" the empty text',
    ),
]
Db = Annotated[Path, typer.Option("--db", help="The results file."), Reach.WRITES]
Sql = Annotated[
    list[str] | None,
    typer.Option("--sql", help="A target: what DuckDB answers to this query, row by row."),
    Reach.QUERIES,
]
SchemaFile = Annotated[
    Path | None,
    typer.Option(
        "--schema",
        help="The types of data files, in place of inference: .avsc, .json, .proto, or "
        "file.proto:package.Message.",
    ),
    Reach.READS,
]
ProtoPath = Annotated[
    list[Path] | None,
    typer.Option(
        "--proto-path",
        metavar="DIR",
        help="Where imports of a .proto are looked for first; else in its folder and those above "
        "it. May be repeated.",
    ),
    Reach.READS,
]
Sample = Annotated[
    int | None,
    typer.Option(
        "--sample",
        metavar="MIB",
        min=1,
        help="Of data files that are too large to read whole, so many MiB, drawn by the seed.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="A JSON array on standard output.")]
Csv = Annotated[bool, typer.Option("--csv", help="CSV on standard output.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Markdown on standard output.")]
Html = Annotated[
    Path, typer.Option("--html", help="Where the HTML report is written."), Reach.WRITES
]
Top = Annotated[
    int | None,
    typer.Option(
        "--top", min=0, help="Codecs of each table, 0 for all.", show_default="8 in a terminal"
    ),
]
Sort = Annotated[
    str,
    typer.Option(
        "--sort",
        help="Sort tables by an operation, bytes, gzip, zstd or codec.",
        show_default="serialize + deserialize",
    ),
]
Columns = Annotated[
    str,
    typer.Option(
        "--columns",
        help="Beside times show these: bytes, gzip, zstd, ratio, memcpy, allocs.",
        show_default="what fits",
    ),
]
Baseline = Annotated[
    str,
    typer.Option(
        "--baseline", help="Ratios are to this codec.", show_default="the fastest of the table"
    ),
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="No progress, only results.", callback=progress.be_quiet),
]
DEFAULT_DB = Path("serbench.duckdb")
DEFAULT_HTML = Path("report.html")


def _reading(
    schema: SchemaFile = None,
    proto_path: ProtoPath = None,
    sample: Sample = None,
    at: At = "",
    unions: Unions = False,
    text_columns: TextColumns = "",
    empty: EmptyField = "",
) -> Reading:
    """Of the options that commands have by `reads`."""
    from serbench.preparation.readings import reading

    return reading(schema, proto_path or (), at, sample, unions, _words(text_columns), empty)


def reads(*without: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """For a command that takes data files: in place of its parameter `read`, a `Reading`, the
    command line has the options of `_reading` but those."""

    def with_options(function: Callable[..., None]) -> Callable[..., None]:
        options = [o for o in signature(_reading).parameters.values() if o.name not in without]
        parameters = [p for p in signature(function).parameters.values() if p.name != "read"]

        def reading(**given: Any) -> None:
            read = _reading(**{option.name: given.pop(option.name) for option in options})
            function(read=read, **given)

        # Not by `functools.wraps`: whoever unwraps it would not see the options, and that some of
        # them reach files.
        reading.__name__, reading.__doc__ = function.__name__, function.__doc__
        reading.__annotations__ = {p.name: p.annotation for p in (*parameters, *options)}
        hints = get_type_hints(reading, include_extras=True)
        reading.__signature__ = Signature(  # type: ignore[attr-defined]
            [
                p.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[p.name])
                for p in (*parameters, *options)
            ]
        )
        return reading

    return with_options


def main() -> NoReturn:
    with plain_streams():
        _main()


def _main() -> NoReturn:
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # what cannot be written is an error here, and not after the end
    except UserError as error:
        print(f"serbench: {error}", file=sys.stderr)
        sys.exit(BAD_USE)
    except (KeyboardInterrupt, SystemExit) as end:
        # typer turns an interrupt into a silent exit.
        if isinstance(end, SystemExit) and end.code != INTERRUPTED:
            raise
        print("serbench: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has gone, as `head` does; Python would complain at exit.
        sys.stdout = None
        sys.exit(0)
    except OSError as error:
        sys.stdout = None
        print(f"serbench: {_told(error)}", file=sys.stderr)
        sys.exit(BAD_USE)
    except Exception as error:
        # Of figures that somebody else wrote, a table or page may fail that holds for ours.
        provenance = sys.modules.get("serbench.results.provenance")
        why = provenance.why_it_failed(error) if provenance else None
        if why is None:
            raise
        print(f"serbench: {why}", file=sys.stderr)
        sys.exit(BAD_USE)
    sys.exit(0)


def _told(error: OSError) -> str:
    """What was read or written where nobody expected it to fail."""
    told = f"{error.filename or 'a file'}: {error.strerror or error}"
    if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return told
    from serbench import cache
    from serbench.schema.errors import shell

    return f"{told}; make room, see: df -h . {shell(cache.home())}"


def version(wanted: bool) -> None:
    if wanted:
        print(f"serbench {serbench.__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Which serialization library should I use for my data, in my languages?"""
    if Path("serbench.toml").is_file():  # most folders have none; reading it takes imports
        from serbench import configuration

        group: Any = context.command
        if found := configuration.load(Path(), group.commands):
            context.obj = found  # asked by each command before it begins: see `serbench.help`
            context.default_map = found.defaults()


def bring_folder(folder: Path | None) -> None:
    if folder:
        from serbench import catalog, own_codecs

        catalog.bring(own_codecs.in_folder(folder))


@command("run")
@reads()
@terminable()
def run_(
    context: typer.Context,
    read: Reading,
    targets: SomeTargets = None,
    lang: Langs = "",
    codec: Codecs = None,
    all_: AllCodecs = False,
    _codec_dir: CodecDir = None,
    sql: Sql = None,
    op: Ops = "",
    count: Count = None,
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
        float, typer.Option("--precision", min=0.01, help="Stop at this half-width, in percent.")
    ] = 2.0,
    smallest: Annotated[
        float | None,
        typer.Option(
            "--smallest",
            min=0,
            help="Call no smaller difference one, in percent.",
            show_default="3, or 2 with --layouts",
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option("--processes", min=1, help="Processes per codec, at least.")
    ] = 5,
    layouts: Annotated[
        int, typer.Option("--layouts", min=1, help="Link each driver in so many layouts.")
    ] = 1,
    allocator: Annotated[
        str, typer.Option("--allocator", help="For C++ and Rust: system, or mimalloc preloaded.")
    ] = "system",
    tag: Tag = "",
    note: Note = "",
    narrow: Narrow = False,
    seed: Seed = 0,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Go on with the run named in place of targets, or the latest that is unfinished.",
        ),
    ] = False,
    top: Top = None,
    sort: Sort = "",
    columns: Columns = "",
    baseline: Baseline = "",
    db: Db = DEFAULT_DB,
    html: Html = DEFAULT_HTML,
    json: Json = False,
    csv: Csv = False,
    _quiet: Quiet = False,
) -> None:
    """Check that every value survives, then measure the codecs."""
    from serbench.catalog import choose_core, named
    from serbench.commands import output
    from serbench.commands.recording import seen_later
    from serbench.commands.run import RunOptions, run
    from serbench.report.table import View
    from serbench.report.view import check, check_baseline
    from serbench.results.gathering import evidence_of

    output.check_forms(json, csv)
    _check_all(all_, codec)
    view = View(top, sort=sort, columns=_words(columns), baseline=baseline)
    check(view)
    if baseline and not resume:
        measured = choose_core(_words(lang), tuple(codec or ()), all_)
        check_baseline(baseline, [one.id for one in measured])
    places.check_file(html)
    result, finished = run(
        RunOptions(
            targets=_named(context, targets, resume, sql, read),
            languages=_words(lang),
            codecs=tuple(codec or ()),
            all_codecs=all_,
            operations=_operations(op),
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
            with progress.waiting("gathering what the page shows"):
                evidence = evidence_of(db, result)
            output.write_html(result, html, evidence)
        output.show(result, json=json, csv=csv, view=view)
    if not finished:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if output.is_negative(result, named(codec or ())) else 0)


new = typer.Typer(no_args_is_help=True, help="Start a codec of your own.")
app.add_typer(new, name="new")


@new.command("codec", cls=Command)
def new_codec(
    language: Annotated[
        str, typer.Argument(help="Of {languages}.", autocompletion=completion.languages)
    ],
    name: Annotated[str, typer.Argument(help="What it is to be called: my-codec")],
    folder: Annotated[
        Path,
        typer.Option("--dir", help="Where the file is written.", show_default="here"),
        Reach.WRITES,
    ] = Path(),
) -> None:
    """Write a working codec file as a starting point."""
    from serbench.commands.new_codec import write_skeleton

    write_skeleton(language, name, folder)


@command("list")
def list_(
    what: Annotated[
        str | None, typer.Argument(help="codecs, workloads, operations or runs")
    ] = None,
    lang: Langs = "",
    long: Annotated[
        bool, typer.Option("--long", "-l", help="Of codecs the libraries and traits as well.")
    ] = False,
    db: Db = DEFAULT_DB,
    json: Json = False,
) -> None:
    """List codecs, workloads, operations or stored runs."""
    from serbench.commands import listing

    if what is None:
        listing.show_kinds()
        return
    listing.show(what, languages=_words(lang), db=db, json=json, long=long)


@command()
@reads("schema", "proto_path", "sample")
def infer(
    read: Reading,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="JSON (.gz, .bz2 and .zst as well), CSV, Parquet, Arrow, Avro, MessagePack, CBOR "
            "or BSON."
        ),
        Reach.READS,
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where the module is written; standard output if none."),
        Reach.WRITES,
    ] = None,
    narrow: Narrow = False,
    _quiet: Quiet = False,
) -> None:
    """Infer a schema from data files and write it as a module to edit."""
    from serbench.commands import infer as inference

    inference.write_module(files, out, narrow, read)


@command()
def generate(
    workload: Annotated[str, typer.Argument(help="A workload's name."), Reach.TARGETS],
    count: Annotated[
        int | None, typer.Option("--count", "-n", min=1, help="How many values.")
    ] = None,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", help="File; .gz, .bz2 and .zst compress. - is stdout."),
        Reach.WRITES,
    ] = Path("-"),
    below: Annotated[
        int | None, typer.Option("--below", min=1, help="random-list: numbers are below this.")
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="random-list: no number comes twice.")
    ] = False,
    seed: Seed = 0,
    _quiet: Quiet = False,
) -> None:
    """Write a workload's values as JSON Lines."""
    from serbench.commands import generate as generation

    if workload == "random-list":
        generation.write_random_list(below, count, seed, unique, out)
    else:
        generation.write_values(workload, count, seed, out)


@command()
@reads()
def verify(
    context: typer.Context,
    read: Reading,
    targets: SomeTargets = None,
    lang: Langs = "",
    codec: Codecs = None,
    _codec_dir: CodecDir = None,
    sql: Sql = None,
    op: Ops = "",
    count: Count = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Every value of data files of any size, kept as a run.")
    ] = False,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="--all: go on with the run named in place of targets, or the latest unfinished.",
        ),
    ] = False,
    tag: Tag = "",
    note: Note = "",
    narrow: Narrow = False,
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Check that every value survives, within and across languages."""
    if all_:
        if read.unions:
            raise UserError(
                "--all takes unions from a module: serbench infer FILE --unions -o file.py; "
                "serbench verify --all file.py"
            )
        from serbench.commands import census

        result = census.run(
            census.CensusOptions(
                targets=_named(context, targets, resume, sql, read),
                languages=_words(lang),
                codecs=tuple(codec or ()),
                operations=_operations(op),
                count=count,
                narrow=narrow,
                seed=seed,
                tag=tag,
                note=note,
                db=db,
                resume=resume,
            )
        )
        census.show(result, "json" if json else "table")
        if result.status == "interrupted":
            raise typer.Exit(INTERRUPTED)
        raise typer.Exit(NEGATIVE_VERDICT if census.is_negative(result) else 0)
    if resume or tag or note:
        raise UserError("--resume, --tag and --note are of runs: verify --all FILE…")
    from serbench.commands.verify import VerifyOptions, show

    options = VerifyOptions(
        targets=_named(context, targets, False, sql, read),
        languages=_words(lang),
        codecs=tuple(codec or ()),
        operations=_operations(op),
        count=count,
        narrow=narrow,
        seed=seed,
    )
    raise typer.Exit(0 if show(options, json) else NEGATIVE_VERDICT)


@command()
@reads()
def interop(
    context: typer.Context,
    read: Reading,
    targets: SomeTargets = None,
    lang: Langs = "",
    codec: Codecs = None,
    of: Of = "",
    _codec_dir: CodecDir = None,
    count: Count = None,
    narrow: Narrow = False,
    tag: Tag = "",
    note: Note = "",
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or json.")] = "table",
    _quiet: Quiet = False,
) -> None:
    """Show which codecs read each other's bytes."""
    from serbench.catalog import named
    from serbench.commands import interop as experiment

    experiment.check_form(form)
    given = _given(context, targets, codec, of, db, read)
    result = experiment.run(
        experiment.InteropOptions(
            targets=given.targets,
            languages=_words(lang),
            codecs=given.codecs,
            count=count or given.count,
            narrow=narrow or given.narrow,
            seed=seed or given.seed,
            tag=tag,
            note=note,
            db=db,
        )
    )
    experiment.show(result, form)
    if result.status == "interrupted":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if result.is_negative(named(codec or ())) else 0)


@command()
@reads()
def robustness(
    context: typer.Context,
    read: Reading,
    targets: SomeTargets = None,
    lang: Langs = "",
    codec: Codecs = None,
    of: Of = "",
    _codec_dir: CodecDir = None,
    cases: Annotated[int, typer.Option("--cases", min=1, help="Of each codec.")] = 1000,
    count: Count = None,
    keep: Annotated[
        Path,
        typer.Option("--keep", help="Where bytes that ended a decoder are written."),
        Reach.WRITES,
    ] = Path("robustness"),
    sanitize: Annotated[
        bool,
        typer.Option("--sanitize", help="Drivers that notice undefined behaviour (C++, Rust, Go)."),
    ] = False,
    other_schema: Annotated[
        bool,
        typer.Option(
            "--other-schema/--no-other-schema",
            help="Bytes of another schema, for which every driver is built once more.",
        ),
    ] = True,
    case: Annotated[
        Path | None,
        typer.Option("--case", help="Decode such bytes again, and nothing else."),
        Reach.READS,
    ] = None,
    narrow: Narrow = False,
    tag: Tag = "",
    note: Note = "",
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or json.")] = "table",
    _quiet: Quiet = False,
) -> None:
    """Give decoders corrupted bytes and see what they do."""
    from serbench.catalog import named
    from serbench.commands import robustness as experiment

    experiment.check_form(form)
    given = _given(context, targets, codec, of, db, read)
    options = experiment.RobustnessOptions(
        targets=given.targets,
        languages=_words(lang),
        codecs=given.codecs,
        cases=cases,
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
        raise typer.Exit(0 if experiment.again(options) else NEGATIVE_VERDICT)
    result = experiment.run(options)
    experiment.show(result, form)
    if result.status == "interrupted":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if result.is_negative(named(codec or ())) else 0)


@command()
@reads()
def evolve(
    context: typer.Context,
    read: Reading,
    targets: Annotated[
        list[str] | None,
        typer.Argument(help="Workloads or data files; `order` if not said."),
        Reach.TARGETS,
    ] = None,
    lang: Langs = "",
    codec: Codecs = None,
    of: Of = "",
    _codec_dir: CodecDir = None,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", help="A rule by which schemas grow; repeatable.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Values.")] = 20,
    narrow: Narrow = False,
    tag: Tag = "",
    note: Note = "",
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or json.")] = "table",
    _quiet: Quiet = False,
) -> None:
    """Change the schema and see which codecs still read old bytes."""
    from serbench.catalog import named
    from serbench.commands import evolve as experiment

    experiment.check_form(form)
    given = _given(context, targets or ["order"] * (not of), codec, of, db, read)
    result = experiment.run(
        experiment.EvolveOptions(
            targets=given.targets,
            languages=_words(lang),
            codecs=given.codecs,
            rules=tuple(rule or ()),
            count=count,
            narrow=narrow or given.narrow,
            seed=seed or given.seed,
            tag=tag,
            note=note,
            db=db,
        )
    )
    experiment.show(result, form)
    if result.status == "interrupted":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if result.is_negative(named(codec or ())) else 0)


@command()
def strictness(
    lang: Langs = "",
    codec: Codecs = None,
    _codec_dir: CodecDir = None,
    stored: Annotated[
        bool, typer.Option("--stored", help="Show what was proven before; builds nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Keep what was proven in this file, beside what it has."),
        Reach.WRITES,
    ] = None,
    json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="The table as in the documentation.")
    ] = False,
    _quiet: Quiet = False,
) -> None:
    """Check which invalid input each decoder rejects."""
    from serbench.commands.strictness import StrictnessOptions, show

    options = StrictnessOptions(
        languages=_words(lang), codecs=tuple(codec or ()), stored=stored, out=out
    )
    proven = show(options, json=json, markdown=markdown)
    raise typer.Exit(0 if proven else NEGATIVE_VERDICT)


@command()
@reads()
def files(
    read: Reading,
    target: Annotated[
        str, typer.Argument(help="A workload, a data file or a workload module."), Reach.TARGETS
    ],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Values.")] = 100_000,
    distinct: Annotated[
        int | None,
        typer.Option("--distinct", min=1, help="Of them different; 100,000 if not said."),
    ] = None,
    lang: Langs = "",
    codec: Codecs = None,
    _codec_dir: CodecDir = None,
    op: Annotated[str, typer.Option("--op", help="write, scan, get.")] = "",
    cores: Annotated[
        str, typer.Option("--cores", help="`all`, or processors to pin to (0 or 0+1); by commas.")
    ] = "all",
    threads: Annotated[int, typer.Option("--threads", min=1, help="For scan and get.")] = 1,
    block: Annotated[int, typer.Option("--block", min=4096, help="Bytes of a block.")] = 1 << 20,
    fsync: Annotated[str, typer.Option("--fsync", help="`end` or `none`.")] = "end",
    warm: Annotated[bool, typer.Option("--warm", help="Leave files in the page cache.")] = False,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="Of everything.")] = 3,
    gets: Annotated[int | None, typer.Option("--gets", min=1, help="Values to get.")] = None,
    step: Annotated[
        str, typer.Option("--step", help="How far values are read: deserialize, decode or borrow.")
    ] = "deserialize",
    keep: Annotated[bool, typer.Option("--keep", help="Keep all that is read to the end.")] = False,
    page: Annotated[
        int, typer.Option("--page", min=0, help="Get by whole pages of so many bytes.")
    ] = 0,
    numbers: Annotated[
        Path | None,
        typer.Option("--list", help="A file of numbers to get; see `generate random-list`."),
        Reach.READS,
    ] = None,
    directory: Annotated[
        Path, typer.Option("--dir", help="Where files are written."), Reach.WRITES
    ] = Path(),
    fio: Annotated[bool, typer.Option("--fio", help="Compare with fio.")] = False,
    tag: Tag = "",
    note: Note = "",
    narrow: Narrow = False,
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, study, json or csv.")] = "table",
    _quiet: Quiet = False,
) -> None:
    """Measure writing, scanning and random access of object files."""
    from serbench.catalog import named
    from serbench.commands import files as experiment
    from serbench.measure import client
    from serbench.measure.storage import OPERATIONS

    experiment.check_form(form)
    result, finished = experiment.run(
        experiment.FileOptions(
            target=read.of(target),
            count=count,
            distinct=distinct,
            languages=_words(lang),
            codecs=tuple(codec or ()),
            operations=_words(op) or OPERATIONS,
            cores=_words(cores),
            blocks=client.Blocks(block, fsync, threads),
            reading=client.Reading(step, keep, page),
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
    experiment.show(result, form)
    if not finished:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if experiment.is_negative(result, named(codec or ())) else 0)


@command()
def cost(
    run: Annotated[
        str, typer.Argument(help="A run's id or tag; the latest if none is given.")
    ] = "",
    lang: Langs = "",
    codec: Codecs = None,
    link: Annotated[
        list[str] | None,
        typer.Option(
            "--link",
            help="A link's speed in bits a second: 100M, 10G. May be repeated.",
            show_default="100M, 1G, 4G as of a disk, 10G",
        ),
    ] = None,
    budget: Annotated[
        float, typer.Option("--budget", min=0, help="Seconds for each codec's messages.")
    ] = 2.0,
    tag: Tag = "",
    note: Note = "",
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or json.")] = "table",
    _quiet: Quiet = False,
) -> None:
    """Measure what a message costs from sender to receiver."""
    from serbench.commands import cost as costing
    from serbench.commands.quantities import bits_per_s

    costing.check_form(form)
    links = tuple(bits_per_s(text) for text in link or ())
    result = costing.run(
        costing.CostOptions(
            run=run,
            languages=_words(lang),
            codecs=tuple(codec or ()),
            budget_s=budget,
            tag=tag,
            note=note,
            db=db,
        )
    )
    costing.show(result, links, form)
    if result.status == "interrupted":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(0 if any(result.ways.values()) else NEGATIVE_VERDICT)


@command()
def study(
    name: Annotated[str, typer.Argument(help="complex-objects, cpp-containers, …")],
    rows: Annotated[
        list[str] | None, typer.Argument(help="Rows or codecs; all if none is named.")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", help="small, medium or large, where there are.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", "--repeats", min=1, help="Timed iterations.")
    ] = None,
    count: Annotated[
        int | None,
        typer.Option("--count", "-n", min=1, help="Operations (or objects) in an iteration."),
    ] = None,
    as_published: Annotated[
        bool, typer.Option("--as-published", help="As often as the study did.")
    ] = False,
    flags: Annotated[
        str, typer.Option("--flags", help="usual, or study: compiled as the study's program was.")
    ] = "usual",
    directory: Annotated[
        Path, typer.Option("--dir", help="Where files are written."), Reach.WRITES
    ] = Path(),
    tag: Tag = "",
    note: Note = "",
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or csv.")] = "table",
    charts: Annotated[
        Path | None,
        typer.Option("--charts", help="Draw charts (SVG, PNG) into this directory."),
        Reach.WRITES,
    ] = None,
    _quiet: Quiet = False,
) -> None:
    """Repeat a published study and compare with its figures."""
    from serbench.commands import study as studying

    studying.check_form(form)
    if charts:
        places.check_folder(charts)
    its = studying.run(
        studying.StudyOptions(
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
    studying.show(its, form, studying.write_charts(its, charts) if charts else ())
    if not its.finished:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if studying.is_negative(its, tuple(rows or ())) else 0)


@command()
@reads("schema", "proto_path", "sample")
def schema(
    read: Reading,
    target: Annotated[
        str,
        typer.Argument(help="A workload, a data file, a workload module or a schema's file."),
        Reach.TARGETS,
    ],
    as_: Annotated[
        str,
        typer.Option(
            "--as", help="text, json, proto, thrift, capnp, fbs, avsc, typescript, or a language."
        ),
    ] = "text",
    proto_path: ProtoPath = None,
    narrow: Narrow = False,
) -> None:
    """Show a schema, or the code and IDL generated from it."""
    from serbench.commands import schema as showing

    showing.show_schema(read.of(target), as_, narrow, proto_path or ())


@command()
def report(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUN]...",
            help="Runs by id or tag, as one report; the latest if none is given.",
        ),
    ] = None,
    db: Db = DEFAULT_DB,
    html: Html = DEFAULT_HTML,
    json: Json = False,
    csv: Csv = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Markdown on standard output.")
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", help="Draw the table as an SVG file."),
        Reach.WRITES,
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", help="Draw the charts as SVG files into this directory."),
        Reach.WRITES,
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option("--png", help="Draw the charts as PNG files into this directory."),
        Reach.WRITES,
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the HTML report.")] = False,
    lang: Annotated[str, typer.Option("--lang", help="Show these languages.")] = "",
    codec: Annotated[
        list[str] | None, typer.Option("--codec", help="Show these codecs. May be repeated.")
    ] = None,
    op: Annotated[str, typer.Option("--op", help="Show these operations.")] = "",
    top: Top = None,
    sort: Sort = "",
    columns: Columns = "",
    baseline: Baseline = "",
) -> None:
    """Show stored results again, in the terminal and as an HTML page."""
    from serbench.commands.report import ReportOptions, show
    from serbench.report.table import View

    show(
        ReportOptions(
            runs=tuple(runs or ()),
            db=db,
            html=html,
            json=json,
            csv=csv,
            markdown=markdown,
            picture=picture,
            svg=svg,
            png=png,
            open=open_,
            languages=_words(lang),
            codecs=tuple(codec or ()),
            operations=_words(op),
            view=View(top, sort=sort, columns=_words(columns), baseline=baseline),
        )
    )


@command()
def choose(
    run: Annotated[
        str, typer.Argument(help="A run by its id or tag.", show_default="the latest")
    ] = "",
    workload: Annotated[
        list[str] | None, typer.Option("--workload", help="Of the run's. May be repeated.")
    ] = None,
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            help="Languages that must read each other, separated by commas.",
            show_default="all that were measured",
        ),
    ] = "",
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Decoders that trust their input will do.")
    ] = False,
    unmaintained: Annotated[
        bool,
        typer.Option(
            "--unmaintained", help="Libraries whose authors maintain them no longer, too."
        ),
    ] = False,
    check: Annotated[
        list[str] | None,
        typer.Option(
            "--check",
            help="What decoders must have been proven to do: checks-utf8, refuses-trailing, …",
        ),
    ] = None,
    grows: Annotated[
        bool, typer.Option("--grows", help="Bytes and readers must survive a schema that grows.")
    ] = False,
    readable: Annotated[
        bool | None, typer.Option("--readable/--not-readable", help="By people.")
    ] = None,
    self_describing: Annotated[
        bool | None,
        typer.Option("--self-describing/--with-schema", help="Whether bytes name their fields."),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            help="What counts: bytes, processor, link (time until a message is there) or price.",
            show_default="what the options below say, else processor",
        ),
    ] = "",
    rate: Annotated[str, typer.Option("--rate", help="Messages a second: 50k.")] = "",
    link: Annotated[str, typer.Option("--link", help="Its bits a second: 1G.")] = "",
    core_price: Annotated[
        float | None, typer.Option("--core-price", min=0, help="Of a core for an hour.")
    ] = None,
    traffic_price: Annotated[
        float | None, typer.Option("--traffic-price", min=0, help="Of a gigabyte sent.")
    ] = None,
    compressed: Annotated[
        bool, typer.Option("--compressed", help="With what `serbench cost` measured of the run.")
    ] = False,
    why: Annotated[bool, typer.Option("--why", help="The rule behind every place.")] = False,
    db: Db = DEFAULT_DB,
    json: Json = False,
    markdown: Markdown = False,
) -> None:
    """Choose a format for several languages, and a library in each."""
    from serbench.commands import output
    from serbench.commands.choose import ChooseOptions, show
    from serbench.commands.choose import run as choices

    output.check_forms(json, False, markdown)
    options = ChooseOptions(
        run=run,
        workloads=tuple(workload or ()),
        languages=_words(lang),
        checked=not unchecked,
        maintained=not unmaintained,
        grows=grows,
        human_readable=readable,
        self_describing=self_describing,
        facts=tuple(check or ()),
        by=by,
        rate=rate,
        link=link,
        core_hour=core_price,
        gigabyte=traffic_price,
        compressed=compressed,
        why=why,
        json=json,
        markdown=markdown,
        db=db,
    )
    found = choices(options)
    show(found, options)
    raise typer.Exit(0 if all(choice.offers for choice, _ in found) else NEGATIVE_VERDICT)


@command()
@reads()
def compare(
    context: typer.Context,
    read: Reading,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Two runs: ids, tags, results files, or FILE:RUN. With --rev: what to measure on."
        ),
        Reach.TARGETS,
    ] = None,
    codec: Codecs = None,
    op: Ops = "",
    rev: Annotated[
        list[str] | None,
        typer.Option(
            "--rev",
            help="Measure the codec of the file --codec as it is in this revision, against another "
            "or the files as they are. May be given twice.",
        ),
        Reach.REVISIONS,
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option("--budget", min=0, help="--rev: seconds per workload.", show_default="60"),
    ] = None,
    processes: Annotated[
        int, typer.Option("--processes", min=1, help="--rev: processes, at least.")
    ] = 5,
    smallest: Annotated[
        float | None,
        typer.Option(
            "--smallest",
            min=0,
            help="--rev: call no smaller difference one, in percent.",
            show_default="3",
        ),
    ] = None,
    fail_if_slower: Annotated[
        float | None,
        typer.Option(
            "--fail-if-slower",
            metavar="PCT",
            min=0,
            help="Exit with status 1 if a cell was shown slower by more than so many percent.",
        ),
    ] = None,
    count: Count = None,
    db: Db = DEFAULT_DB,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    _quiet: Quiet = False,
) -> None:
    """Compare two runs, or two revisions of your codec."""
    from serbench.commands import compare as comparing

    if read.options and not rev:
        [option, *_] = read.options[0].split()
        raise UserError(f"{option} is of data that --rev measures on; runs know theirs")
    fine = comparing.show(
        comparing.CompareOptions(
            names=_named(context, names, read=read) if rev else tuple(names or ()),
            db=db,
            operations=_operations(op) if op else (),
            codecs=tuple(codec or ()),
            revisions=tuple(rev or ()),
            budget_s=budget,
            processes=processes,
            smallest=None if smallest is None else smallest / 100,
            count=count,
            fail_if_slower=fail_if_slower,
            json=json,
            csv=csv,
            markdown=markdown,
        )
    )
    raise typer.Exit(0 if fine else NEGATIVE_VERDICT)


@command()
def history(
    codec: Annotated[str, typer.Argument(help="A codec by id or name.")],
    op: Annotated[
        str,
        typer.Argument(metavar="[OP]", help="Operations, separated by commas.", show_default=False),
    ] = "",
    workload: Annotated[
        str | None, typer.Option("--workload", help="Only this one; all if not said.")
    ] = None,
    db: Db = DEFAULT_DB,
    json: Json = False,
) -> None:
    """Show how a codec changed from run to run."""
    from serbench.commands import history as past

    past.show(codec, _operations(op), db, workload, json=json)


@command()
def merge(
    others: Annotated[
        list[Path],
        typer.Argument(metavar="OTHER...", help="Results files, of other hosts too."),
        Reach.READS,
    ],
    db: Db = DEFAULT_DB,
) -> None:
    """Copy runs from other results files into one."""
    from serbench.commands import merge as merging

    merging.merge(others, db)


@command()
def doctor(json: Json = False) -> None:
    """Check what is installed, what is missing and how to get it."""
    from serbench.commands import doctor as examination

    raise typer.Exit(0 if examination.show(json=json) else NEGATIVE_VERDICT)


@command()
def trust(
    context: typer.Context,
    show: Annotated[
        bool, typer.Option("--show", help="Only say what it would run and read.")
    ] = False,
    always: Annotated[
        bool,
        typer.Option("--always", help="Whatever becomes of its files: for a folder of your own."),
    ] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="Take the approval back.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="Say which folders are approved.")] = False,
) -> None:
    """Approve what this folder's serbench.toml may run and read."""
    from serbench.commands import trust as trusting

    trusting.check_forms(show, always, revoke, list_)
    if list_:
        trusting.show_all()
    elif revoke:
        trusting.revoke()
    else:
        trusting.show(context.obj, always=always, only=show)


kept = typer.Typer(
    help="Say what is kept between runs, where, and how much.", invoke_without_command=True
)
app.add_typer(kept, name="cache")


@kept.callback()
def show_cache(context: typer.Context, json: Json = False) -> None:
    """Show and clean what serbench keeps between runs."""
    from serbench.commands import cache

    if context.invoked_subcommand is None:
        cache.show(json)


@kept.command("clean", cls=Command)
def clean_cache(
    older_than: Annotated[
        float, typer.Option("--older-than", min=0, help="Days that it was not used.")
    ] = 30,
    all_: Annotated[bool, typer.Option("--all", help="All of it, what drivers share too.")] = False,
    _quiet: Quiet = False,
) -> None:
    """Remove what was not used for some time. Do not use it during a run."""
    from serbench.commands import cache

    cache.clean(older_than, all_)


@command()
@reads()
def selftest(
    read: Reading,
    target: Annotated[
        str, typer.Argument(help="A workload or a file of JSON Lines."), Reach.TARGETS
    ] = "log",
    lang: Langs = "",
    codec: Codecs = None,
    _codec_dir: CodecDir = None,
    op: Ops = "",
    names: Annotated[
        int, typer.Option("--names", min=2, help="Names under which each codec is measured.")
    ] = 2,
    count: Count = None,
    budget: Annotated[float, typer.Option("--budget", min=0, help="Seconds of measuring.")] = 60.0,
    narrow: Narrow = False,
    seed: Seed = 0,
    json: Json = False,
    _quiet: Quiet = False,
) -> None:
    """Measure copies of a codec: identical ones must tie."""
    from serbench.commands.selftest import show, tested

    finding = tested(
        read.of(target),
        _words(lang),
        tuple(codec or ()),
        _operations(op),
        names,
        count,
        budget,
        seed,
        narrow,
    )
    show(finding, json)
    if finding.told_apart:
        raise typer.Exit(NEGATIVE_VERDICT)


@command()
@reads()
def setup(
    read: Reading,
    workload: Annotated[
        str, typer.Argument(help="Build the drivers for this one."), Reach.TARGETS
    ] = "log",
    lang: Langs = "",
    codec: Codecs = None,
    all_: AllCodecs = False,
    _codec_dir: CodecDir = None,
    _quiet: Quiet = False,
) -> None:
    """Install what codecs need, where allowed, and build their drivers."""
    from serbench.catalog import choose_core
    from serbench.commands import doctor as examination

    _check_all(all_, codec)
    examination.set_up(read.of(workload), choose_core(_words(lang), tuple(codec or ()), all_))


def _check_all(wants_all: bool, codec: list[str] | None) -> None:
    if wants_all and codec:
        raise UserError("--all takes every codec; leave out --codec, or --all")


def _operations(text: str) -> tuple[str, ...]:
    from serbench.operations import BY_DEFAULT, CHIEF, NAMES, TIMED

    sets = {"": CHIEF, "parts": BY_DEFAULT, "all": NAMES}
    if text in sets:
        return sets[text]
    for name in _words(text):
        check_known("operation", name, TIMED)
    return _words(text)


def _named(
    context: typer.Context,
    targets: list[str] | None,
    resume: bool = False,
    sql: list[str] | None = None,
    read: Reading | None = None,
) -> tuple[str, ...]:
    """Those of the command line, or else of `serbench.toml`."""
    queries = [f"sql:{query}" for query in sql or ()]
    if not resume and not queries:
        targets = targets or context.lookup_default("targets")
    targets = [*(targets or ()), *queries]
    if read is not None:
        read.check()
        if resume and read.options:
            [option, *_] = read.options[0].split()
            raise UserError(f"--resume keeps the run's {option}; leave it out")
        targets = list(map(read.of, targets))
    if not targets and not resume:
        raise UserError("name a workload or a file; see: serbench list workloads")
    return tuple(targets)


def _given(
    context: typer.Context,
    targets: list[str] | None,
    codecs: list[str] | None,
    of: str,
    db: Path,
    read: Reading,
) -> Measured:
    """What the command line names, or what the run `of` measured."""
    from serbench.commands.recording import Measured, measured_by

    if not of:
        named = _named(context, targets, read=read)
        return Measured(named, tuple(codecs or ()), seed=0, narrow=False, count=None)
    if targets or codecs or read.options:
        raise UserError("--of takes a run's data and codecs; leave out TARGETS, --codec and theirs")
    return measured_by(db, of)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
