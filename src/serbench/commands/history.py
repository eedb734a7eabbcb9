"""`serbench history`: a codec through the runs of a results file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def show(
    codec: str, operations: Sequence[str], db: Path, workload: str | None, *, json: bool
) -> None:
    """Raises `UserError` for a file, codec, operation or workload that is not there."""
    from serbench.report.history import print_history, rows_json
    from serbench.results.history import load_history

    series = load_history(db, codec, operations, workload)
    if json:
        sys.stdout.write(rows_json(series))
        return
    from serbench.screen import Screen

    print_history(series, Screen())
