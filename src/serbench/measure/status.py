"""What becomes of a cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

# measured      timed, after every value was proven to survive
# cannot-hold   the format cannot represent a value of this workload; `note` says what
# broken        a value did not survive; `note` says which
# failed        the driver crashed, hung, ran out of memory or did not build
# unavailable   the codec's library or toolchain is not on this machine
# unmeasured    verified, but the budget or an interrupt ended the run before its first sample
Status = Literal["measured", "cannot-hold", "broken", "failed", "unavailable", "unmeasured"]
NEGATIVE = frozenset({"broken", "failed"})  # what makes a command's exit status 1


def is_negative(found: Iterable[tuple[str, Status]], named: Collection[str]) -> bool:
    """Whether the exit status is 1, by codecs and what became of them: one lost a value, crashed or
    did not build; one that was `named` is not there; or nothing was measured at all."""
    statuses = list(found)
    return not any(status == "measured" for _, status in statuses) or any(
        _is_missed(codec, status, named) for codec, status in statuses
    )


def are_missed(told: Iterable[tuple[str, str]], named: Collection[str]) -> bool:
    """The same of codecs of which nothing could be found; what is told of each is `STATUS: WHY`."""
    return any(_is_missed(codec, said.partition(":")[0], named) for codec, said in told)


def _is_missed(codec: str, status: str, named: Collection[str]) -> bool:
    return status in NEGATIVE or (status == "unavailable" and codec in named)
