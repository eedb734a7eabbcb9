"""`serbench report`: runs and studies again, from what the results file holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serbench import output_paths
from serbench.commands import arguments, output
from serbench.errors import UserError
from serbench.parameters import Reach
from serbench.report.table import View
from serbench.report.view import check, narrowed

if TYPE_CHECKING:
    from serbench.studies.stored import StoredStudy


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What the command line says: the runs, the latest if none is named, and where things go."""

    runs: tuple[str, ...]
    db: Path
    html: Path
    json: bool = False
    csv: bool = False
    markdown: bool = False
    picture: Path | None = None
    svg: Path | None = None
    png: Path | None = None
    open: bool = False
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    view: View = field(default_factory=View)


def command(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUN]...",
            help="Runs by id or tag, as one report; the latest if none is given.",
        ),
    ] = None,
    db: arguments.Db = arguments.DEFAULT_DB,
    html: arguments.Html = arguments.DEFAULT_HTML,
    json: arguments.Json = False,
    csv: arguments.Csv = False,
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
            json=json,
            csv=csv,
            markdown=markdown,
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
    """Raises `UserError` for a file or run that does not exist, or a form that a study lacks."""
    from serbench.results.load_report import load_with_evidence

    output.check_forms(options.json, options.csv, options.markdown)
    _check_places(options)
    if study := _study(options):
        _check_unfiltered(options)
        _show_study(study, options)
        return
    if _show_proof(options):
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
    output.show(
        shown,
        json=options.json,
        csv=options.csv,
        markdown=options.markdown,
        view=options.view,
    )
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
    """Studies and proofs are shown whole."""
    if options.languages or options.codecs or options.operations or options.view != View():
        raise UserError(
            "--lang, --codec, --op, --top, --sort, --columns and --baseline are for runs; "
            "leave them out"
        )


def _study(options: ReportOptions) -> StoredStudy | None:
    """The study that the one run is of, if it is of any."""
    from serbench.results.store import Store
    from serbench.studies.stored import load_study

    if len(options.runs) > 1:
        return None
    with Store(options.db, read_only=True) as store:
        run = store.named(options.runs[0]) if options.runs else store.latest_run()
        return load_study(store, run) if store.study_of(run) else None


def _show_proof(options: ReportOptions) -> bool:
    """Shows the one run if it is of a proof beside others; whether it was."""
    from serbench.commands import cost as costing
    from serbench.commands import evolve, full_dataset, interop, robustness
    from serbench.report.proof_page import (
        render_cost,
        render_evolution,
        render_interop,
        render_robustness,
    )
    from serbench.results.cost_rows import load_cost
    from serbench.results.evolution_rows import load_evolution
    from serbench.results.full_dataset_rows import load_full_dataset
    from serbench.results.interop_rows import load_interop
    from serbench.results.robustness_rows import load_robustness
    from serbench.results.store import Store

    if len(options.runs) != 1:
        return False
    form = "json" if options.json else "markdown" if options.markdown else "table"
    lacking = {
        "--csv": options.csv,
        "--picture": options.picture,
        "--svg": options.svg,
        "--png": options.png,
    }
    with Store(options.db, read_only=True) as store:
        run = store.named(options.runs[0])
        kind = store.kind_of(run)
        if kind not in ("interop", "robustness", "evolution", "census", "cost"):
            return False
        _check_unfiltered(options)
        for wanted in filter(lacking.get, lacking):
            raise UserError(
                f"{run} is of the kind {kind}, which has a table, --markdown and --json, but no "
                f"{wanted}; name another run"
            )
        if kind == "interop":
            matrices = load_interop(store, run)
            output.write_page(render_interop(matrices), options.html)
            interop.show(matrices, form)
        elif kind == "robustness":
            rates = load_robustness(store, run)
            output.write_page(render_robustness(rates), options.html)
            robustness.show(rates, form)
        elif kind == "evolution":
            grown = load_evolution(store, run)
            output.write_page(render_evolution(grown), options.html)
            evolve.show(grown, form)
        elif kind == "cost":
            costs = load_cost(store, run)
            output.write_page(render_cost(costs, ()), options.html)
            costing.show(costs, (), form)
        else:
            full_dataset.show(load_full_dataset(store, run), form)
    if options.open:
        output.open_page(options.html)
    return True


def _show_study(study: StoredStudy, options: ReportOptions) -> None:
    from serbench.commands import study as studying

    lacking = {
        "--json": options.json,
        "--picture": options.picture,
        "--open": options.open,
    }
    for form, wanted in lacking.items():
        if wanted:
            raise UserError(
                f"{study.run} is of the study {study.study.name}, which has tables, --markdown, "
                f"--csv, --svg and --png, but no {form}; name another run"
            )
    form = "markdown" if options.markdown else "csv" if options.csv else "table"
    for directory, suffix in ((options.svg, "svg"), (options.png, "png")):
        if directory:
            studying.write_charts(study, directory, (suffix,))
    studying.show(study, form)
