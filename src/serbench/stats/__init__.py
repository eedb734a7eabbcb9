"""Pure functions from samples to figures: effects, intervals, verdicts on pairs. No I/O."""

from __future__ import annotations

from dataclasses import dataclass

# Fewer samples than this cannot make an interval of 95 % at all.
FEWEST_SAMPLES = 6
# No smaller difference is called one if nobody says otherwise.
SMALLEST = 0.02
# The same of what a compiler laid out before it ran, in one layout: with ten links of nine drivers,
# the SD between layouts was 0 to 7.4 %, 3.2 % in the mean square (docs/method.md).
SMALLEST_OF_ONE_LAYOUT = 0.03


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between its 95 % bounds, in the unit of the samples it was made from."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the interval as a share of the estimate."""
        return (self.high - self.low) / 2 / self.estimate
