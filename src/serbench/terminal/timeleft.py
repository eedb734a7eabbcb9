"""The time left for a command of several parts: what was expected of each, put right by how long
those took that are done and by how far the one at work has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

# What is left is never scaled by more than this, nor by less than its inverse.
MOST_WRONG = 3.0
# So many seconds as expected are assumed before the first part: else a part that took 0.2 s in
# place of 0.1 s would double all that is left.
TRUSTED_S = 5.0
# Of a part that takes longer than thought, so much of its time so far is left, as a share.
OVERDUE_SHARE = 0.1
# An estimate is put down so often, to be held against the truth.
SECONDS_BETWEEN_ESTIMATES = 0.2
# Where estimates are held against the truth, as shares of it.
CHECKED_AT = (0.1, 0.5, 0.9)


@dataclass(slots=True)
class Part:
    """Times are the clock's. A part that `keeps_time` takes what it was given, however slow the
    machine. Of one of which nothing is expected, its own share done alone says what is left."""

    expected_s: float | None = None
    keeps_time: bool = False
    began_s: float | None = None
    took_s: float | None = None
    # What is done of it, and when that was told.
    share: float = 0.0
    told_s: float = 0.0

    def left_s(self, now_s: float, scale: float) -> float | None:
        """Seconds; None if there is nothing to tell them by."""
        if self.took_s is not None:
            return 0.0
        prior_s = None
        if self.expected_s is not None:
            prior_s = self.expected_s * (1.0 if self.keeps_time else scale)
        if self.began_s is None:
            return prior_s or 0.0
        if self.share >= 1:
            return 0.0
        so_far_s = self.told_s - self.began_s
        if prior_s is not None:
            # The more is done, the less counts what was thought before. With so_far_s / share as
            # the estimate of the share done, weighted by that share, the share cancels.
            whole_s = (1 - self.share) * prior_s + so_far_s * (self.share > 0)
        elif self.share > 0:
            whole_s = so_far_s / self.share
        else:
            return None
        passed_s = now_s - self.began_s
        return max(whole_s - passed_s, (1 - self.share) * OVERDUE_SHARE * passed_s)


class TimeLeft:
    """Not for several threads at once."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began_s = clock()
        self._parts: dict[str, Part] = {}
        # Seconds since the command began, and how long it was then thought to take in all.
        self._estimates: list[tuple[float, float]] = []

    def expect(self, name: str, seconds: float, *, keeps_time: bool = False) -> None:
        """Also for a part that is known already, and even at work."""
        part = self._parts.setdefault(name, Part())
        part.expected_s, part.keeps_time = seconds, keeps_time

    def forget(self, name: str) -> None:
        """It will not be."""
        self._parts.pop(name, None)

    def begin(self, name: str) -> None:
        part = self._parts.setdefault(name, Part())
        if part.took_s is not None:  # another of the same name
            part = self._parts[name] = Part()
        if part.began_s is None:
            part.began_s = part.told_s = self._clock()

    def update(self, name: str, share: float) -> None:
        """How much of it is done."""
        part = self._parts[name]
        part.share, part.told_s = min(max(share, 0.0), 1.0), self._clock()

    def end(self, name: str) -> float:
        """How many seconds it took."""
        part = self._parts[name]
        assert part.began_s is not None
        part.took_s = self._clock() - part.began_s
        return part.took_s

    @property
    def spent_s(self) -> float:
        return self._clock() - self._began_s

    def left_s(self) -> float | None:
        """Seconds for all that is left; None if there is nothing to tell them by."""
        now_s = self._clock()
        scale = self._scale(now_s)
        left = [part.left_s(now_s, scale) for part in self._parts.values()]
        known = [seconds for seconds in left if seconds is not None]
        is_expected = any(part.expected_s is not None for part in self._parts.values())
        if len(known) < len(left) and not is_expected:
            return None  # beside what is expected, something that nobody expected is short
        spent_s, left_s = now_s - self._began_s, sum(known)
        last_s = self._estimates[-1][0] if self._estimates else -SECONDS_BETWEEN_ESTIMATES
        if spent_s - last_s >= SECONDS_BETWEEN_ESTIMATES:
            self._estimates.append((spent_s, spent_s + left_s))
        return left_s

    def held_against(self, took_s: float) -> list[float]:
        """What was thought at `CHECKED_AT` of the time that all took, as shares of that time; empty
        if nothing was thought that early."""
        found = []
        for share in CHECKED_AT:
            earlier = [total for at_s, total in self._estimates if at_s <= share * took_s]
            if not earlier or took_s <= 0:
                return []
            found.append(earlier[-1] / took_s)
        return found

    def _scale(self, now_s: float) -> float:
        """How much longer than expected things took so far."""
        took_s = expected_s = TRUSTED_S
        for part in self._parts.values():
            if part.expected_s is None or part.keeps_time or part.began_s is None:
                continue
            if part.took_s is not None:
                took_s += part.took_s
                expected_s += part.expected_s
            elif part.share > 0:
                took_s += part.told_s - part.began_s
                expected_s += part.share * part.expected_s
            elif now_s - part.began_s > part.expected_s:
                took_s += now_s - part.began_s
                expected_s += part.expected_s
        return min(max(took_s / expected_s, 1 / MOST_WRONG), MOST_WRONG)
