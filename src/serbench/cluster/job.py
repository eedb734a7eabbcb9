"""What a host of a fleet is asked, and what it tells, message by message."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from serbench.cluster.own_codecs import SentCodec
from serbench.measure.protocol import Allocations, Closed, Description
from serbench.measure.recorder import Sampled
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Verdict


class SentValues(msgspec.Struct, frozen=True):
    """A working set, and the name of the file that its values are sent in. `json_bytes` is that of
    all values."""

    workload: str
    schema: dict[str, Any]
    values: int
    digest: str
    visit: str
    json_bytes: int
    file: str


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """All that a host has to know: it reads nothing else of the user's. `codecs` are ids of those
    that come with serbench, `own_codecs` the user's; the rest is as in
    `serbench.measure.settings.Settings`."""

    codecs: tuple[str, ...]
    own_codecs: tuple[SentCodec, ...]
    workloads: tuple[SentValues, ...]
    operations: tuple[str, ...]
    budget_s: float
    precision: float
    smallest: float
    processes: int
    layouts: int
    allocator: str
    seed: int


class Message(msgspec.Struct, frozen=True, tag=True):
    """Something that a host tells."""


class InProgress(Message, frozen=True):
    """How far all of the job is, as `serbench.terminal.progress.Told`."""

    share: float | None
    left_s: float | None
    doing: str


class Built(Message, frozen=True):
    """Drivers are there, or it is known why not. `environment` is the host's; `versions` are of
    libraries, by codec; `layouts` how many a driver was linked in."""

    environment: dict[str, str]
    versions: dict[str, str]
    layouts: dict[str, int]


class WorkloadBegun(Message, frozen=True):
    workload: str


class WorkloadEnded(Message, frozen=True):
    """It was measured; `remarks` are what `serbench run` says at its end."""

    workload: str
    remarks: tuple[str, ...]


class HostEnded(Message, frozen=True):
    """Nothing comes after it. `cause` says why the job did not come to its end; `environment` is
    known at the end only."""

    status: Literal["finished", "interrupted"]
    cause: str
    environment: dict[str, str]


# As a `Recorder` is told, of the workload that has begun.


class WasDescribed(Message, frozen=True):
    codec: str
    description: Description


class WasJudged(Message, frozen=True):
    codec: str
    verdict: Verdict


class WasCompressed(Message, frozen=True):
    codec: str
    sizes: CompressedSizes


class WereSampled(Message, frozen=True):
    round_: list[Sampled]


class WasAllocated(Message, frozen=True):
    codec: str
    operation: str
    allocations: Allocations


class HasClosed(Message, frozen=True):
    codec: str
    closed: Closed


class CellEnded(Message, frozen=True):
    codec: str
    operation: str
    status: Status
    note: str


Recorded = (
    WasDescribed | WasJudged | WasCompressed | WereSampled | WasAllocated | HasClosed | CellEnded
)
AnyMessage = InProgress | Built | WorkloadBegun | WorkloadEnded | HostEnded | Recorded
