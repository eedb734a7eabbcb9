"""A result's rows as CSV (RFC 4180), for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from typing import Any

from serbench.report.json_rows import EXPORTED, record
from serbench.report.text import plain
from serbench.results.rows import Result

_CONTROLS = "".join(map(chr, range(0x20))) + "\x7f"
# A cell that starts so is a formula to some spreadsheet, full-width signs included:
# https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA = tuple("=+-@＝＋－＠")  # noqa: RUF001


def rows_csv(result: Result) -> str:
    """A header line and a line for each row, with the columns of `rows_json`.

    Lines end in CR LF. Nothing measured is an empty cell, several names are joined by
    blanks, truths are `true` and `false`. Text that a spreadsheet would run gets an apostrophe
    before it; control characters are spelt out, for `rows_json` has the exact text.
    """
    out = io.StringIO()
    writer = csv.writer(out)  # its default dialect is RFC 4180's
    writer.writerow(EXPORTED)
    for row in result.rows:
        writer.writerow(cell(value) for value in record(row, EXPORTED).values())
    return out.getvalue()


def cell(value: Any) -> Any:
    """As `rows_csv` tells."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case tuple():
            return _text(" ".join(value))
        case str():
            return _text(value)
        case _:
            return value


def _text(text: str) -> str:
    # Blanks before a sign are trimmed by some, and so are control characters.
    visible = text.lstrip().lstrip(_CONTROLS)
    runs = visible.startswith(_FORMULA) or text[:1] in _CONTROLS
    return f"'{plain(text)}" if text and runs else plain(text)
