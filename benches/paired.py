"""Two drivers of each codec in one run: interleaved, by serbench's own schedule and analysis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness import one_run

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.operations import PRIMARY
from serbench.preparation.targets import ResolvedTarget
from serbench.results.analysis import ratios
from serbench.stats import Interval

# Of a library that is called by hand.
OPERATIONS = ("encode", "decode")


class Pair(NamedTuple):
    """A codec and what it is held against, under an id of its own."""

    codec: Codec
    other: Codec


class PairedCell(NamedTuple):
    """Times per value of an operation, and their ratio, the codec's over the other's."""

    codec: str
    operation: str
    ns: float
    other_ns: float
    ratio: Interval

    def __str__(self) -> str:
        return (
            f"{self.codec:33}{self.operation:12}{self.other_ns:12.1f}{self.ns:12.1f}"
            f"{self.ratio.estimate:8.3f} [{self.ratio.low:.3f}, {self.ratio.high:.3f}]"
        )


def measured(
    target: ResolvedTarget,
    pairs: Sequence[Pair],
    built: BuildResult,
    operations: tuple[str, ...],
    budget_s: float | None,
) -> Iterator[PairedCell]:
    """Of drivers that are built."""
    codecs = [codec for pair in pairs for codec in pair]
    with one_run(target, codecs, built, operations, budget_s) as (store, result):
        times_ns = {(row.codec, row.operation): row.time_ns or 0.0 for row in result.rows}
        for codec, other in pairs:
            for operation, ratio in ratios(store, result.run, codec.id, other.id).items():
                if operation not in operations:  # a sum of some
                    continue
                ns, other_ns = (times_ns[side.id, operation] for side in (codec, other))
                yield PairedCell(codec.id, operation, ns, other_ns, ratio)


def by_hand(
    target: ResolvedTarget,
    pairs: Sequence[Pair],
    built: BuildResult,
    budget_s: float | None,
    most: float,
) -> bool:
    """Prints each codec beside its library called by hand; whether no ratio is above `most`."""
    cells: list[PairedCell] = []
    for operations in (OPERATIONS, PRIMARY):
        if of_operations := [pair for pair in pairs if _operations(pair.codec) == operations]:
            share_s = budget_s and budget_s * len(of_operations) / len(pairs)
            for cell in measured(target, of_operations, built, operations, share_s):
                cells.append(cell)
                print(cell, flush=True)
    above = [f"{cell.codec} {cell.operation}" for cell in cells if cell.ratio.estimate > most]
    print(f"{len(above)} of {len(cells)} above {most}: {', '.join(above)}")
    return not above


def _operations(codec: Codec) -> tuple[str, ...]:
    """Those that do what is done by hand. Where the bytes are the object, a codec's own encode and
    decode are nearly nothing, and the whole way is compared."""
    return PRIMARY if {"own-model", "zero-copy"} <= set(codec.traits) else OPERATIONS
