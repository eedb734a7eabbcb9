"""What `serbench footprint` found, in the results file and from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import msgspec

from serbench.footprint import Footprint
from serbench.measure.status import are_missed
from serbench.results.store import Store


class FootprintResult(msgspec.Struct, frozen=True, kw_only=True):
    """A run of `serbench footprint`: what was found of each codec, by workload."""

    run: str
    started: str
    status: str
    serbench: str
    settings: dict[str, Any]
    environment: dict[str, str]
    found: dict[str, tuple[Footprint, ...]]

    def is_negative(self, named: Collection[str]) -> bool:
        """Whether a codec that was `named` has no figure, or one does not build; or none has."""
        found = [one for of_workload in self.found.values() for one in of_workload]
        unmeasured = ((one.codec, one.note) for one in found if not one.is_measured)
        return not any(one.is_measured for one in found) or are_missed(unmeasured, named)


@dataclass(frozen=True, slots=True)
class FootprintRecorder:
    """Writes what is found into the results file at once."""

    store: Store
    run: str
    workload: str

    def found(self, footprint: Footprint) -> None:
        values = msgspec.structs.astuple(footprint)
        self.store.insert("footprints", self.run, self.workload, *values)


def load_footprints(store: Store, run: str) -> FootprintResult:
    facts = store.run_facts(run)
    found: dict[str, list[Footprint]] = {}
    for workload, *values in store.rows_of("footprints", run):
        one = Footprint(**dict(zip(Footprint.__struct_fields__, values, strict=True)))
        found.setdefault(workload, []).append(one)
    return FootprintResult(
        run=run,
        started=facts["started"],
        status=facts["status"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        found={workload: tuple(of_workload) for workload, of_workload in found.items()},
    )
