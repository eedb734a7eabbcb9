"""What `serbench interop` found, in the results file and from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from serbench.measure.status import are_missed
from serbench.proof.interop import NO_DRIVER, InteropCell, Lack
from serbench.results.store import Store

_Found = TypeVar("_Found", InteropCell, Lack)


class InteropResult(msgspec.Struct, frozen=True, kw_only=True):
    """A run of `serbench interop`: by workload, what readers made of writers' bytes, and what
    codecs did not write."""

    run: str
    started: str
    status: str
    serbench: str
    settings: dict[str, Any]
    environment: dict[str, str]
    cells: dict[str, tuple[InteropCell, ...]]
    lacks: dict[str, tuple[Lack, ...]]

    def is_negative(self, named: Collection[str]) -> bool:
        """Whether any bytes were read as others than were written, or not at all; or a codec, that
        was `named` or does not build, wrote nothing; or nobody read anything."""
        cells = [cell for of_workload in self.cells.values() for cell in of_workload]
        lacks = [
            lack
            for of_workload in self.lacks.values()
            for lack in of_workload
            if lack.case == NO_DRIVER
        ]
        untried = ((lack.codec, lack.said) for lack in lacks)
        return not cells or not all(cell.is_good for cell in cells) or are_missed(untried, named)


@dataclass(frozen=True, slots=True)
class InteropRecorder:
    """Writes what is found into the results file at once."""

    store: Store
    run: str
    workload: str

    def found(self, finding: InteropCell | Lack) -> None:
        table = "interop_cells" if isinstance(finding, InteropCell) else "interop_lacks"
        self.store.insert(table, self.run, self.workload, *msgspec.structs.astuple(finding))


def load_interop(store: Store, run: str) -> InteropResult:
    facts = store.run_facts(run)
    cells: dict[str, list[InteropCell]] = {}
    for workload, *values in store.rows_of("interop_cells", run):
        cells.setdefault(workload, []).append(_made(InteropCell, values))
    lacks: dict[str, list[Lack]] = {}
    for workload, *values in store.rows_of("interop_lacks", run):
        lacks.setdefault(workload, []).append(_made(Lack, values))
    return InteropResult(
        run=run,
        started=facts["started"],
        status=facts["status"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        cells={workload: tuple(of_workload) for workload, of_workload in cells.items()},
        lacks={workload: tuple(of_workload) for workload, of_workload in lacks.items()},
    )


def _made(kind: type[_Found], values: list[Any]) -> _Found:
    return kind(**dict(zip(kind.__struct_fields__, values, strict=True)))
