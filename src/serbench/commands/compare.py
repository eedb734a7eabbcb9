"""`serbench compare`: what became slower or faster from one run to another."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from serbench.commands import output
from serbench.progress import say
from serbench.results.comparison import Compared, Comparison, compare, locate


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """What the command line says: two runs, what is compared of them, and from how many percent on
    a cell that is slower is bad news (None: never)."""

    a: str
    b: str
    db: Path
    operations: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    fail_if_slower: float | None = None
    json: bool = False
    csv: bool = False


def show(options: CompareOptions) -> bool:
    """Whether no cell was shown slower by more than is allowed. Raises `UserError`."""
    from serbench.report import comparison as showing

    output.check_forms(options.json, options.csv)
    found = compare(
        locate(options.a, options.db),
        locate(options.b, options.db),
        options.operations,
        options.codecs,
    )
    if options.json:
        sys.stdout.write(showing.rows_json(found))
    elif options.csv:
        sys.stdout.write(showing.rows_csv(found))
    else:
        from rich.console import Console

        showing.print_comparison(found, Console())
    if options.fail_if_slower is None:
        return True
    slower = too_slow(found, options.fail_if_slower)
    for row in slower:
        say(_complaint(row, options.fail_if_slower))
    return not slower


def too_slow(found: Comparison, percent: float) -> list[Compared]:
    """The cells that were shown slower and whose whole interval is beyond so many percent."""
    return [
        row
        for row in found.rows
        if row.verdict == "slower"
        and row.ratio_low is not None
        and row.ratio_low > 1 + percent / 100
    ]


def _complaint(row: Compared, percent: float) -> str:
    from serbench.report.text import plain

    cell = plain(f"{row.workload} {row.codec} {row.operation}")
    at_least = 100 * ((row.ratio_low or 1.0) - 1)
    return f"{cell}: slower by {at_least:.1f} % at least, more than --fail-if-slower {percent:g}"
