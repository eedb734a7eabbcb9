"""What a driver is asked and what it replies (docs/protocol.md): replies as structs, and as errors
that there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

PROTOCOL = 1

Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Some = Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)]


class DriverError(Exception):
    """The driver answered that it cannot: `kind` is one of the protocol's kinds."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class DriverDeath(Exception):  # noqa: N818 - the end of a process, not a mistake
    """The driver ended, hung or broke the protocol; its text says how, `lines` are the last that it
    wrote to standard error."""

    def __init__(self, text: str, lines: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.lines = lines


class DriverHung(DriverDeath):
    """It did not answer in time and was ended."""


def broken(how: str) -> DriverDeath:
    return DriverDeath(f"it broke the protocol: {how}")


class Reply(msgspec.Struct):
    """Members that no kind of reply has are ignored."""


class Description(Reply):
    protocol: int
    language: str
    codec: str
    library: str
    version: str
    compiler: str
    flags: str
    allocator: str
    schema: str
    operations: list[str]
    same: dict[str, str] = {}
    files: bool = False
    jit: bool = False


class Opened(Reply):
    values: Count
    digest: str
    visit: str
    access: str | None = None


class Mismatch(msgspec.Struct):
    index: Count
    reason: str


class Verified(Reply):
    values: Count
    encoded_bytes: Count
    digest: str
    visit: str
    mismatched: Count
    mismatches: list[Mismatch]


class Warmed(Reply):
    steady: bool


class Sample(Reply):
    ns: Some
    items: Some
    kernel_ns: tuple[Some, Some]
    compiling_ns: Count = 0
    collections: Count | None = None


class Allocations(Reply):
    items: Count
    allocations: Count
    allocated_bytes: Count


class Dumped(Reply):
    values: Count
    bytes: Count


class Loaded(Reply):
    values: Count
    digest: str
    refused: Count = 0


class Wrote(Reply):
    bytes: Count
    total_ns: Count
    codec_ns: Count
    io_ns: Count
    writes: Count
    fsyncs: Count
    values: Count = 0
    digest: str | None = None


class Scanned(Reply):
    """Also what `get` replies. The times are absent where the values were digested."""

    values: Count
    bytes: Count
    reads: Count
    total_ns: Count = 0
    codec_ns: Count = 0
    io_ns: Count = 0
    digest: str | None = None


class Closed(Reply):
    peak_rss_bytes: Count


@dataclass(frozen=True, slots=True)
class Blocks:
    """How object files are read and written. `fsync` is "end" or "none"."""

    block_bytes: int = 1 << 20
    fsync: str = "end"
    threads: int = 1

    def of_write(self) -> dict[str, Any]:
        return {"request": "write", "block_bytes": self.block_bytes, "fsync": self.fsync}


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the values of an object file are read, `deserialize`, `decode` or `borrow`; whether
    all are kept to the end; and what `get` reads at once, 0 for a value's bytes alone."""

    step: str = "deserialize"
    keep: bool = False
    page_bytes: int = 0

    def named(self, operation: str) -> str:
        """The operation as it is done so: `get`, or `get decode kept by page`."""
        said = [
            self.step if self.step != "deserialize" else "",
            "kept" if self.keep else "",
            "by page" if self.page_bytes and operation == "get" else "",
        ]
        return " ".join([operation, *filter(None, said)])


USUAL = Reading()
