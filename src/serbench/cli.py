"""The table of contents: one function per subcommand, each handing on to a module."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import serbench
from serbench.errors import UserError, check_known

app = typer.Typer(
    name="serbench",
    help="Which serialization library should I use for my data, in my languages?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Exit status: 0; 1 if a codec lost a value, crashed, did not build or is not there "
    "though it was named, or if nothing could be measured; 2 for bad use; 130 after an interrupt.",
)

BAD_USE = 2
NEGATIVE_VERDICT = 1
INTERRUPTED = 130

Targets = Annotated[
    list[str], typer.Argument(help="Workloads by name, data files, or workload modules (.py).")
]
Langs = Annotated[str, typer.Option("--lang", help="Languages, separated by commas.")]
Codecs = Annotated[
    list[str] | None,
    typer.Option("--codec", help="Codecs by id or name; * and ? fit anything. May be repeated."),
]
Ops = Annotated[
    str,
    typer.Option(
        "--op",
        help="Operations, separated by commas; `parts`: whole directions and what they consist of; "
        "`all`.",
        show_default="serialize,deserialize",
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
Db = Annotated[Path, typer.Option("--db", help="The results file.")]
Json = Annotated[bool, typer.Option("--json", help="A JSON array on standard output.")]
Csv = Annotated[bool, typer.Option("--csv", help="CSV on standard output.")]
Html = Annotated[Path, typer.Option("--html", help="Where the HTML report is written.")]
DEFAULT_DB = Path("serbench.duckdb")
DEFAULT_HTML = Path("report.html")


def main() -> NoReturn:
    try:
        app()
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
    sys.exit(0)


def version(wanted: bool) -> None:
    if wanted:
        print(f"serbench {serbench.__version__}")
        raise typer.Exit


@app.callback()
def root(
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Which serialization library should I use for my data, in my languages?"""


@app.command("run")
def run_(
    targets: Targets,
    lang: Langs = "",
    codec: Codecs = None,
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
    db: Db = DEFAULT_DB,
    html: Html = DEFAULT_HTML,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Prove that values survive, then measure codecs on workloads or files."""
    from serbench.catalog import named
    from serbench.commands import output
    from serbench.commands.run import RunOptions, run
    from serbench.results.gathering import evidence_of

    output.check_forms(json, csv)
    output.check_path(html)
    result, finished = run(
        RunOptions(
            targets=tuple(targets),
            languages=_words(lang),
            codecs=tuple(codec or ()),
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
        )
    )
    if any(row.status == "measured" for row in result.rows):
        output.write_html(result, html, evidence_of(db, result))
    output.show(result, json=json, csv=csv)
    if not finished:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if output.is_negative(result, named(codec or ())) else 0)


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(help="codecs, workloads, operations or runs")],
    lang: Langs = "",
    db: Db = DEFAULT_DB,
    json: Json = False,
) -> None:
    """List codecs, workloads, operations, or the runs of a results file."""
    from serbench.commands import listing

    listing.show(what, languages=_words(lang), db=db, json=json)


@app.command()
def infer(
    files: Annotated[list[Path], typer.Argument(help="JSON Lines; .gz, .bz2 and .zst as well.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where the module is written; standard output if none."),
    ] = None,
    narrow: Narrow = False,
) -> None:
    """Infer a schema from data and write it as a workload module that you may edit."""
    from serbench.commands import infer as inference

    inference.write_module(files, out, narrow)


@app.command()
def generate(
    workload: Annotated[str, typer.Argument(help="A workload's name.")],
    count: Annotated[
        int | None, typer.Option("--count", "-n", min=1, help="How many values.")
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="File; .gz, .bz2 and .zst compress. - is stdout.")
    ] = Path("-"),
    below: Annotated[
        int | None, typer.Option("--below", min=1, help="random-list: numbers are below this.")
    ] = None,
    unique: Annotated[
        bool, typer.Option("--unique", help="random-list: no number comes twice.")
    ] = False,
    seed: Seed = 0,
) -> None:
    """Generate a workload's values as JSON Lines, or a `random-list` for `serbench files`."""
    from serbench.commands import generate as generation

    if workload == "random-list":
        generation.write_random_list(below, count, seed, unique, out)
    else:
        generation.write_values(workload, count, seed, out)


@app.command()
def verify(
    targets: Targets,
    lang: Langs = "",
    codec: Codecs = None,
    op: Ops = "",
    count: Count = None,
    narrow: Narrow = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Prove that every value survives every codec, and that languages read each other's bytes."""
    from serbench.commands.verify import VerifyOptions, show

    options = VerifyOptions(
        targets=tuple(targets),
        languages=_words(lang),
        codecs=tuple(codec or ()),
        operations=_operations(op),
        count=count,
        narrow=narrow,
        seed=seed,
    )
    raise typer.Exit(0 if show(options, json) else NEGATIVE_VERDICT)


@app.command()
def interop(
    targets: Targets,
    lang: Langs = "",
    codec: Codecs = None,
    count: Count = None,
    narrow: Narrow = False,
    tag: Tag = "",
    note: Note = "",
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or json.")] = "table",
) -> None:
    """Show who reads whose bytes: every codec those of every other of its wire, in any language."""
    from serbench.commands import interop as experiment

    experiment.check_form(form)
    result = experiment.run(
        experiment.InteropOptions(
            targets=tuple(targets),
            languages=_words(lang),
            codecs=tuple(codec or ()),
            count=count,
            narrow=narrow,
            seed=seed,
            tag=tag,
            note=note,
            db=db,
        )
    )
    experiment.show(result, form)
    if result.status == "interrupted":
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if result.is_negative else 0)


@app.command()
def robustness(
    targets: Targets,
    lang: Langs = "",
    codec: Codecs = None,
    cases: Annotated[int, typer.Option("--cases", min=1, help="Of each codec.")] = 1000,
    count: Count = None,
    keep: Annotated[
        Path, typer.Option("--keep", help="Where bytes that ended a decoder are written.")
    ] = Path("robustness"),
    case: Annotated[
        Path | None, typer.Option("--case", help="Decode such bytes again, and nothing else.")
    ] = None,
    tag: Tag = "",
    note: Note = "",
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or json.")] = "table",
) -> None:
    """Give decoders bytes that went wrong: refused, taken for another value, or their end."""
    from serbench.commands import robustness as experiment

    experiment.check_form(form)
    options = experiment.RobustnessOptions(
        targets=tuple(targets),
        languages=_words(lang),
        codecs=tuple(codec or ()),
        cases=cases,
        count=count,
        seed=seed,
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
    raise typer.Exit(NEGATIVE_VERDICT if result.is_negative else 0)


@app.command()
def strictness(
    lang: Langs = "",
    codec: Codecs = None,
    stored: Annotated[
        bool, typer.Option("--stored", help="Show what was proven before; builds nothing.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Keep what was proven in this file, beside what it has."),
    ] = None,
    json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="The table as in the documentation.")
    ] = False,
) -> None:
    """Prove what decoders refuse: text that is not UTF-8, bytes too many or too few, and more."""
    from serbench.commands.strictness import StrictnessOptions, show

    options = StrictnessOptions(
        languages=_words(lang), codecs=tuple(codec or ()), stored=stored, out=out
    )
    proven = show(options, json=json, markdown=markdown)
    raise typer.Exit(0 if proven else NEGATIVE_VERDICT)


@app.command()
def files(
    target: Annotated[str, typer.Argument(help="A workload, a data file or a workload module.")],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Values.")] = 100_000,
    distinct: Annotated[
        int | None,
        typer.Option("--distinct", min=1, help="Of them different; 100,000 if not said."),
    ] = None,
    lang: Langs = "",
    codec: Codecs = None,
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
    ] = None,
    directory: Annotated[Path, typer.Option("--dir", help="Where files are written.")] = Path(),
    fio: Annotated[bool, typer.Option("--fio", help="Compare with fio.")] = False,
    tag: Tag = "",
    note: Note = "",
    narrow: Narrow = False,
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, study, json or csv.")] = "table",
) -> None:
    """Write objects to files, scan them and get them at random, with I/O and codec told apart."""
    from serbench.catalog import named
    from serbench.commands import files as experiment
    from serbench.measure.client import Blocks, Reading
    from serbench.measure.storage import OPERATIONS

    experiment.check_form(form)
    result, finished = experiment.run(
        experiment.FileOptions(
            target=target,
            count=count,
            distinct=distinct,
            languages=_words(lang),
            codecs=tuple(codec or ()),
            operations=_words(op) or OPERATIONS,
            cores=_words(cores),
            blocks=Blocks(block, fsync, threads),
            reading=Reading(step, keep, page),
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


@app.command()
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
    directory: Annotated[Path, typer.Option("--dir", help="Where files are written.")] = Path(),
    tag: Tag = "",
    note: Note = "",
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    form: Annotated[str, typer.Option("--format", help="table, markdown or csv.")] = "table",
    charts: Annotated[
        Path | None, typer.Option("--charts", help="Draw charts (SVG, PNG) into this directory.")
    ] = None,
) -> None:
    """Run a published study again and compare with its figures."""
    from serbench.commands import study as studying

    studying.check_form(form)
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


@app.command()
def schema(
    target: Annotated[str, typer.Argument(help="A workload, a data file or a workload module.")],
    as_: Annotated[
        str,
        typer.Option("--as", help="text, json, proto, thrift, capnp, fbs, avsc, or a language."),
    ] = "text",
    narrow: Narrow = False,
) -> None:
    """Show a schema, or what is generated from it."""
    from serbench.commands import schema as showing

    showing.show_schema(target, as_, narrow)


@app.command()
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
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the charts as SVG files into this directory.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help="Draw the charts as PNG files into this directory.")
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the HTML report.")] = False,
) -> None:
    """Show runs or a study again, and write the HTML report of runs."""
    from serbench.commands.report import ReportOptions, show

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
        )
    )


@app.command()
def compare(
    a: Annotated[str, typer.Argument(help="A run's id, a tag, a results file, or FILE:RUN.")],
    b: Annotated[str, typer.Argument(help="The same, of the later run.")],
    codec: Codecs = None,
    op: Ops = "",
    fail_if_slower: Annotated[
        float | None,
        typer.Option(
            "--fail-if-slower",
            metavar="PCT",
            min=0,
            help="Exit with status 1 if a cell was shown slower by more than so many percent.",
        ),
    ] = None,
    db: Db = DEFAULT_DB,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Compare two runs: what became slower or faster from A to B."""
    from serbench.commands import compare as comparing

    fine = comparing.show(
        comparing.CompareOptions(
            a=a,
            b=b,
            db=db,
            operations=_operations(op) if op else (),
            codecs=tuple(codec or ()),
            fail_if_slower=fail_if_slower,
            json=json,
            csv=csv,
        )
    )
    raise typer.Exit(0 if fine else NEGATIVE_VERDICT)


@app.command()
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
    """Show a codec through the runs of a results file, and since when it is slower or faster."""
    from serbench.commands import history as past

    past.show(codec, _operations(op), db, workload, json=json)


@app.command()
def merge(
    others: Annotated[
        list[Path], typer.Argument(metavar="OTHER...", help="Results files, of other hosts too.")
    ],
    db: Db = DEFAULT_DB,
) -> None:
    """Copy the runs of other results files into one."""
    from serbench.commands import merge as merging

    merging.merge(others, db)


@app.command()
def doctor(json: Json = False) -> None:
    """Say what is found on this machine, what is missing and what brings it."""
    from serbench.commands import doctor as examination

    raise typer.Exit(0 if examination.show(json=json) else NEGATIVE_VERDICT)


@app.command()
def selftest(
    target: Annotated[str, typer.Argument(help="A workload or a file of JSON Lines.")] = "log",
    lang: Langs = "",
    codec: Codecs = None,
    op: Ops = "",
    names: Annotated[
        int, typer.Option("--names", min=2, help="Names under which each codec is measured.")
    ] = 2,
    count: Count = None,
    budget: Annotated[float, typer.Option("--budget", min=0, help="Seconds of measuring.")] = 60.0,
    narrow: Narrow = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Measure codecs under several names each: what is the same must not be told apart."""
    from serbench.commands.selftest import show, tested

    finding = tested(
        target,
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


@app.command()
def setup(
    workload: Annotated[str, typer.Argument(help="Build the drivers for this one.")] = "log",
) -> None:
    """Install missing system packages, where that is allowed, and build all drivers."""
    from serbench.commands import doctor as examination

    examination.set_up(workload)


def _operations(text: str) -> tuple[str, ...]:
    from serbench.operations import BY_DEFAULT, CHIEF, NAMES, TIMED

    sets = {"": CHIEF, "parts": BY_DEFAULT, "all": NAMES}
    if text in sets:
        return sets[text]
    for name in _words(text):
        check_known("operation", name, TIMED)
    return _words(text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
