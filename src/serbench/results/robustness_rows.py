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
        found = [finding for several in self.found.values() for finding in several]
        untried = [(finding.codec, finding.unproven) for finding in found]
        return (
            all(reason for _, reason in untried)
            or any(finding.is_negative for finding in found)
            or are_missed(untried, named)
        )


@dataclass(frozen=True, slots=True)
class RobustnessRecorder:
    """Writes what is found into the results file at once."""

    store: Store
    run: str
    workload: str

    def found(self, finding: Robustness) -> None:
        for kept in finding.kept:
            self.store.insert(
                "robustness_kept",
                self.run,
                self.workload,
                finding.codec,
                *msgspec.structs.astuple(kept),
            )
        self.store.insert(
            "robustness",
            self.run,
            self.workload,
            finding.codec,
            finding.version,
            finding.cases,
            to_json(finding.counts),
            finding.changed_share,
            finding.unproven,
            to_json(finding.habits),
            finding.checked,
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
        finding = Robustness(
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
        found.setdefault(workload, []).append(finding)
    return RobustnessResult(
        run=run,
        started=facts["started"],
        status=facts["status"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        found={workload: tuple(of_workload) for workload, of_workload in found.items()},
    )
