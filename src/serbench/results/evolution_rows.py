"""What `serbench evolve` found, in the results file and from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from serbench.measure.status import are_missed
from serbench.proof.evolution import NEGATIVE, EvolutionCell, Unproven
from serbench.results.store import Store

_Found = TypeVar("_Found", EvolutionCell, Unproven)


class EvolutionResult(msgspec.Struct, frozen=True, kw_only=True):
    """A run of `serbench evolve`: by workload, what became of bytes in drivers of another schema,
    and what was not tried."""

    run: str
    started: str
    status: str
    serbench: str
    settings: dict[str, Any]
    environment: dict[str, str]
    cells: dict[str, tuple[EvolutionCell, ...]]
    unproven: dict[str, tuple[Unproven, ...]]

    def is_negative(self, named: Collection[str]) -> bool:
        """Whether anything was read as what was not written, or ended a reader; or a codec, that
        was `named` or does not build, was not tried; or none was."""
        cells = [cell for of_workload in self.cells.values() for cell in of_workload]
        untried = (
            (one.codec, one.said) for of_workload in self.unproven.values() for one in of_workload
        )
        return (
            not cells
            or any(cell.outcome in NEGATIVE for cell in cells)
            or are_missed(untried, named)
        )


@dataclass(frozen=True, slots=True)
class EvolutionRecorder:
    """Writes what is found into the results file at once."""

    store: Store
    run: str
    workload: str

    def found(self, finding: EvolutionCell | Unproven) -> None:
        table = "evolution_cells" if isinstance(finding, EvolutionCell) else "evolution_unproven"
        self.store.insert(table, self.run, self.workload, *msgspec.structs.astuple(finding))


def load_evolution(store: Store, run: str) -> EvolutionResult:
    facts = store.run_facts(run)
    return EvolutionResult(
        run=run,
        started=facts["started"],
        status=facts["status"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        cells=_by_workload(EvolutionCell, store.rows_of("evolution_cells", run)),
        unproven=_by_workload(Unproven, store.rows_of("evolution_unproven", run)),
    )


def _by_workload(kind: type[_Found], rows: list[tuple[Any, ...]]) -> dict[str, tuple[_Found, ...]]:
    found: dict[str, list[_Found]] = {}
    for workload, *values in rows:
        made = kind(**dict(zip(kind.__struct_fields__, values, strict=True)))
        found.setdefault(workload, []).append(made)
    return {workload: tuple(of_workload) for workload, of_workload in found.items()}
