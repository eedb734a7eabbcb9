"""What decoders made of bytes that went wrong: as a table in a terminal, in Markdown, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from serbench.proof.robustness import KINDS, Kept, Kind, Robustness
from serbench.report.text import plain
from serbench.results.robustness_rows import RobustnessResult

if TYPE_CHECKING:
    from rich.console import Console

# Columns of a terminal that intervals are shown in.
WIDE = 130
HEAD = ("codec", *KINDS, "leaves changed")
LEGEND = (
    "Shares of all cases, with Wilson's 95 % interval where any but not all are so. `leaves "
    "changed`: of a value that was read as another, in the mean. Out of memory: an allocator gave "
    "nothing, or 4 GiB were passed. Crashed: the process ended. Hung: no answer for 20 s."
)


def rows(found: tuple[Robustness, ...], with_intervals: bool = True) -> Iterator[tuple[str, ...]]:
    for its in found:
        if its.unproven:
            yield its.codec, its.unproven, *[""] * (len(HEAD) - 2)
            continue
        share = f"{100 * its.changed_share:.0f} %" if its.total("another value") else ""
        yield its.codec, *(_rate(its, kind, with_intervals) for kind in KINDS), share


def _rate(its: Robustness, kind: Kind, with_interval: bool) -> str:
    count = its.total(kind)
    if count in (0, its.cases):
        return "0" if count == 0 else "100 %"
    share = 100 * count / its.cases
    if not with_interval:
        return f"{share:.1f} %"
    low, high = wilson(count, its.cases)
    return f"{share:.2f} % ({100 * low:.2f}-{100 * high:.2f})"


def wilson(count: int, cases: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, JASA 1927)."""
    from scipy.stats import binomtest

    interval = binomtest(count, cases).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


def ends(its: Robustness) -> Iterator[str]:
    """What ended a decoder, in words."""
    for kept in its.kept:
        yield f"{its.codec} {its.version}: {kept.kind}: {_made(kept)}: {kept.said}"


def _made(kept: Kept) -> str:
    if kept.changed < 0:
        return f"{kept.mutation}, {len(kept.data)} bytes"
    return f"{kept.mutation}, {kept.changed} of {len(kept.data)} bytes changed"


def print_table(result: RobustnessResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for workload, found in result.found.items():
        console.print(Text(f"{plain(workload)}: {found[0].cases:,} cases each", style="bold"))
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
        for name in HEAD:
            is_first = name == "codec"
            table.add_column(name, justify="left" if is_first else "right", no_wrap=is_first)
        for its, row in zip(found, rows(found, console.width >= WIDE), strict=True):
            style = "red" if its.is_negative or its.unproven else ""
            table.add_row(*(Text(plain(cell), style=style) for cell in row))
        console.print(table)
        for its in found:
            for said in ends(its):
                console.print(Text(plain(said), style="red"))
    console.print(Text(LEGEND, style="dim"))


def markdown(result: RobustnessResult) -> str:
    from serbench.report.interop import markdown_cell

    lines = []
    for workload, found in result.found.items():
        lines += [f"## {markdown_cell(workload)}: {found[0].cases:,} cases each", ""]
        lines += [f"| {' | '.join(HEAD)} |", "| --- |" + " --: |" * (len(HEAD) - 1)]
        lines += [f"| {' | '.join(map(markdown_cell, row))} |" for row in rows(found)]
        told = [f"- {markdown_cell(said)}" for its in found for said in ends(its)]
        lines += ["", *told, ""] if told else [""]
    return "\n".join([*lines, LEGEND, ""])


def as_json(result: RobustnessResult) -> str:
    """Bytes as base64."""
    return msgspec.json.format(msgspec.json.encode(result), indent=1).decode()
