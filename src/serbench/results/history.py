"""What the runs of a results file found of a codec, one after another, and where that moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from serbench.errors import nearest
from serbench.results.evidence import Moved, Past
from serbench.results.rows import WorkloadFacts
from serbench.results.store import Store, StoreError
from serbench.stats import SMALLEST
from serbench.stats.steps import steps

# Of a normal distribution, by which an interval of 95 % is wider than its standard error.
_WIDTH = 2 * 1.96


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """A cell through the runs on the latest of its values, the earliest first. `others` is how many
    runs on other values there are besides."""

    workload: str
    codec: str
    operation: str
    past: tuple[Past, ...]
    moved: tuple[Moved, ...]
    others: int


def load_history(
    path: Path, codec: str, operations: Sequence[str], workload: str | None = None
) -> list[Series]:
    """A codec's series by workload and operation. Raises `StoreError` if there is none."""
    with Store(path, read_only=True) as store:
        sets: dict[str, list[WorkloadFacts]] = {}
        for run in store.runs():
            for facts in store.working_sets(run.run) if run.kind == "run" else ():
                sets.setdefault(facts.name, []).append(facts)
        if not sets:
            raise StoreError(f"{path}: it holds no run yet; `serbench run log` measures one")
        if workload is not None and workload not in sets:
            raise StoreError(
                f"{path}: no run has the workload {workload!r}; there are: {', '.join(sets)}."
                f"{nearest(workload, sets)}"
            )
        found = {
            name: [Past(**facts) for facts in store.history(name, all_[-1].digest, None)]
            for name, all_ in sets.items()
            if workload in (None, name)
        }
    wanted = _codec(path, codec, [past for pasts in found.values() for past in pasts])
    out = []
    for name, pasts in found.items():
        others = sum(facts.digest != sets[name][-1].digest for facts in sets[name])
        for operation in operations:
            of_operation = [p for p in pasts if (p.codec, p.operation) == (wanted, operation)]
            if of_operation:
                out.append(
                    Series(
                        workload=name,
                        codec=wanted,
                        operation=operation,
                        past=tuple(of_operation),
                        moved=tuple(moved(of_operation)),
                        others=others,
                    )
                )
    if not out:
        measured = dict.fromkeys(
            p.operation for pasts in found.values() for p in pasts if p.codec == wanted
        )
        raise StoreError(
            f"{path}: no run measured {', '.join(operations)} of {wanted}; measured were: "
            f"{', '.join(measured)}"
        )
    return out


def _codec(path: Path, name: str, pasts: Sequence[Past]) -> str:
    """The codec of that id, or of that name in a single language."""
    known = list(dict.fromkeys(past.codec for past in pasts))
    matching = [id_ for id_ in known if name in (id_, id_.partition("/")[2])]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise StoreError(f"{name} is the name of several codecs: {', '.join(matching)}; name one")
    names = [*known, *(id_.partition("/")[2] for id_ in known)]
    raise StoreError(
        f"{path}: no run measured the codec {name!r};{nearest(name, names)} "
        f"measured were: {', '.join(known)}"
    )


def moved(history: Iterable[Past]) -> Iterator[Moved]:
    """Where the ratios of cells to their references moved. Of a host's runs with the reference that
    its last run has: another host, or another reference, makes other ratios. Absolute times
    move with the machine and are not looked at."""
    series: dict[tuple[str, str, str, str], list[Past]] = {}
    for past in history:
        if past.ratio is not None and past.ratio_low is not None and past.ratio_high is not None:
            host = past.host.id or past.host.name
            series.setdefault((past.workload, past.codec, past.operation, host), []).append(past)
    for pasts in series.values():
        comparable = [
            p for p in pasts if p.reference == pasts[-1].reference and p.reference != p.codec
        ]
        if not comparable:
            continue
        figures = [(p.ratio, p.ratio_low, p.ratio_high) for p in comparable]
        ratios = np.log(np.array(figures, dtype=float))
        variances = ((ratios[:, 2] - ratios[:, 1]) / _WIDTH) ** 2
        for step in steps(ratios[:, 0], variances, 1 + SMALLEST):
            past = comparable[step.at]
            yield Moved(
                run=past.run,
                workload=past.workload,
                codec=past.codec,
                operation=past.operation,
                host=past.host,
                ratio=step.ratio.estimate,
                low=step.ratio.low,
                high=step.ratio.high,
            )
