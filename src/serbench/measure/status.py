"""What becomes of a cell."""

from __future__ import annotations

from typing import Literal

# measured      timed, after every value was proven to survive
# cannot-hold   the format cannot represent a value of this workload; `note` says what
# broken        a value did not survive; `note` says which
# failed        the driver crashed, hung, ran out of memory or did not build
# unavailable   the codec's library or toolchain is not on this machine
# unmeasured    verified, but the budget or an interrupt ended the run before its first sample
Status = Literal["measured", "cannot-hold", "broken", "failed", "unavailable", "unmeasured"]
NEGATIVE = frozenset({"broken", "failed"})  # what makes a command's exit status 1
