"""`serbench report`: runs and studies again, from what the results file holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from serbench.commands import output
from serbench.errors import UserError

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


def show(options: ReportOptions) -> None:
    """Raises `UserError` for a file or run that does not exist, or a form that a study lacks."""
    from serbench.results.gathering import load_with_evidence

    output.check_forms(options.json, options.csv, options.markdown)
    if study := _study(options):
        _show_study(study, options)
        return
    if _show_proof(options):
        return
    result, evidence = load_with_evidence(options.db, options.runs)
    output.write_html(result, options.html, evidence)
    if options.picture:
        output.write_picture(result, options.picture)
    for directory, suffix in ((options.svg, "svg"), (options.png, "png")):
        if directory:
            output.write_charts(result, evidence, directory, suffix)
    output.show(result, json=options.json, csv=options.csv, markdown=options.markdown)
    if options.open:
        output.open_page(options.html)


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
    """Shows the one run if it is of `serbench interop` or `robustness`; whether it was."""
    from serbench.commands import interop, robustness
    from serbench.results.interop_rows import load_interop
    from serbench.results.robustness_rows import load_robustness
    from serbench.results.store import Store

    if len(options.runs) != 1:
        return False
    form = "json" if options.json else "markdown" if options.markdown else "table"
    with Store(options.db, read_only=True) as store:
        run = store.named(options.runs[0])
        match store.kind_of(run):
            case "interop":
                interop.show(load_interop(store, run), form)
            case "robustness":
                robustness.show(load_robustness(store, run), form)
            case _:
                return False
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
