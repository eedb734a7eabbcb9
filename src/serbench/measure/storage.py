"""Object files written, scanned and read at random: what codecs cost those who store objects.

For every repeat, placement (one core, or all) and codec, in seeded random order, a fresh driver
writes an object file, and the values are read from it in order and at random. Each operation is
done three times, in random order: with the codec (`total`), without it by the same driver
(`alone`), and without it by the driver of one native codec (`raw`), the limit for all of them.
The first file of every codec is read back and digested before anything is timed on it.

A driver that compiles as it runs is warmed for seconds, whatever it is timed on after. So several
are warmed at once, on all processors, while nothing is timed; and where there are fewer than
`FRESH_FROM` values, one takes all repeats in all placements.
"""

from __future__ import annotations

import contextlib
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, get_args

from serbench.machine import processors
from serbench.measure import page_cache, random_list
from serbench.measure.client import Driver, Patience
from serbench.measure.file_time import Pace, Work
from serbench.measure.object_index import index_path
from serbench.measure.processes import Drivers
from serbench.measure.protocol import USUAL, Blocks, DriverDeath, DriverError, Reading
from serbench.measure.status import Status
from serbench.operations import ON_FILES

Kind = Literal["total", "alone", "raw"]
KINDS: tuple[Kind, ...] = get_args(Kind)
OPERATIONS = tuple(operation.name for operation in ON_FILES)
# Values that go through a new driver before it is timed: caches, allocators and compilers warm up.
WARM_VALUES = 20_000
# Numbers that are got from the file that it warms up on.
WARM_GETS = 1_000
# From so many values on, every repeat has a fresh process.
FRESH_FROM = 20_000
# Processes that are warmed at once, at most: each takes some hundred megabytes until its turn.
MOST_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Stored:
    """A codec's driver; codecs of one `wire` could read each other's files. One that is `jit`
    compiles as it runs."""

    codec: str
    language: str
    command: tuple[str, ...]
    wire: str
    jit: bool = False


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

    def work(self, subject: Stored) -> Work:
        readings = self.readings.get(subject.codec, (USUAL,))
        return work(subject.jit, self.count, self.repeats, len(self.placements), len(readings))


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
    """Where everything goes at once, so that nothing finished is lost: `stored` has the samples
    of one operation."""

    def stored(self, samples: Sequence[FileSample]) -> None: ...
    def ended(self, codec: str, operation: str, status: Status, note: str) -> None: ...
    def peaked(self, codec: str, cores: str, peak_rss_bytes: int) -> None: ...


Launch = Callable[[Sequence[str], "frozenset[int]"], Driver]
OnProgress = Callable[[float, float, str], None]


def takes_all_turns(jit: bool, count: int) -> bool:
    """Whether one process does, in every placement and repeat."""
    return jit and count < FRESH_FROM


def work(jit: bool, count: int, repeats: int, placements: int, readings: int) -> Work:
    """What is to be done for a codec whose file of `count` values is read in so many ways."""
    turns = placements * repeats
    return Work(jit, count, 1 if takes_all_turns(jit, count) else turns, turns, readings)


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
    clock: Callable[[], float] = time.monotonic,
    slowness: float = 1.0,
) -> Pace:
    """Carries the plan out; `native` is the codec whose driver does what is raw. Progress is in
    seconds: those spent, and those that all is now thought to take, at first on a machine of that
    `slowness`. Returns how it went.

    A driver that fails ends its codec's turn alone, and no file of it stays. On an interrupt all
    drivers are ended, all files removed, and the interrupt goes on.
    """
    order = random.Random(plan.seed)
    pace = Pace({subject.codec: plan.work(subject) for subject in subjects}, clock, slowness)
    failed: set[str] = set()
    proven: set[str] = set()

    def tell(doing: str) -> None:
        spent_s = pace.spent_s()
        on_progress(spent_s, spent_s + pace.left_s(), doing)

    def ended(codec: str, operation: str, error: Exception) -> None:
        failed.add(codec)
        pace.gave_up(codec)
        recorder.ended(codec, operation, _status(error), str(error))

    with Drivers.side_by_side(MOST_AT_ONCE) as (drivers, pool):
        warmer = _Warmer(plan, launch, drivers, pool)
        for sitting in _sittings(subjects, plan, order):
            due = [subject for subject in sitting.subjects if subject.codec not in failed]
            names = ", ".join(subject.codec for subject in due)
            tell(f"{names}: warming up")
            with pace.warming([subject.codec for subject in due]):
                warm = warmer.warmed(due, sitting.placement(plan))
            for subject, error in warm.lost:
                ended(subject.codec, "warm up", error)
            for repeat, cores in sitting.turns:
                for subject in order.sample(due, len(due)):
                    if subject.codec in failed:
                        continue
                    tell(f"{subject.codec}, cores {cores}, repeat {repeat + 1}")
                    driver = warm.drivers[subject.codec]
                    turn = _Turn(subject, native, plan, recorder, cores, repeat, order, driver)
                    try:
                        with pace.timing(subject.codec):
                            if subject.jit:
                                driver.pin(plan.placements[cores] or processors.allowed())
                            turn.take(launch, prove=subject.codec not in proven)
                            proven.add(subject.codec)
                            if (repeat, cores) == sitting.turns[-1]:
                                turn.end([cores for _, cores in sitting.turns])
                    except (DriverError, DriverDeath, OSError, _Misread) as error:
                        driver.end()
                        ended(subject.codec, turn.doing, error)
    return pace


def _status(error: Exception) -> Status:
    if isinstance(error, _Misread):
        return "broken"
    if isinstance(error, DriverError) and error.kind == "cannot-hold":
        return "cannot-hold"
    return "failed"


@dataclass(frozen=True, slots=True)
class _Sitting:
    """Codecs whose drivers are warmed together, and are then timed one after the other; each of
    their `turns` is a repeat and the name of a placement."""

    subjects: tuple[Stored, ...]
    turns: tuple[tuple[int, str], ...]

    def placement(self, plan: Plan) -> frozenset[int]:
        """Where drivers begin: where they are timed, if that is but one place."""
        names = {cores for _, cores in self.turns}
        return plan.placements[names.pop()] if len(names) == 1 else frozenset()


def _sittings(subjects: Sequence[Stored], plan: Plan, order: random.Random) -> Iterator[_Sitting]:
    """One driver after the other, in random order; those that compile as they run, some at once.
    What is native is timed right after it was warmed: that takes no time to speak of, and another
    driver between the two would have its memory out of the processor's caches."""
    most = min(len(processors.allowed()), MOST_AT_ONCE)
    all_turns = tuple((r, cores) for r in range(plan.repeats) for cores in plan.placements)
    for turn in all_turns:
        due = order.sample(list(subjects), len(subjects))
        jits = [subject for subject in due if subject.jit]
        turns: tuple[tuple[int, str], ...] = (turn,)
        if takes_all_turns(jit=True, count=plan.count):
            turns = all_turns if turn == all_turns[0] else ()
        sittings = [_Sitting((subject,), (turn,)) for subject in due if not subject.jit]
        if turns:
            firsts = range(0, len(jits), most)
            sittings += [_Sitting(tuple(jits[first : first + most]), turns) for first in firsts]
        yield from order.sample(sittings, len(sittings))


@dataclass(frozen=True, slots=True)
class _Warm:
    """Drivers by codec, and the codecs whose drivers did not come so far."""

    drivers: Mapping[str, Driver]
    lost: Sequence[tuple[Stored, Exception]]


@dataclass(frozen=True, slots=True)
class _Warmer:
    """Starts drivers and warms them, all that it is told at once."""

    plan: Plan
    launch: Launch
    drivers: Drivers
    pool: ThreadPoolExecutor

    def warmed(self, subjects: Sequence[Stored], cpus: frozenset[int]) -> _Warm:
        """Drivers that begin on these processors, if there are any, or else on all."""
        started: list[tuple[Stored, Future[Driver]]] = [
            (subject, self.pool.submit(self._start, subject, cpus, number))
            for number, subject in enumerate(subjects)
        ]
        drivers: dict[str, Driver] = {}
        lost: list[tuple[Stored, Exception]] = []
        for subject, future in started:
            try:
                drivers[subject.codec] = future.result()
            except (DriverError, DriverDeath, OSError) as error:
                lost.append((subject, error))
        return _Warm(drivers, lost)

    def _start(self, subject: Stored, cpus: frozenset[int], number: int) -> Driver:
        driver = self.drivers.add(self.launch(subject.command, cpus))
        try:
            with _removed(self.plan.directory / f"warm-{number}.se") as path:
                if subject.jit:
                    # Those that are warmed together would all wait for the same one.
                    driver.pin(processors.allowed())
                    self._warm_all(subject, driver, path)
                else:
                    self._warm(subject, driver, path)
        except BaseException:
            driver.end()
            raise
        return driver

    def _warm(self, subject: Stored, driver: Driver, path: Path) -> int:
        """Returns how many bytes there are of the values."""
        plan = self.plan
        count = min(plan.count, WARM_VALUES)
        wrote = driver.write(path, subject.wire, plan.values, count, plan.blocks)
        driver.scan(path, subject.wire, plan.blocks)
        return wrote.bytes

    def _warm_all(self, subject: Stored, driver: Driver, path: Path) -> None:
        """Everything that will be timed: each would be warmed then, with nothing beside it."""
        plan, wire = self.plan, subject.wire
        bytes_ = self._warm(subject, driver, path)
        if "write" in plan.operations:
            with _removed(path.with_suffix(".alone")) as alone:
                driver.write_alone(alone, bytes_, plan.blocks)
        with _removed(path.with_suffix(".numbers")) as numbers:
            count = min(plan.count, WARM_VALUES)
            random_list.write(numbers, count, min(count, WARM_GETS), plan.seed)
            for reading in plan.readings.get(subject.codec, (USUAL,)):
                for with_codec in (True, False):
                    if "scan" in plan.operations:
                        driver.scan(path, wire, plan.blocks, with_codec, reading=reading)
                    if "get" in plan.operations:
                        driver.get(path, wire, numbers, plan.blocks, with_codec, reading)


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
    driver: Driver
    doing: str = "start"

    def take(self, launch: Launch, prove: bool) -> None:
        cpus = self.plan.placements[self.cores]
        with (
            launch(self.native.command, cpus) as raw,
            _removed(self.plan.directory / "objects.se") as path,
        ):
            drivers: dict[Kind, Driver] = {"total": self.driver, "alone": self.driver, "raw": raw}
            self.write(drivers, path, prove)
            for operation in ("scan", "get"):
                for reading in self.plan.readings.get(self.subject.codec, (USUAL,)):
                    if operation in self.plan.operations:
                        self.read(operation, drivers, path, reading)

    def end(self, placements: Sequence[str]) -> None:
        """Ends the driver, which was timed in these."""
        self.doing = "close"
        with self.driver as driver:
            peak = driver.close().peak_rss_bytes
        for cores in dict.fromkeys(placements):
            self.recorder.peaked(self.subject.codec, cores, peak)

    def write(self, drivers: dict[Kind, Driver], path: Path, prove: bool) -> None:
        self.doing = "write"
        plan, wire = self.plan, self.subject.wire
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
        samples = [self.sample("write", "total", wrote.values, wrote, None)]
        for kind in self.order.sample(KINDS, len(KINDS)):
            if kind == "total":
                continue
            with _removed(plan.directory / "alone.se") as alone:
                written = drivers[kind].write_alone(alone, wrote.bytes, plan.blocks)
            samples.append(self.sample("write", kind, wrote.values, written, None))
        self.recorder.stored(samples)

    def read(
        self, operation: str, drivers: dict[Kind, Driver], path: Path, reading: Reading
    ) -> None:
        self.doing = reading.named(operation)
        wire, how = self.subject.wire, self.plan.blocks
        samples = []
        for kind in self.order.sample(KINDS, len(KINDS)):
            cold = page_cache.drop(path) if self.plan.cold else None
            with_codec = kind == "total"
            if operation == "scan":
                took = drivers[kind].scan(path, wire, how, with_codec, reading=reading)
            else:
                took = drivers[kind].get(path, wire, self.plan.numbers, how, with_codec, reading)
            samples.append(self.sample(self.doing, kind, took.values, took, cold))
        self.recorder.stored(samples)

    def sample(
        self, operation: str, kind: Kind, values: int, took: _Took, cold: bool | None
    ) -> FileSample:
        return FileSample(
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
