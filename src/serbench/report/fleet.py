"""Several hosts that measured the same question: in a terminal, in Markdown, as JSON and CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from serbench.report import units
from serbench.report.console import printed
from serbench.report.csv_rows import cell
from serbench.report.interop import markdown_cell
from serbench.report.json_rows import indented
from serbench.report.text import language_name, plain
from serbench.report.wrapping import say
from serbench.results.fleet import FleetHost, FleetKind, FleetResult
from serbench.results.fleet_pairs import Agreed, FleetRow, OnKind, Turned

if TYPE_CHECKING:
    from rich.console import Console

# Of pairs that turn round, so many are told of each operation, those that do so most.
MOST_TURNED = 10
NOT_MEASURED, NOT_KNOWN = units.EN_DASH, "?"
LEGEND = (
    f"Ratios of times, with 95 % intervals; {NOT_MEASURED} not measured there, {NOT_KNOWN} not "
    "known. Each kind of host is judged by itself, all pairs of a table together. No times of "
    "different hosts are put together."
)
CSV_COLUMNS = (
    *("workload", "operation", "codec", "language", "kind", "kind_name", "kind_id", "hosts"),
    *("baseline", "ratio", "ratio_low", "ratio_high", "rank_low", "rank_high", "slower_than"),
)


@dataclass(frozen=True, slots=True)
class Block:
    """A table: a codec in each row, a kind of host in each column; and what is said below it."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    sentences: list[str]


def heads(result: FleetResult) -> Iterator[str]:
    """What was measured, and how far it reaches."""
    kinds = _counted(len(result.kinds), "kind")
    yield f"Several hosts: this rests on {result.claim}, of {kinds}."
    if any(kind.hosts == 1 for kind in result.kinds):
        yield "Of a kind with one host, nothing is known of how much its hosts differ."
    if result.bridge:
        yield (
            "Codecs were split among hosts of a kind. Ratios of codecs of different hosts go "
            f"through those that all measured, {', '.join(result.bridge)}; their intervals hold "
            "what these tell of the hosts' differences."
        )


def kind_line(kind: FleetKind) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in kind.facts.items())
    return f"{kind.letter} · {kind.name} · {_counted(kind.hosts, 'host')} · {facts}"


def host_line(host: FleetHost) -> str:
    ended = "" if host.status == "finished" else f" · {host.status}"
    return (
        f"{host.kind} · {host.host.name} · {_counted(host.codecs, 'codec')} · "
        f"{units.seconds(host.seconds)}{ended} · run {host.run}"
    )


def blocks(result: FleetResult) -> Iterator[Block]:
    """A table for each operation and language, and what is said of all languages."""
    for of in result.agreed:
        rows = [
            row
            for row in result.rows
            if (row.workload, row.operation, row.language)
            == (of.workload, of.operation, of.language)
        ]
        turned = [pair for pair in result.turned if _is_of(pair, of, result)]
        sentences = list(_sentences(of, len(result.kinds), turned))
        title = f"{of.workload} · {of.operation}"
        if not of.language:
            yield Block(f"{title} · all languages", (), [], sentences)
            continue
        title += f" · {language_name(of.language)}"
        if baseline := rows[0].baseline:
            title += f" · ratio to {baseline}"
        yield Block(
            title,
            tuple(f"{kind.letter} {kind.name}" for kind in result.kinds),
            [_line(row, result.kinds) for row in sorted(rows, key=_middle)],
            sentences,
        )


def _is_of(pair: Turned, of: Agreed, result: FleetResult) -> bool:
    """Pairs of two languages are told with those of all."""
    if (pair.workload, pair.operation) != (of.workload, of.operation):
        return False
    languages = {row.codec: row.language for row in result.rows}
    one, other = languages[pair.one], languages[pair.other]
    return (one if one == other else "") == of.language


def _line(row: FleetRow, kinds: Sequence[FleetKind]) -> tuple[str, ...]:
    on = {found.kind: found for found in row.on}
    return row.codec, *(_figure(on.get(kind.letter), row) for kind in kinds)


def _figure(found: OnKind | None, row: FleetRow) -> str:
    if found is None:
        return NOT_MEASURED
    if found.ratio is None:
        return NOT_KNOWN
    if row.codec == row.baseline:
        return units.ratio(1.0)
    return f"{units.ratio(found.ratio)} {units.interval(found.ratio, found.low, found.high)}"


def _middle(row: FleetRow) -> float:
    """Over kinds, of the logarithms."""
    logs = [math.log(found.ratio) for found in row.on if found.ratio]
    return sum(logs) / len(logs) if logs else math.inf


def _sentences(of: Agreed, kinds: int, turned: Sequence[Turned]) -> Iterator[str]:
    everywhere = "on all kinds" if kinds > 1 else "on this kind"
    if of.pairs:
        same = "decided in the same way" if kinds > 1 else "decided"
        around = f"; {_turning(of.turned)}" if kinds > 1 else ""
        of_pairs = f"{of.same:,} of {of.pairs:,} {'pair' if of.pairs == 1 else 'pairs'}"
        yield f"{of_pairs} {'is' if of.same == 1 else 'are'} {same} {everywhere}{around}."
    if of.leading and of.pairs:
        nowhere = "On no kind was another choice" if kinds > 1 else "No other choice was"
        yield f"{nowhere} shown faster than {', '.join(of.leading)}."
    for pair in turned[:MOST_TURNED]:
        yield turned_sentence(pair)
    if len(turned) > MOST_TURNED:
        yield f"{len(turned) - MOST_TURNED} more turn round; --format json has all."


def turned_sentence(pair: Turned) -> str:
    """`cpp/a turns round beside cpp/b: faster on A (RATIO ±2.0 %), slower on B (RATIO ±1.5 %).`"""
    sides = [
        f"{one.shown} on {one.kind} ({units.ratio(one.ratio)} "
        f"{units.interval(one.ratio, one.low, one.high)})"
        for one in pair.on
        if one.shown
    ]
    return f"{pair.one} turns round beside {pair.other}: {', '.join(sides)}."


def _turning(number: int) -> str:
    return f"{number:,} turn round" if number > 1 else f"{'one' if number else 'none'} turns round"


def _counted(number: int, noun: str) -> str:
    return f"one {noun}" if number == 1 else f"{number:,} {noun}s"


def unmeasured_lines(result: FleetResult) -> Iterator[str]:
    """Codecs without times, alike reasons together."""
    names = {host.run: host.host.name for host in result.hosts}
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for one in result.unmeasured:
        why = f"{one.status}: {one.note}".removesuffix(": ")
        reasons.setdefault((names[one.run], one.workload, why), []).append(one.codec)
    for (host, workload, why), codecs in reasons.items():
        yield f"{host}, {workload}: {why} ({', '.join(codecs)})"


def print_fleet(result: FleetResult, console: Console) -> None:
    """Nothing in it is taken for markup or for a terminal's control sequence."""
    printed(lambda on: _print(result, on), console)


def _print(result: FleetResult, console: Console) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for sentence in heads(result):
        say(Text(plain(sentence)), console)
    console.print()
    for kind in result.kinds:
        say(Text(plain(kind_line(kind))), console)
    for block in blocks(result):
        console.print(Text(f"\n{plain(block.title)}", "bold"))
        if block.rows:
            table = Table(
                box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
            )
            table.add_column("codec", overflow="fold", min_width=5)
            for name in block.columns:
                table.add_column(Text(plain(name)), justify="right", overflow="fold")
            for row in block.rows:
                table.add_row(*(Text(plain(text)) for text in row))
            console.print(table)
        for sentence in block.sentences:
            say(Text(plain(sentence)), console)
    console.print()
    for host in result.hosts:
        say(Text(plain(host_line(host)), "dim"), console)
    for line in unmeasured_lines(result):
        say(Text(plain(line), "yellow"), console)
    for warning in result.warnings:
        say(Text.assemble(("warning: ", "bold yellow"), (plain(warning), "yellow")), console)
    say(Text(LEGEND, "dim"), console)


def markdown(result: FleetResult) -> str:
    lines = [f"{markdown_cell(sentence)}  " for sentence in heads(result)]
    lines += ["", *(f"- {markdown_cell(kind_line(kind))}" for kind in result.kinds), ""]
    for block in blocks(result):
        lines += [f"## {markdown_cell(block.title)}", ""]
        if block.rows:
            lines.append(f"| codec | {' | '.join(map(markdown_cell, block.columns))} |")
            lines.append("| --- |" + " --: |" * len(block.columns))
            lines += [f"| {' | '.join(map(markdown_cell, row))} |" for row in block.rows]
            lines.append("")
        lines += [*(f"- {markdown_cell(sentence)}" for sentence in block.sentences), ""]
    lines += [f"- {markdown_cell(host_line(host))}" for host in result.hosts]
    told = (*unmeasured_lines(result), *result.warnings)
    lines += ["", *(f"- {markdown_cell(line)}" for line in told)]
    return "\n".join([*lines, "", LEGEND, ""])


def as_json(result: FleetResult) -> str:
    return indented(result)


def rows_csv(result: FleetResult) -> str:
    """A line for each codec, operation and kind of host, as `serbench.report.csv_rows` writes."""
    kinds = {kind.letter: kind for kind in result.kinds}
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    for row in result.rows:
        for on in row.on:
            kind = kinds[on.kind]
            values = (
                *(row.workload, row.operation, row.codec, row.language),
                *(kind.letter, kind.name, kind.id, on.hosts, row.baseline),
                *(on.ratio, on.low, on.high, on.rank_low, on.rank_high, on.slower_than),
            )
            writer.writerow(map(cell, values))
    return out.getvalue()
