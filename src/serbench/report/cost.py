"""What a message costs end to end: in a terminal, in Markdown, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from serbench.operations import PRIMARY
from serbench.report import units
from serbench.report.interop import markdown_cell
from serbench.report.table import no_choice
from serbench.report.text import plain
from serbench.results.costs import FASTEST, SLOWEST, Segment, Way, cheapest, segments, tied

if TYPE_CHECKING:
    from rich.console import Console

    from serbench.results.cost_rows import CostResult

# 100 Mbit/s, 1 Gbit/s, a disk of 500 MB/s, 10 Gbit/s.
LINKS = (1e8, 1e9, 4e9, 1e10)
_SHOWN = 5
HEAD = ("way", "total", PRIMARY[0], "compress", "send", "decompress", PRIMARY[1], "bytes")
LEGEND = (
    "Times of one value where nothing overlaps; compressors are native libraries, whatever "
    "the codec's language. One by one, with a dictionary trained on other messages, or in blocks "
    "of 64 KiB, which wait until they are full. ~ does not differ significantly from the first. "
    "serbench's own code and codecs that trust their input are not among them; --format json has "
    "them."
)


def kinds(ways: Sequence[Way]) -> Iterator[tuple[str, list[Way]]]:
    """Those where each message goes by itself, and those that wait for others; of choices."""
    ways = [way for way in ways if not no_choice(way.traits)]
    alone = [way for way in ways if way.mode != "blocks"]
    together = [way for way in ways if way.mode in ("blocks", "none")]
    if alone:
        yield "each message by itself", alone
    if any(way.mode == "blocks" for way in together):
        yield "in blocks of 64 KiB", together


def sentences(ways: Sequence[Way]) -> Iterator[str]:
    """The crossing points in words, from slow links to fast ones."""
    found = segments(ways)
    for number, segment in enumerate(found):
        yield f"{_range(segment, number == len(found) - 1)}: {segment.way.name}"


def _range(segment: Segment, is_last: bool) -> str:
    if segment.low <= SLOWEST and (is_last or segment.high >= FASTEST):
        return "over any link"
    if segment.low <= SLOWEST:
        return f"up to {units.link(segment.high)}"
    if is_last or segment.high >= FASTEST:
        return f"from {units.link(segment.low)} on"
    return f"from {units.link(segment.low)} to {units.link(segment.high)}"


def rows(ways: Sequence[Way], bits_per_s: float) -> Iterator[tuple[str, ...]]:
    """The cheapest over a link, and the cheapest that is not compressed."""
    order = cheapest(ways, bits_per_s)
    shown = order[:_SHOWN]
    if bare := next((way for way in order if way.mode == "none"), None):
        shown += [] if bare in shown else [bare]
    for way in shown:
        mark = "~" if way is not order[0] and tied(order[0], way, bits_per_s) else ""
        yield (
            way.name,
            mark + units.time(way.total_ns(bits_per_s)),
            units.time(way.serialize.estimate),
            units.time(way.compress.estimate) if way.compress else "",
            units.time(way.sent_ns(bits_per_s)),
            units.time(way.decompress.estimate) if way.decompress else "",
            units.time(way.deserialize.estimate),
            units.digits(way.bytes),
        )


def blocks(
    ways: Mapping[str, Sequence[Way]], links: Sequence[float] = ()
) -> Iterator[tuple[str, list[str], Any]]:
    """Headings, with sentences and tables by link, the usual ones if there are none."""
    for workload, several in ways.items():
        for kind, of_kind in kinds(several):
            tables = [(units.link(speed), list(rows(of_kind, speed))) for speed in links or LINKS]
            yield f"{workload}, {kind}", list(sentences(of_kind)), tables


def print_table(result: CostResult, console: Console, links: Sequence[float]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for heading, remarks, tables in blocks(result.ways, links):
        console.print(Text(f"\n{plain(heading)}", "bold"))
        for sentence in remarks:
            console.print(Text(plain(sentence)))
        for speed, table_rows in tables:
            table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
            table.add_column(speed, overflow="fold", min_width=20)
            for name in HEAD[1:]:
                table.add_column(name, justify="right", overflow="fold")
            for row in table_rows:
                table.add_row(*(Text(plain(cell)) for cell in row))
            console.print(Text())
            console.print(table)
    console.print(Text(LEGEND, "dim"))


def markdown(result: CostResult, links: Sequence[float]) -> str:
    lines: list[str] = []
    for heading, remarks, tables in blocks(result.ways, links):
        lines += [f"## {markdown_cell(heading)}", ""]
        lines += [*(f"- {markdown_cell(sentence)}" for sentence in remarks), ""]
        for speed, table_rows in tables:
            lines += [f"| {' | '.join((speed, *HEAD[1:]))} |", "| --- |" + " --: |" * 7]
            lines += [f"| {' | '.join(map(markdown_cell, row))} |" for row in table_rows]
            lines.append("")
    return "\n".join([*lines, LEGEND]) + "\n"


def as_json(result: CostResult) -> str:
    """A JSON array, a way an object."""
    found = []
    for ways in result.ways.values():
        for way in ways:
            row: dict[str, Any] = {
                name: getattr(way, name)
                for name in ("workload", "codec", "language", "compressor", "mode", "bytes")
            }
            for name in (*PRIMARY, "compress", "decompress"):
                part = getattr(way, name)
                row |= {
                    f"{name}_ns": part and part.estimate,
                    f"{name}_low_ns": part and part.low,
                    f"{name}_high_ns": part and part.high,
                }
            found.append(row)
    return json.dumps(found, indent=1)
