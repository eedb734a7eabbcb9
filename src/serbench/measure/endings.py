"""The processes that were measured: they count their allocations, say how much memory they had,
and end, while others are measured if there is a processor for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import dataclass, field

from serbench.measure.budget import TELLING_S, Budget
from serbench.measure.client import Driver
from serbench.measure.preparation import NotCounted
from serbench.measure.processes import Leaving, Processes
from serbench.measure.protocol import Allocations, DriverDeath, DriverError
from serbench.measure.recorder import Recorder
from serbench.measure.stopping import Stopping

# What is not timed may take so much of the budget, and so many seconds at least. Of a codec's
# process, until it has counted its allocations and has ended:
LEAVING_SHARE, LEAST_LEAVING_S = 0.1, 10.0
# Of all that are left when the last sample was taken:
ENDING_SHARE = 0.1
# The same where nothing could be counted while others were measured.
ALONE_ENDING_SHARE = 0.25


@dataclass(slots=True)
class Endings:
    """Ends processes (`end`) and records what they say last: `after_wave`, and when all is measured
    (`finish`)."""

    processes: Processes
    stopping: Stopping
    budget: Budget
    recorder: Recorder
    leaving: list[Leaving] = field(default_factory=list)
    # What took too long, for people.
    left_out: list[str] = field(default_factory=list)

    def end(self, codec: str, driver: Driver, operations: Sequence[str]) -> None:
        """Ends a process, what the operations allocate counted before."""
        within_s = self._untimed_s(LEAVING_SHARE)
        self.leaving.append(self.processes.end(codec, driver, operations, within_s))

    def after_wave(self) -> None:
        """Waits for those that end only where they would share their processor with the next
        wave."""
        if self.processes.can_be_ahead:
            self._record_ended()
        else:
            self._await_all(ALONE_ENDING_SHARE)

    def finish(self) -> None:
        """Waits for all, which have all processors now that nothing is measured."""
        for one in self.leaving:
            if not one.ended.done():
                one.driver.pin(self.processes.everywhere)
        self._await_all(ENDING_SHARE)

    def _untimed_s(self, share: float) -> float:
        """Seconds that may pass for what is not timed."""
        return max(share * self.budget.whole_s, LEAST_LEAVING_S)

    def _await_all(self, share: float) -> None:
        """Until all have ended, or as long as they may take. Of those that do not end in time it is
        recorded what is known. By the clock of the wall: a driver may hang."""
        within_s = self._untimed_s(share)
        deadline = time.monotonic() + within_s
        try:
            while self.leaving:
                left_s = deadline - time.monotonic()
                if left_s <= 0:
                    for one in self.leaving:
                        one.give_up(f"not done {within_s:.3g} s after the last sample")
                    break
                self.budget.tell(awaited(self.leaving))
                ended = [one.ended for one in self.leaving]
                wait(ended, min(TELLING_S, left_s), FIRST_COMPLETED)
                self._record_ended()
        finally:  # after an interrupt as well: it is there, and would be lost
            self._record_ended()
        for one in self.leaving:
            self._record_ending(one)
        self.leaving = []

    def _record_ended(self) -> None:
        """Of those that have ended."""
        for one in [one for one in self.leaving if one.ended.done()]:
            self.leaving.remove(one)
            self._record_ending(one)

    def _record_ending(self, leaving: Leaving) -> None:
        codec, ending = leaving.codec, leaving.ending()
        why = ""
        for operation, result in ending.counted:
            match result:
                case NotCounted():
                    why = why or f"not counted: {result}"
                    self.recorder.ended(codec, operation, "unmeasured", f"allocations {why}")
                case DriverError() | DriverDeath():
                    self.stopping.drop(codec, operation, f"{operation}: {result}")
                case Allocations() as counted:
                    self.recorder.allocated(codec, operation, counted)
        if why:
            self.left_out.append(f"allocations of {codec} {why}")
        if ending.closed is not None:
            self.recorder.closed(codec, ending.closed)
        elif ending.error:
            self.recorder.ended(codec, "close", "failed", ending.error)


def awaited(leaving: Sequence[Leaving]) -> str:
    """What is waited for, in words: whose allocations are counted, or how many processes end."""
    counting = [one.codec for one in leaving if one.is_counting]
    if not counting:
        return f"ending {len(leaving)} process{'es' if len(leaving) > 1 else ''}"
    more = sum(bool(one.operations) for one in leaving) - 1
    return f"counting allocations of {counting[0]}" + (f" and {more} more" if more else "")
