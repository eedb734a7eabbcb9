"""The runs of a results file in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from serbench.report import units
from serbench.report.console import printed
from serbench.report.text import plain
from serbench.results.evidence_scope import claim_of_records
from serbench.results.runs import RunRecord

if TYPE_CHECKING:
    from rich.console import Console


def print_runs(records: Sequence[RunRecord], console: Console) -> None:
    """Prints a line for each run, their notes, and how far all of them reach.

    Nothing in them is taken for markup or for a terminal's control sequence."""
    printed(lambda on: _print(records, on), console)


def _print(records: Sequence[RunRecord], console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    if not records:
        console.print("no run yet; `serbench run log` measures one", highlight=False)
        return
    columns = {
        "run": [plain(r.run) for r in records],
        "tag": [plain(r.tag) for r in records],
        "status": [plain(r.status) for r in records],
        "took": [units.seconds(r.seconds) for r in records],
        "workloads": [_workloads(r) for r in records],
        "codecs": [str(r.codecs) for r in records],
        "host": [plain(r.host.name) for r in records],
    }
    shown = {name: texts for name, texts in columns.items() if any(texts)}
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name in shown:
        right = name in ("took", "codecs")
        # The others may wrap, or are folded where they have no blank.
        table.add_column(
            Text(name),
            justify="right" if right else "left",
            no_wrap=right or name in ("run", "status"),
            overflow="fold",
        )
    for texts in zip(*shown.values(), strict=True):
        table.add_row(*(Text(text) for text in texts))
    console.print(table)
    if any(record.note for record in records):
        console.print()
    for record in records:
        if record.note:
            console.print(Text(f"{plain(record.run)}: {plain(record.note)}"))
    console.print(Text(f"\n{claim_of_records(records).words}", "dim"))


def _workloads(record: RunRecord) -> str:
    names = ", ".join(plain(workload) for workload in record.workloads)
    return names if record.kind == "run" else f"{record.kind}: {names}"
