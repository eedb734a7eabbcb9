"""Object files written, scanned and read at random: what codecs cost those who store objects.

For every repeat, placement (one core, or all) and codec, in seeded random order, a fresh driver
writes an object file, and the values are read from it in order and at random. Each operation is
done three times, in random order: with the codec (`total`), without it by the same driver
(`alone`), and without it by the driver of one native codec (`raw`), the limit for all of them.
The first file of every codec is read back and digested before anything is timed on it.
"""

from __future__ import annotations

import contextlib
import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, get_args

from serbench.measure import page_cache
from serbench.measure.client import (
    USUAL,
    Blocks,
    Driver,
    DriverDeath,
    DriverError,
    Patience,
    Reading,
)
from serbench.measure.object_file import index_path
from serbench.measure.status import Status
from serbench.operations import ON_FILES

Kind = Literal["total", "alone", "raw"]
KINDS: tuple[Kind, ...] = get_args(Kind)
OPERATIONS = tuple(operation.name for operation in ON_FILES)
# Values that go through a new driver before it is timed: caches, allocators and compilers warm up.
WARM_VALUES = 20_000


@dataclass(frozen=True, slots=True)
class Stored:
    """A codec's driver; codecs of one `wire` could read each other's files."""

    codec: str
    language: str
    command: tuple[str, ...]
    wire: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done. `placements` are the processors each driver is pinned to, by name; an empty set
    pins it to none. `numbers` is the file that lists the values to get. `readings` are the ways in
    which a codec's file is read, the usual one unless they name others."""

    values: Path
    count: int
    numbers: Path
    directory: Path
    placements: dict[str, frozenset[int]]
    operations: tuple[str, ...] = OPERATIONS
    blocks: Blocks = field(default_factory=Blocks)
    readings: Mapping[str, tuple[Reading, ...]] = field(default_factory=dict)
    repeats: int = 3
    cold: bool = True
    seed: int = 0


@dataclass(frozen=True, slots=True)
class FileSample:
    """One operation done once. `cold` says whether the file was proven to be out of the page
    cache before; None where there was nothing to drop. Times are wall times in ns."""

    codec: str
    cores: str
    operation: str
    kind: Kind
    repeat: int
    values: int
    bytes: int
    total_ns: int
    codec_ns: int
    io_ns: int
    cold: bool | None


class Recorder(Protocol):
    """Where everything goes at once, so that nothing finished is lost."""

    def stored(self, sample: FileSample) -> None: ...
    def ended(self, codec: str, operation: str, status: Status, note: str) -> None: ...
    def peaked(self, codec: str, cores: str, peak_rss_bytes: int) -> None: ...


Launch = Callable[[Sequence[str], "frozenset[int]"], Driver]
OnProgress = Callable[[int, int, str], None]


def launch_driver(command: Sequence[str], cpus: frozenset[int]) -> Driver:
    """A driver that is given a day for a file: how long one takes is for the disk to say."""
    return Driver(command, set(cpus), Patience(heavy_s=86_400))


def run(
    subjects: Sequence[Stored],
    native: Stored,
    plan: Plan,
    recorder: Recorder,
    *,
    launch: Launch = launch_driver,
    on_progress: OnProgress = lambda done, total, doing: None,
) -> None:
    """Carries the plan out; `native` is the codec whose driver does what is raw.

    A driver that fails ends its codec's turn alone, and no file of it stays. On an interrupt all
    drivers are ended, all files removed, and the interrupt goes on.
    """
    order = random.Random(plan.seed)
    turns = [
        (repeat, cores, subject)
        for repeat in range(plan.repeats)
        for cores in plan.placements
        for subject in order.sample(list(subjects), len(subjects))
    ]
    failed: set[str] = set()
    proven: set[str] = set()
    for number, (repeat, cores, subject) in enumerate(turns):
        if subject.codec in failed:
            continue
        on_progress(number, len(turns), f"{subject.codec}, cores {cores}, repeat {repeat + 1}")
        with ExitStack() as stack:
            turn = _Turn(subject, native, plan, recorder, cores, repeat, order, stack)
            try:
                turn.take(launch, prove=subject.codec not in proven)
                proven.add(subject.codec)
            except (DriverError, DriverDeath, OSError) as error:
                status: Status = "failed"
                if isinstance(error, DriverError) and error.kind == "cannot-hold":
                    status = "cannot-hold"
                failed.add(subject.codec)
                recorder.ended(subject.codec, turn.doing, status, str(error))
            except _Misread as error:
                failed.add(subject.codec)
                recorder.ended(subject.codec, turn.doing, "broken", str(error))


class _Misread(Exception):  # noqa: N818
    """Values came back from a file as others than were written."""


@dataclass(slots=True)
class _Turn:
    """One codec, placed on some cores, once."""

    subject: Stored
    native: Stored
    plan: Plan
    recorder: Recorder
    cores: str
    repeat: int
    order: random.Random
    stack: ExitStack
    doing: str = "start"

    def take(self, launch: Launch, prove: bool) -> None:
        cpus = self.plan.placements[self.cores]
        driver = self.stack.enter_context(launch(self.subject.command, cpus))
        raw = self.stack.enter_context(launch(self.native.command, cpus))
        path = self.stack.enter_context(_removed(self.plan.directory / "objects.se"))
        self.warm(driver, path)
        drivers: dict[Kind, Driver] = {"total": driver, "alone": driver, "raw": raw}
        self.write(drivers, path, prove)
        for operation in ("scan", "get"):
            for reading in self.plan.readings.get(self.subject.codec, (USUAL,)):
                if operation in self.plan.operations:
                    self.read(operation, drivers, path, reading)
        self.recorder.peaked(self.subject.codec, self.cores, driver.close().peak_rss_bytes)

    def warm(self, driver: Driver, path: Path) -> None:
        self.doing = "warm up"
        count = min(self.plan.count, WARM_VALUES)
        driver.write(path, self.subject.wire, self.plan.values, count, self.plan.blocks)
        driver.scan(path, self.subject.wire, self.plan.blocks)

    def write(self, drivers: dict[Kind, Driver], path: Path, prove: bool) -> None:
        self.doing = "write"
        plan, wire = self.plan, self.subject.wire
        path.unlink()
        wrote = drivers["total"].write(path, wire, plan.values, plan.count, plan.blocks)
        if prove:
            read = drivers["total"].scan(path, wire, plan.blocks, digest=True)
            if (read.values, read.digest) != (wrote.values, wrote.digest):
                raise _Misread(
                    f"{wrote.values} values of digest {wrote.digest} were written, "
                    f"{read.values} of {read.digest} read"
                )
        if "write" not in plan.operations:
            return
        self.record("write", "total", wrote.values, wrote, None)
        for kind in self.order.sample(KINDS, len(KINDS)):
            if kind == "total":
                continue
            with _removed(plan.directory / "alone.se") as alone:
                written = drivers[kind].write_alone(alone, wrote.bytes, plan.blocks)
            self.record("write", kind, wrote.values, written, None)

    def read(
        self, operation: str, drivers: dict[Kind, Driver], path: Path, reading: Reading
    ) -> None:
        self.doing = reading.named(operation)
        wire, how = self.subject.wire, self.plan.blocks
        for kind in self.order.sample(KINDS, len(KINDS)):
            cold = page_cache.drop(path) if self.plan.cold else None
            with_codec = kind == "total"
            if operation == "scan":
                took = drivers[kind].scan(path, wire, how, with_codec, reading=reading)
            else:
                took = drivers[kind].get(path, wire, self.plan.numbers, how, with_codec, reading)
            self.record(self.doing, kind, took.values, took, cold)

    def record(
        self, operation: str, kind: Kind, values: int, took: _Took, cold: bool | None
    ) -> None:
        self.recorder.stored(
            FileSample(
                codec=self.subject.codec,
                cores=self.cores,
                operation=operation,
                kind=kind,
                repeat=self.repeat,
                values=values,
                bytes=took.bytes,
                total_ns=took.total_ns,
                codec_ns=took.codec_ns,
                io_ns=took.io_ns,
                cold=cold,
            )
        )


class _Took(Protocol):
    @property
    def bytes(self) -> int: ...
    @property
    def total_ns(self) -> int: ...
    @property
    def codec_ns(self) -> int: ...
    @property
    def io_ns(self) -> int: ...


@contextmanager
def _removed(path: Path) -> Iterator[Path]:
    """A path at which nothing stays, whatever happens."""
    try:
        yield path
    finally:
        for stray in (path, index_path(path)):
            with contextlib.suppress(FileNotFoundError):
                stray.unlink()


def mean_and_sd(values: Sequence[float]) -> tuple[float, float]:
    """Mean and sample standard deviation; that of one value is 0."""
    return statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else 0.0
