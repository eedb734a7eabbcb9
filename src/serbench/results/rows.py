"""The rows of a result: what every report, table and export is made of, and nothing else.

A middle never travels without its interval and its number of samples.
"""

from __future__ import annotations

import msgspec

from serbench.measure.status import Status


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One cell: a codec doing an operation on a workload, as `run` measured it.

    Times are nanoseconds per value, sizes bytes per value (means over the working set).
    `low_ns` and `high_ns` bound the 95 % interval of `time_ns`; `mean_ns` is the mean of the same
    samples, with what only some of them hold. `ratio` is to the same
    operation of `reference` (the language's reference codec), from what each process found of both.
    `memcpy_share` is memcpy's time for as many bytes over this cell's time, between 0 and about 1.
    `slower_than` are the codecs that were shown faster in this operation, all pairs of the
    `family_size` codecs of all languages being judged together; whoever is not in it was not shown
    faster. No difference below `smallest`, a share, was called one. `rank_low` and `rank_high` are
    the lowest and the highest rank, from 1, that the codec can have by that among the choices;
    None if it is no choice or nothing was compared. `language_…` are the same among the codecs of
    its language alone, who were judged by themselves. `operation` is one that was timed or
    the round trip, which is the sum of the primary ones.
    A figure that was not measured is None.
    """

    run: str
    workload: str
    codec: str
    language: str
    library: str
    version: str
    format: str
    traits: tuple[str, ...]
    operation: str
    status: Status
    verified: bool
    bytes: float | None = None
    gzip_bytes: float | None = None
    zstd_bytes: float | None = None
    time_ns: float | None = None
    mean_ns: float | None = None
    low_ns: float | None = None
    high_ns: float | None = None
    samples: int = 0
    quiet_samples: int = 0
    processes: int = 0
    reference: str | None = None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    memcpy_share: float | None = None
    allocations: float | None = None
    allocated_bytes: float | None = None
    peak_rss_bytes: int | None = None
    slower_than: tuple[str, ...] = ()
    rank_low: int | None = None
    rank_high: int | None = None
    family_size: int = 0
    language_slower_than: tuple[str, ...] = ()
    language_rank_low: int | None = None
    language_rank_high: int | None = None
    language_family_size: int = 0
    smallest: float = 0.0
    same_as: str | None = None
    note: str = ""

    @property
    def median_ns(self) -> float | None:
        """The former name of `time_ns`, for one release."""
        return self.time_ns


# Fields by the names that they had: what programs outside read has both for one release.
FORMER_NAMES = {"time_ns": "median_ns"}


class WorkloadFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The working set a workload's cells were measured on. `source` is "built-in" or a file's
    path; `json_bytes` is the mean size of a value as compact JSON, `leaves` how many parts it
    has that must be loaded one by one (0: not known)."""

    name: str
    source: str
    values: int
    json_bytes: float
    digest: str
    schema: str
    leaves: float = 0.0


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A run, or several as one: what was measured, where and how. `environment` and `method` are
    names and values for people, in the order to show them. `warnings` say what makes it less
    sure, `notes` how the data were read. `claim` says how far what it says reaches."""

    run: str
    started: str
    seconds: float
    serbench: str
    environment: dict[str, str]
    method: dict[str, str]
    workloads: tuple[WorkloadFacts, ...]
    rows: tuple[Row, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    claim: str = ""
