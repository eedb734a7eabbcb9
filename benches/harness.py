"""Drivers measured in one run, as `serbench run` measures: interleaved, from several processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.commands.run import measure_all
from serbench.commands.run_options import RunOptions
from serbench.machine import cache
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget
from serbench.results.rows import Result
from serbench.results.store import Store


@contextmanager
def one_run(
    target: ResolvedTarget,
    codecs: Sequence[Codec],
    built: BuildResult,
    operations: tuple[str, ...],
    budget_s: float | None,
) -> Iterator[tuple[Store, Result]]:
    """Of codecs with drivers in `built`, and the store that has their samples; `budget_s` None is
    what a run of as many codecs takes."""
    versions = {codec.id: "" for codec in codecs}
    options = RunOptions((Target(target.name),), operations=operations, budget_s=budget_s)
    with cache.scratch() as folder, Store(folder / "run.duckdb") as store:
        result, _ = measure_all(store, options, [target], list(codecs), versions, [built])
        yield store, result
