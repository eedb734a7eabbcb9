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
    epilog="Exit status: 0; 1 for a negative verdict (each command's --help says which); 2 for bad "
    "use; 130 after an interrupt.",
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
        help="Languages, separated by commas: {languages}.",
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
    typer.Option("--all", help="All codecs. Without it, only the core set."),
]
Of = Annotated[
    str,
    typer.Option(
        "--of",
        metavar="RUN",
        help="Take the data and codecs of this run, in place of TARGETS and --codec.",
    ),
]
Ops = Annotated[
    str,
    typer.Option(
        "--op",
        help="Operations, separated by commas: {operations}. `parts` takes both directions and "
        "what they consist of, `all` takes all.",
        show_default="serialize,deserialize",
        autocompletion=completion.operations,
    ),
]
Count = Annotated[
    int | None, typer.Option("--count", "-n", min=1, help="Measure at most this many values.")
]
Seed = Annotated[
    int, typer.Option("--seed", help="Seed for generated values and for the order of measuring.")
]
Tag = Annotated[
    str,
    typer.Option(
        "--tag", help="Name this run. If several runs share the name, the latest is used."
    ),
]
Note = Annotated[str, typer.Option("--note", help="Keep this text with the run.")]
Narrow = Annotated[
    bool,
    typer.Option(
        "--narrow",
        help="Infer the narrowest integer type that holds all values of a field.",
    ),
]
Unions = Annotated[
    bool,
    typer.Option(
        "--unions",
        help="Make fields of several types native unions, which few codecs hold. By default such "
        "a field holds its JSON as text.",
    ),
]
At = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="PATH",
        help="Measure what stands at this path of each value in data files: '$.features[]' for "
        "the elements of a list, '$[\"any name\"][]', '$.entry[].resource'.",
    ),
]
TextColumns = Annotated[
    str,
    typer.Option(
        "--text-columns",
        help="CSV columns to keep as text, separated by commas; or `all`.",
    ),
]
EmptyField = Annotated[
    str,
    typer.Option(
        "--empty",
        help="Read an empty CSV field as null, or as the empty text (text).",
        show_default='null, and "" the empty text',
    ),
]
Db = Annotated[Path, typer.Option("--db", help="The results file."), Reach.WRITES]
Sql = Annotated[
    list[str] | None,
    typer.Option("--sql", help="Measure the rows that DuckDB returns for this query."),
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
        help="Look for imports of a .proto here first, then in its folder and those above it. "
        "May be repeated.",
    ),
    Reach.READS,
]
Sample = Annotated[
    int | None,
    typer.Option(
        "--sample",
        metavar="MIB",
        min=1,
        help="Read only a random sample of this many MiB from large data files.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print a JSON array.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown.")]
Html = Annotated[
    Path, typer.Option("--html", help="Write the HTML report to this file."), Reach.WRITES
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
        help="Columns to show beside the times: bytes, gzip, zstd, ratio, memcpy, allocs.",
        show_default="what fits",
    ),
]
Baseline = Annotated[
    str,
    typer.Option(
        "--baseline", help="Show ratios to this codec.", show_default="the fastest of the table"
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", help="Print results only, no progress.", callback=progress.be_quiet
    ),
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
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the version.")
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
        float,
        typer.Option(
            "--precision",
            min=0.01,
            help="Stop when intervals are this narrow (half-width in percent).",
        ),
    ] = 2.0,
    smallest: Annotated[
        float | None,
        typer.Option(
            "--smallest",
            min=0,
            help="Ignore differences smaller than this percentage.",
            show_default="3, or 2 with --layouts",
        ),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes", min=1, help="Measure each codec in at least this many processes."
        ),
    ] = 5,
    layouts: Annotated[
        int, typer.Option("--layouts", min=1, help="Link each driver in this many memory layouts.")
    ] = 1,
    allocator: Annotated[
        str,
        typer.Option(
            "--allocator", help="Allocator for C++ and Rust: system, or mimalloc (preloaded)."
        ),
    ] = "system",
    tag: Tag = "",
    note: Note = "",
    narrow: Narrow = False,
    seed: Seed = 0,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Continue the run given in place of TARGETS, or the latest unfinished one.",
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
    from serbench.commands.run import RunOptions, expect_page, forget_page, run
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
    options = RunOptions(
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
    with progress.plan("run") as whole:
        expect_page(whole)
        result, finished = run(options)
        with seen_later(result.run, db):
            if any(row.status == "measured" for row in result.rows):
                with progress.waiting("gathering what the page shows", "gathering"):
                    evidence = evidence_of(db, result)
                output.write_html(result, html, evidence)
            else:
                forget_page(whole)
    with seen_later(result.run, db):
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
    name: Annotated[str, typer.Argument(help="Name of the codec: my-codec")],
    folder: Annotated[
        Path,
        typer.Option("--dir", help="Write the file here.", show_default="here"),
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
        bool, typer.Option("--long", "-l", help="With codecs: show libraries and traits as well.")
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
        typer.Option(
            "--out", "-o", help="Write the module to this file; by default to standard output."
        ),
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
        typer.Option(
            "--out",
            "-o",
            help="Write to this file; .gz, .bz2 and .zst compress it. - is standard output.",
        ),
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
        bool,
        typer.Option(
            "--all",
            help="Check every value of data files of any size, and keep the result as a run.",
        ),
    ] = False,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="With --all: continue the run given in place of TARGETS, or the latest "
            "unfinished one.",
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
    cases: Annotated[int, typer.Option("--cases", min=1, help="Cases per codec.")] = 1000,
    count: Count = None,
    keep: Annotated[
        Path,
        typer.Option("--keep", help="Write the bytes that crashed a decoder to this folder."),
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
        typer.Argument(help="Workloads or data files; by default `order`."),
        Reach.TARGETS,
    ] = None,
    lang: Langs = "",
    codec: Codecs = None,
    of: Of = "",
    _codec_dir: CodecDir = None,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", help="Only this kind of schema change. May be repeated."),
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
        bool, typer.Option("--stored", help="Show the stored results; build nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Add the results to this file."),
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
        typer.Option("--distinct", min=1, help="How many of them differ; 100,000 by default."),
    ] = None,
    lang: Langs = "",
    codec: Codecs = None,
    _codec_dir: CodecDir = None,
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
        typer.Option("--step", help="How far each value is read: deserialize, decode or borrow."),
    ] = "deserialize",
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the values that were read in memory until the end.")
    ] = False,
    page: Annotated[
        int, typer.Option("--page", min=0, help="Get by whole pages of so many bytes.")
    ] = 0,
    numbers: Annotated[
        Path | None,
        typer.Option("--list", help="A file of numbers to get; see `generate random-list`."),
        Reach.READS,
    ] = None,
    directory: Annotated[
        Path, typer.Option("--dir", help="Write the files to this folder."), Reach.WRITES
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
        float, typer.Option("--budget", min=0, help="Seconds of measuring for each codec.")
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
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
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
        list[str] | None,
        typer.Option("--workload", help="Only this workload of the run. May be repeated."),
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
        bool,
        typer.Option("--unchecked", help="Also accept decoders that do not check their input."),
    ] = False,
    unmaintained: Annotated[
        bool,
        typer.Option(
            "--unmaintained", help="Also accept libraries whose authors no longer maintain them."
        ),
    ] = False,
    check: Annotated[
        list[str] | None,
        typer.Option(
            "--check",
            help="Require this property of decoders: checks-utf8, refuses-trailing, …",
        ),
    ] = None,
    grows: Annotated[
        bool,
        typer.Option(
            "--grows", help="Old and new versions must read each other when the schema grows."
        ),
    ] = False,
    readable: Annotated[
        bool | None,
        typer.Option(
            "--readable/--not-readable", help="Whether people must be able to read the bytes."
        ),
    ] = None,
    self_describing: Annotated[
        bool | None,
        typer.Option(
            "--self-describing/--with-schema",
            help="Whether bytes must name their fields, or need the schema.",
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            help="Order by bytes, processor (time), link (time until a message has arrived) or "
            "price.",
            show_default="what the options below say, else processor",
        ),
    ] = "",
    rate: Annotated[str, typer.Option("--rate", help="Messages per second: 50k.")] = "",
    link: Annotated[
        str, typer.Option("--link", help="Speed of the link in bits a second: 1G.")
    ] = "",
    core_price: Annotated[
        float | None, typer.Option("--core-price", min=0, help="Price of one core for an hour.")
    ] = None,
    traffic_price: Annotated[
        float | None, typer.Option("--traffic-price", min=0, help="Price of sending a gigabyte.")
    ] = None,
    compressed: Annotated[
        bool,
        typer.Option(
            "--compressed",
            help="Include the compression that `serbench cost` measured for the run.",
        ),
    ] = False,
    why: Annotated[bool, typer.Option("--why", help="Explain each rank.")] = False,
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
        typer.Option(
            "--budget",
            min=0,
            help="With --rev: seconds of measuring per workload.",
            show_default="60",
        ),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            "--processes", min=1, help="With --rev: at least this many processes per codec."
        ),
    ] = 5,
    smallest: Annotated[
        float | None,
        typer.Option(
            "--smallest",
            min=0,
            help="With --rev: ignore differences smaller than this percentage.",
            show_default="3",
        ),
    ] = None,
    fail_if_slower: Annotated[
        float | None,
        typer.Option(
            "--fail-if-slower",
            metavar="PCT",
            min=0,
            help="Exit with status 1 if something is slower by more than this percentage.",
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
        str | None, typer.Option("--workload", help="Only this one; all by default.")
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
        typer.Argument(
            metavar="OTHER...", help="Results files; they may come from other machines."
        ),
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
        typer.Option("--always", help="Trust this folder even if its files change later."),
    ] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="Revoke the approval.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List the approved folders.")] = False,
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
    help="Show what is kept between runs, where, and how much.", invoke_without_command=True
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
        float,
        typer.Option("--older-than", min=0, help="Only what was not used for this many days."),
    ] = 30,
    all_: Annotated[
        bool, typer.Option("--all", help="Remove everything, including what drivers share.")
    ] = False,
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
        str, typer.Argument(help="Build the drivers for this workload."), Reach.TARGETS
    ] = "log",
    lang: Langs = "",
    codec: Codecs = None,
    all_: AllCodecs = False,
    _codec_dir: CodecDir = None,
    _quiet: Quiet = False,
) -> None:
    """Install what the core set needs and build its drivers."""
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
