"""What stands behind the rows of a report, and beside them: raw samples, what earlier runs of
the same results file found, and experiments with object files."""

from __future__ import annotations

import msgspec

from serbench.measure.host import Host
from serbench.results.choice import Grounds
from serbench.results.costs import Way
from serbench.results.file_rows import FileResult


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """The raw samples of a cell: nanoseconds per value, the process each came from, counted from
    1, and whether the machine was quiet. `taken` is how many there are in the results file;
    `mild` and `severe` count those of them beyond Tukey's fences."""

    workload: str
    codec: str
    operation: str
    ns: tuple[float, ...]
    process: tuple[int, ...]
    quiet: tuple[bool, ...]
    taken: int
    mild: int
    severe: int


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """What a finished run found for a cell on the same values. `version` is the library's."""

    run: str
    started: str
    serbench: str
    workload: str
    codec: str
    operation: str
    time_ns: float
    low_ns: float
    high_ns: float
    ratio: float | None
    ratio_low: float | None
    ratio_high: float | None
    reference: str | None = None
    version: str = ""
    tag: str = ""
    host: Host = Host("unknown")


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """From `run` on, the ratio of a cell to its reference was another for good on this host:
    `ratio` times what it was, between the bounds of its 95 % interval."""

    run: str
    workload: str
    codec: str
    operation: str
    host: Host
    ratio: float
    low: float
    high: float


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """`history` goes from the earliest of the latest runs on, those shown included; `moved` is
    what stepped in it. `grounds`, of each workload of one run, are what formats are chosen by;
    `ways` are what `serbench cost` measured of its messages, by workload. `pages` are addresses of
    the documentation that codecs' files follow, `released` the days when their libraries were
    released, `commands` what made each of the runs shown."""

    samples: tuple[Distribution, ...] = ()
    history: tuple[Past, ...] = ()
    moved: tuple[Moved, ...] = ()
    files: tuple[FileResult, ...] = ()
    grounds: tuple[Grounds, ...] = ()
    ways: dict[str, tuple[Way, ...]] = {}
    pages: dict[str, str] = {}
    released: dict[str, str] = {}
    commands: tuple[str, ...] = ()
