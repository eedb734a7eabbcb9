"""What is measured, and where it goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from serbench.measure.driver_process import Ran
from serbench.measure.protocol import Allocations, Closed, Description, Sample
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Verdict


class Recorder(Protocol):
    """Where everything measured goes at once, so that a crash loses little."""

    def described(self, codec: str, description: Description) -> None: ...
    def judged(self, codec: str, verdict: Verdict) -> None: ...
    def compressed(self, codec: str, sizes: CompressedSizes) -> None: ...
    def sampled(self, round_: Sequence[Sampled]) -> None: ...
    def allocated(self, codec: str, operation: str, allocations: Allocations) -> None: ...
    def closed(self, codec: str, closed: Closed) -> None: ...
    def ended(self, codec: str, operation: str, status: Status, note: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Sampled:
    """`taken_s` is when, since the measurement began."""

    codec: str
    operation: str
    wave: int
    round: int
    sample: Sample
    taken_s: float = 0.0
    ran: Ran = field(default_factory=Ran)
