"""The runs of a results file: what each was, and how a user names one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from serbench.errors import UserError, nearest

if TYPE_CHECKING:
    from serbench.measure.host import Host
    from serbench.results.kinds import Kind

# Not what `FILE:RUN` or a path looks like, nor an option.
_TAG = re.compile(r"\w[\w.+-]{0,63}")
_RUN_ID = re.compile(r"(fleet-)?\d{8}-\d{6}(-\d+)?")


class RunRecord(msgspec.Struct, frozen=True, kw_only=True):
    """`codecs` is how many were measured; `kind` says by which command, `fleet` with the runs of
    which other hosts it was made, if any."""

    run: str
    started: str
    tag: str
    status: str
    seconds: float
    kind: Kind
    workloads: tuple[str, ...]
    codecs: int
    note: str
    serbench: str
    host: Host
    fleet: str = ""


def check_tag(tag: str) -> None:
    """Raises `UserError` for a tag that would be taken for something else. An empty one is none."""
    if tag and not _TAG.fullmatch(tag):
        raise UserError(
            f"--tag {tag!r}: a tag has letters, digits and . _ + -, 64 at most, and begins with a "
            "letter or digit; --note takes any text"
        )
    if _RUN_ID.fullmatch(tag):
        raise UserError(f"--tag {tag!r} looks like the id of a run or a fleet; name it otherwise")


def find_run(runs: Sequence[RunRecord], name: str) -> RunRecord | None:
    """The run of that id, else the latest with that tag. `runs` go from the earliest on."""
    for run in runs:
        if run.run == name:
            return run
    return next((run for run in reversed(runs) if run.tag and run.tag == name), None)


def find_fleet(runs: Sequence[RunRecord], name: str) -> str:
    """The fleet of that id, else that of the latest run with that tag; "" if there is none."""
    if name in {run.fleet for run in runs if run.fleet}:
        return name
    found = find_run(runs, name)
    return found.fleet if found and found.run != name else ""


def unknown_run(runs: Sequence[RunRecord], name: str, place: str) -> str:
    """What is said of a name that is neither a run nor a tag."""
    known = [*(run.run for run in runs), *dict.fromkeys(run.tag for run in runs if run.tag)]
    return f"{place}: no run or tag {name!r};{nearest(name, known)} `serbench list runs` names them"
