"""`serbench selftest`: whether serbench finds differences between equal codecs on this machine."""

from __future__ import annotations

import json as json_text
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated

import typer

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import choose
from serbench.command_line.parameters import Reach
from serbench.commands import arguments
from serbench.commands.run import expect_measuring, measure_all
from serbench.commands.run_options import RunOptions
from serbench.machine import cache
from serbench.operations import ROUND_TRIP
from serbench.preparation.drivers import (
    availability,
    build_drivers,
    expect_builds,
    look_around,
    why_not_built,
)
from serbench.preparation.readings import Reading, Target, typed
from serbench.preparation.targets import resolve_all
from serbench.results.rows import Row
from serbench.terminal.progress import plan


@dataclass(frozen=True, slots=True)
class Pair:
    """A codec measured under two names. `ratio` is the second's time over the first's."""

    codec: str
    operation: str
    ratio: float
    is_significant: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """`least_ratios` are, by operation, the least ratio at which half of all pairs of the codecs
    differ significantly here."""

    target: str
    seconds: float
    processes: tuple[int, int]
    pairs: tuple[Pair, ...]
    least_ratios: dict[str, float]

    @property
    def differing(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.is_significant)


@arguments.reads()
@arguments.prints("table", "json", former=("json",))
def command(
    read: Reading,
    target: Annotated[
        str, typer.Argument(help="A workload or a file of JSON Lines."), Reach.TARGETS
    ] = "log",
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    _codec_dir: arguments.CodecDir = None,
    op: arguments.Ops = "",
    names: Annotated[
        int, typer.Option("--copies", "--names", min=2, help="Copies of each codec to measure.")
    ] = 2,
    count: arguments.Count = None,
    budget: Annotated[float, typer.Option("--budget", min=0, help="Seconds of measuring.")] = 60.0,
    narrow: arguments.Narrow = False,
    seed: arguments.Seed = 0,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    finding = tested(
        read.of(target),
        arguments.words(lang),
        tuple(codec or ()),
        arguments.operations_of(op),
        names,
        count,
        budget,
        seed,
        narrow,
    )
    show(finding, form)
    arguments.end(is_negative=bool(finding.differing))


def tested(
    target: Target,
    languages: Sequence[str],
    codecs: Sequence[str],
    operations: tuple[str, ...],
    names: int,
    count: int | None,
    budget_s: float,
    seed: int,
    narrow: bool,
) -> Finding:
    """Measures each codec under so many names, each with processes of its own, as a run would
    measure different codecs; by default the reference codec of each language.

    Raises `UserError` for what does not exist.
    """
    chosen = choose(tuple(languages), tuple(codecs))
    if not codecs:
        chosen = [codec for codec in chosen if codec.is_reference]
    from serbench.results.analysis import least_ratios
    from serbench.results.store import Store

    with plan("selftest") as whole:
        [resolved] = resolve_all([target], count, seed, narrow)
        expect_builds(whole, [resolved.name], chosen)
        expect_measuring(whole, [resolved.name], budget_s, names * len(chosen))
        look_around(chosen)
        built = build_drivers(resolved, chosen, operations)
        named: list[Codec] = []
        versions = {}
        renamed = BuildResult()
        for codec in chosen:
            for number in range(1, names + 1):
                again = replace(codec, id=f"{codec.id} #{number}")
                named.append(again)
                versions[again.id] = availability(codec).version
                if verdict := why_not_built(built, codec.id):
                    renamed.unavailable[again.id] = verdict.note
                else:
                    renamed.drivers[again.id] = built.drivers[codec.id]
        options = RunOptions((target,), operations=operations, budget_s=budget_s, seed=seed)
        with cache.scratch() as folder, Store(folder / "selftest.duckdb") as store:
            result, _ = measure_all(
                *(store, options, [resolved], named, versions, [renamed]), shows_answer=False
            )
            least = least_ratios(store, result.run)
    timed = [r for r in result.rows if r.time_ns is not None and r.operation != ROUND_TRIP.name]
    processes = [row.processes for row in timed]
    return Finding(
        typed([target]),
        result.seconds,
        (min(processes, default=0), max(processes, default=0)),
        tuple(
            pair for op in operations for pair in _pairs([r for r in timed if r.operation == op])
        ),
        {op: statistics.median(least[op]) for op in operations if least.get(op)},
    )


def _pairs(rows: Sequence[Row]) -> list[Pair]:
    """Of the rows of an operation, those of one codec."""
    return [
        Pair(
            _codec(one),
            one.operation,
            (other.time_ns or 0.0) / (one.time_ns or 1.0),
            # By the decision of its language's table, which finds whatever the overall one does.
            one.codec in other.language_slower_than or other.codec in one.language_slower_than,
        )
        for one, other in combinations(rows, 2)
        if _codec(one) == _codec(other)
    ]


def _codec(row: Row) -> str:
    return row.codec.rpartition(" #")[0]


def show(finding: Finding, form: str) -> None:
    if form == "json":
        rows = [
            {
                "codec": p.codec,
                "operation": p.operation,
                "ratio": p.ratio,
                "significant": p.is_significant,
                "apart": p.is_significant,  # the former name, for one release
            }
            for p in finding.pairs
        ]
        print(json_text.dumps(rows, indent=1))
        return
    from serbench.report.text import plain
    from serbench.report.units import seconds

    low, high = finding.processes
    processes = f"{low}" if low == high else f"{low} to {high}"
    print(
        f"{plain(finding.target)}: {processes} processes under each name, "
        f"{seconds(finding.seconds)}"
    )
    for operation in dict.fromkeys(pair.operation for pair in finding.pairs):
        pairs = [pair for pair in finding.pairs if pair.operation == operation]
        differing = [pair for pair in pairs if pair.is_significant]
        largest = max(max(pair.ratio, 1 / pair.ratio) for pair in pairs)
        print(
            f"{operation:14}{len(differing)} of {len(pairs)} pairs of equal codecs differ "
            f"significantly; they differ by {100 * (largest - 1):.1f} % at most"
        )
        if operation in finding.least_ratios:
            least = 100 * (finding.least_ratios[operation] - 1)
            print(
                f"{'':14}half of all pairs differ significantly "
                f"from a difference of {least:.1f} % on"
            )
        for pair in differing:
            print(f"{'':14}{pair.codec}: {100 * (pair.ratio - 1):+.1f} %")
    if not finding.pairs:
        print("Nothing could be measured.")
