"""The errors that are the user's to mend; the command line shows them in one line."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

# Of `difflib`'s ratio: "evnets" is not near "tweet" (0.55).
NEAR = 0.65


class UserError(Exception):
    """Bad use: a wrong name, file or value. The text names the place, the cause and the
    next step; the command line prints it without a traceback and exits with status 2."""


def check_known(kind: str, name: str, known: Collection[str]) -> None:
    """Raises `UserError` for a name that is none of those known; `kind` says of what it is one."""
    if name not in known:
        raise UserError(f"no {kind} {name!r}; there are: {', '.join(known)}.{nearest(name, known)}")


def nearest(name: str, known: Iterable[str]) -> str:
    """` Did you mean 'tweet'?`, or nothing where no known name is near."""
    known = list(known)
    close = difflib.get_close_matches(name, known, n=1, cutoff=NEAR)
    if not close and len(name) > 2:  # a part of one: "utf8" of "checks-utf8"
        close = sorted((one for one in known if name in one), key=len)[:1]
    return f" Did you mean {close[0]!r}?" if close else ""
