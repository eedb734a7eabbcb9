"""Pure functions from samples to figures: effects, intervals, verdicts on pairs. No I/O."""

from __future__ import annotations

from dataclasses import dataclass

# Fewer samples than this cannot make an interval of 95 % at all.
FEWEST_SAMPLES = 6
# No smaller difference is called one if nobody says otherwise: a new build of the same source may
# move by as much.
SMALLEST = 0.02


@dataclass(frozen=True, slots=True)
class Interval:
    """A median between its 95 % bounds, in the unit of the samples it was made from."""

    median: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the interval as a share of the median."""
        return (self.high - self.low) / 2 / self.median
