"""What is asked of a measurement."""

from __future__ import annotations

from dataclasses import dataclass

from serbench.operations import PRIMARY
from serbench.stats import SMALLEST


@dataclass(frozen=True, slots=True)
class Settings:
    """`precision` is the half-width of the interval to stop at, as a share of the time; at least
    `processes` of each codec are measured before. `smallest` is the least difference of interest,
    as a share too. `budget_s` bounds the whole; one process of each codec is measured even past it.
    What is measured is pinned to `cpus`, if any."""

    operations: tuple[str, ...] = PRIMARY
    budget_s: float = 60.0
    precision: float = 0.02
    smallest: float = SMALLEST
    processes: int = 5
    seed: int = 0
    cpus: frozenset[int] = frozenset()
