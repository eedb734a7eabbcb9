"""What `serbench robustness` found, in the results file and from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import msgspec

from serbench.measure.status import are_missed
from serbench.proof.robustness import Kept, Robustness
from serbench.results.store import Store, to_json


class RobustnessResult(msgspec.Struct, frozen=True, kw_only=True):
    """A run of `serbench robustness`: what was found of each codec, by workload."""

    run: str
    started: str
    status: str
    serbench: str
    settings: dict[str, Any]
    environment: dict[str, str]
    found: dict[str, tuple[Robustness, ...]]

    def is_negative(self, named: Collection[str]) -> bool:
        """Whether any bytes ended a decoder; or one that was `named`, or lost its own values or did
        not build, was not tried; or none was."""
        found = [its for several in self.found.values() for its in several]
        told = [(its.codec, its.unproven) for its in found]
        return (
            all(said for _, said in told)
            or any(its.is_negative for its in found)
            or are_missed(told, named)
        )


@dataclass(frozen=True, slots=True)
class RobustnessRecorder:
    """Writes what is found into the results file at once."""

    store: Store
    run: str
    workload: str

    def found(self, its: Robustness) -> None:
        for kept in its.kept:
            self.store.insert(
                "robustness_kept",
                self.run,
                self.workload,
                its.codec,
                *msgspec.structs.astuple(kept),
            )
        self.store.insert(
            "robustness",
            self.run,
            self.workload,
            its.codec,
            its.version,
            its.cases,
            to_json(its.counts),
            its.changed_share,
            its.unproven,
            to_json(its.habits),
            its.checked,
        )


def load_robustness(store: Store, run: str) -> RobustnessResult:
    facts = store.run_facts(run)
    kept: dict[tuple[str, str], list[Kept]] = {}
    for workload, codec, *values in store.rows_of("robustness_kept", run):
        one = Kept(**dict(zip(Kept.__struct_fields__, values, strict=True)))
        kept.setdefault((workload, codec), []).append(one)
    found: dict[str, list[Robustness]] = {}
    rows = store.rows_of("robustness", run)
    # A results file that is only read may be of before there were the last two.
    for workload, codec, version, cases, counts, changed_share, unproven, *later in rows:
        habits, checked = [*later, *[None] * 2][:2]
        its = Robustness(
            codec=codec,
            version=version,
            cases=cases,
            counts=msgspec.json.decode(counts),
            changed_share=changed_share,
            kept=tuple(kept.get((workload, codec), ())),
            unproven=unproven,
            habits=tuple(msgspec.json.decode(habits or "[]")),
            checked=checked or "",
        )
        found.setdefault(workload, []).append(its)
    return RobustnessResult(
        run=run,
        started=facts["started"],
        status=facts["status"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        found={workload: tuple(its) for workload, its in found.items()},
    )
