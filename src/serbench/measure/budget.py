"""The time that a measurement may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

# The progress names what it waits for once in so many seconds.
TELLING_S = 0.5

# Seconds of the budget that are spent, and what is being done.
OnProgress = Callable[[float, str], None]


@dataclass(slots=True)
class Budget:
    """`whole_s` seconds of the clock, from `started` on. Once it `is_over`, nothing is measured any
    more, and all of it counts as spent."""

    whole_s: float
    clock: Callable[[], float]
    on_progress: OnProgress
    started: float = 0.0
    is_over: bool = False

    def begin(self) -> None:
        self.started = self.clock()

    def spent_s(self) -> float:
        return self.clock() - self.started

    def left_s(self) -> float:
        return self.whole_s - self.spent_s()

    def share_ends(self, shares: int) -> float:
        """When the first of so many equal shares of what is left ends, by the clock."""
        now = self.clock()
        left_s = self.whole_s - (now - self.started)
        return now + left_s / shares

    def tell(self, doing: str) -> None:
        spent_s = self.spent_s()
        self.on_progress(max(spent_s, self.whole_s * self.is_over), doing)
