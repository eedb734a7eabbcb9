"""A result to standard output and to files."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from serbench.errors import UserError
from serbench.machine import output_paths
from serbench.measure import status
from serbench.results.rows import Result
from serbench.terminal.progress import say, waiting

if TYPE_CHECKING:
    from serbench.report.table import View
    from serbench.results.evidence import Evidence


def show(result: Result, form: str, view: View | None = None) -> None:
    """Prints the result as table, markdown, csv or json. `view` is of tables, also in Markdown."""
    match form:
        case "table":
            from serbench.report.terminal import print_result
            from serbench.terminal.screen import Screen

            print_result(result, Screen(), view=view)
        case "markdown":
            from serbench.report.markdown import render_markdown

            sys.stdout.write(render_markdown(result, view=view))
        case "csv":
            from serbench.report.csv_rows import rows_csv

            sys.stdout.write(rows_csv(result))
        case _:
            from serbench.report.json_rows import rows_json

            sys.stdout.write(rows_json(result))


def write_html(result: Result, path: Path, evidence: Evidence | None = None) -> None:
    from serbench.report.html import render

    with waiting(f"drawing {path}", "drawing"):
        page = render(result, evidence)
    write_page(page, path)


def write_page(page: str, path: Path) -> None:
    write(path, page)
    say(f"report: {path}")


def write_charts(result: Result, evidence: Evidence, directory: Path, suffix: str) -> None:
    from serbench.report.charts.export import write_charts as draw

    for path in draw(result, evidence, directory, suffix):
        say(f"chart: {path}")


def open_page(path: Path) -> None:
    """Opens it in the user's browser, or says that there is none."""
    import webbrowser

    if not webbrowser.open(path.resolve().as_uri()):
        say(f"no browser was found; open {path} yourself")


def write_picture(result: Result, path: Path) -> None:
    from serbench.report.picture import render_picture

    write(path, render_picture(result))


def write(path: Path, text: str) -> None:
    """Writes the file whole or not at all."""
    try:
        with output_paths.replaced(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror})") from None


def is_negative(result: Result, named: Collection[str]) -> bool:
    """As `status.is_negative`."""
    return status.is_negative(((row.codec, row.status) for row in result.rows), named)
