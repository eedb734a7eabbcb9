"""`serbench report`: runs and studies again, from what the results file holds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from serbench.command_line.parameters import Reach
from serbench.commands import arguments, output
from serbench.commands.recording import in_db
from serbench.errors import UserError
from serbench.machine import output_paths
from serbench.quoting import shell
from serbench.report.table import View
from serbench.report.view import check, narrowed
from serbench.terminal.progress import say

if TYPE_CHECKING:
    from serbench.report.experiments import Experiment


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What the command line says: the runs, the latest if none is named, and where things go."""

    runs: tuple[str, ...]
    db: Path
    html: Path
    form: str = "table"
    picture: Path | None = None
    svg: Path | None = None
    png: Path | None = None
    open: bool = False
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    view: View = field(default_factory=View)


@arguments.prints("table", "json", "csv", "markdown", former=("json", "csv", "markdown"))
def command(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUN]...",
            help="Runs by id or tag, as one report, or a fleet; the latest if none is given.",
        ),
    ] = None,
    db: arguments.Db = arguments.DEFAULT_DB,
    html: arguments.Html = arguments.DEFAULT_HTML,
    form: str = "table",
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
    top: arguments.Top = None,
    sort: arguments.Sort = "",
    columns: arguments.Columns = "",
    baseline: arguments.Baseline = "",
) -> None:
    from serbench.report.table import View

    show(
        ReportOptions(
            runs=tuple(runs or ()),
            db=db,
            html=html,
            form=form,
            picture=picture,
            svg=svg,
            png=png,
            open=open_,
            languages=arguments.words(lang),
            codecs=tuple(codec or ()),
            operations=arguments.words(op),
            view=View(top, sort=sort, columns=arguments.words(columns), baseline=baseline),
        )
    )


def show(options: ReportOptions) -> None:
    """Raises `UserError` for a file or run that does not exist, or a form that an experiment
    lacks."""
    from serbench.results.load_report import load_with_evidence

    _check_places(options)
    if _show_experiment(options):
        return
    result, evidence = load_with_evidence(options.db, options.runs)
    shown = narrowed(result, options.languages, options.codecs, options.operations)
    check(options.view, shown)
    output.write_html(result, options.html, evidence)
    if options.picture:
        output.write_picture(result, options.picture)
    for directory, suffix in ((options.svg, "svg"), (options.png, "png")):
        if directory:
            output.write_charts(result, evidence, directory, suffix)
    output.show(shown, options.form, options.view)
    if options.open:
        output.open_page(options.html)


def _check_places(options: ReportOptions) -> None:
    for path in (options.html, options.picture):
        if path:
            output_paths.check_file(path)
    for folder in (options.svg, options.png):
        if folder:
            output_paths.check_folder(folder)


def _check_unfiltered(options: ReportOptions) -> None:
    """Experiments are shown whole."""
    if options.languages or options.codecs or options.operations or options.view != View():
        raise UserError(
            "--lang, --codec, --op, --top, --sort, --columns and --baseline are for runs; "
            "leave them out"
        )


def _show_experiment(options: ReportOptions) -> bool:
    """Shows the one run if it is of an experiment that is shown alone, or the runs of one fleet;
    whether it was."""
    from serbench.report.experiments import EXPERIMENTS, fleet_beside
    from serbench.results.runs import find_fleet
    from serbench.results.store import Store

    if len(options.runs) > 1:
        return False
    with Store(options.db, read_only=True) as store:
        run = store.named(options.runs[0]) if options.runs else store.latest_run()
        records = store.runs()
        fleets = {record.run: record.fleet for record in records}
        fleet = find_fleet(records, options.runs[0]) if options.runs else fleets.get(run, "")
        experiment = EXPERIMENTS.get(store.kind_of(run))
        if fleet:
            experiment = fleet_beside(options.view.baseline)
            options = replace(options, view=replace(options.view, baseline=""))
            run = fleet
        elif fleets.get(run):
            all_hosts = f"serbench report {shell(fleets[run])}{in_db(options.db)}"
            say(f"{run} is of one of several hosts; see all: {all_hosts}")
        if experiment is None or experiment.beside_runs:
            return False
        _check_unfiltered(options)
        _check_has(experiment, run, options)
        result = experiment.load(store, run)
        if experiment.page:
            output.write_page(experiment.page(result), options.html)
        for folder, suffix in ((options.svg, "svg"), (options.png, "png")):
            if folder and experiment.charts:
                experiment.charts(result, folder, (suffix,))
        experiment.show(result, options.form)
    if options.open:
        output.open_page(options.html)
    return True


def _check_has(experiment: Experiment[Any], run: str, options: ReportOptions) -> None:
    """Raises `UserError` for a form that the experiment lacks."""
    forms = {
        "--format markdown": (options.form == "markdown", experiment.markdown),
        "--format json": (options.form == "json", experiment.json),
        "--format csv": (options.form == "csv", experiment.csv),
        "--svg": (options.svg, experiment.charts),
        "--png": (options.png, experiment.charts),
        "--picture": (options.picture, None),
        "--open": (options.open, experiment.page),
    }
    *some, last = (name for name, (_, makes) in forms.items() if makes)
    for name, (wanted, makes) in forms.items():
        if wanted and not makes:
            raise UserError(
                f"{run} is {experiment.words}, which has a table, {', '.join(some)} and {last}, "
                f"but no {name}; name another run"
            )
