"""The table of contents: one function per subcommand, each handing on to a module."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import serbench
from serbench.errors import UserError

app = typer.Typer(
    name="serbench",
    help="Which serialization library should I use for my data, in my languages?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
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
Count = Annotated[
    int | None, typer.Option("--count", "-n", min=1, help="Values in the working set, at most.")
]
Seed = Annotated[int, typer.Option("--seed", help="For generated values and for the order.")]
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
    except KeyboardInterrupt:
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
    op: Annotated[str, typer.Option("--op", help="Operations, separated by commas.")] = "",
    count: Count = None,
    budget: Annotated[
        float, typer.Option("--budget", min=0, help="Seconds of measuring per workload.")
    ] = 60.0,
    precision: Annotated[
        float, typer.Option("--precision", min=0.01, help="Stop at this half-width, in percent.")
    ] = 2.0,
    processes: Annotated[
        int, typer.Option("--processes", min=1, max=100, help="Processes per codec.")
    ] = 3,
    seed: Seed = 0,
    db: Db = DEFAULT_DB,
    html: Html = DEFAULT_HTML,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Prove that values survive, then measure codecs on workloads or files."""
    from serbench.commands import output
    from serbench.commands.run import DEFAULT_OPERATIONS, RunOptions, run

    output.check_forms(json, csv)
    result, finished = run(
        RunOptions(
            targets=tuple(targets),
            languages=_words(lang),
            codecs=tuple(codec or ()),
            operations=_words(op) or DEFAULT_OPERATIONS,
            count=count,
            budget_s=budget,
            precision=precision / 100,
            processes=processes,
            seed=seed,
            db=db,
        )
    )
    output.write_html(result, html)
    output.show(result, json=json, csv=csv)
    if not finished:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if output.is_negative(result) else 0)


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(help="codecs, workloads or operations")],
    lang: Langs = "",
    json: Json = False,
) -> None:
    """List codecs, workloads or operations."""
    from serbench.commands import listing

    listing.show(what, languages=_words(lang), json=json)


@app.command()
def infer(
    files: Annotated[list[Path], typer.Argument(help="JSON Lines; .gz, .bz2 and .zst as well.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where the module is written; standard output if none."),
    ] = None,
) -> None:
    """Infer a schema from data and write it as a workload module that you may edit."""
    from serbench.commands import infer as inference

    inference.write_module(files, out)


@app.command()
def generate(
    workload: Annotated[str, typer.Argument(help="A workload's name.")],
    count: Annotated[
        int | None, typer.Option("--count", "-n", min=1, help="How many values.")
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="File; .gz, .bz2 and .zst compress. - is stdout.")
    ] = Path("-"),
    seed: Seed = 0,
) -> None:
    """Generate a workload's values as JSON Lines."""
    from serbench.commands import generate as generation

    generation.write_values(workload, count, seed, out)


@app.command()
def verify(
    targets: Targets,
    lang: Langs = "",
    codec: Codecs = None,
    count: Count = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Prove that every value survives every codec, and that languages read each other's bytes."""
    from serbench.commands.run import RunOptions
    from serbench.commands.verify import show

    options = RunOptions(
        targets=tuple(targets),
        languages=_words(lang),
        codecs=tuple(codec or ()),
        count=count,
        seed=seed,
    )
    raise typer.Exit(0 if show(options, json) else NEGATIVE_VERDICT)


@app.command()
def schema(
    target: Annotated[str, typer.Argument(help="A workload, a data file or a workload module.")],
    as_: Annotated[str, typer.Option("--as", help="text, json, proto, cpp or rust.")] = "text",
) -> None:
    """Show a schema, or what is generated from it."""
    from serbench.commands import schema as showing

    showing.show_schema(target, as_)


@app.command()
def report(
    run_id: Annotated[
        str | None,
        typer.Argument(metavar="[RUN]", help="A run's id; the latest if none is given."),
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
) -> None:
    """Show a run again, and write its HTML report."""
    from serbench.commands import output
    from serbench.results.analysis import load

    output.check_forms(json, csv, markdown)
    result = load(db, run_id)
    output.write_html(result, html)
    if picture:
        output.write_picture(result, picture)
    output.show(result, json=json, csv=csv, markdown=markdown)


@app.command()
def doctor(json: Json = False) -> None:
    """Say what is found on this machine, what is missing and what brings it."""
    from serbench.commands import doctor as examination

    raise typer.Exit(0 if examination.show(json=json) else NEGATIVE_VERDICT)


@app.command()
def setup(
    workload: Annotated[str, typer.Argument(help="Build the drivers for this one.")] = "log",
) -> None:
    """Install missing system packages, where that is allowed, and build all drivers."""
    from serbench.commands import doctor as examination

    examination.set_up(workload)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
