"""The processes of a measurement: started, proven and warmed here, several at once, and ended.

What is timed has its processors for itself; on the others the next processes are made ready
meanwhile, and those that are done count their allocations and end.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from serbench.machine import processors
from serbench.measure.client import Driver
from serbench.measure.placement import PlacedDriver
from serbench.measure.preparation import Counted, NotCounted, Prepared, counted, prepare
from serbench.measure.protocol import Closed, Description, DriverDeath, DriverError
from serbench.measure.verification import Expected, Verdict

PROCESSORS = os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Subject:
    """A codec's driver: what starts it, in which environment, and the files of a virtual machine
    that execute it or that its launcher needs (see `PlacedDriver`). `jit` is what is known of its
    language. `cpus` are those that it may be pinned to from its start, if any; `layouts` are
    commands of the same driver linked otherwise."""

    codec: str
    language: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    runtime: tuple[str, ...] = ()
    beside: Mapping[str, str] | None = None
    jit: bool = False
    cpus: frozenset[int] = frozenset()
    layouts: tuple[tuple[str, ...], ...] = ()

    def in_layout(self, number: int) -> Subject:
        """Its `number`th process: all layouts, the usual one first, take turns."""
        commands = (self.command, *self.layouts)
        return replace(self, command=commands[number % len(commands)])


Launch = Callable[[Subject, Collection[int], Path], Driver]


def launch_driver(subject: Subject, cpus: Collection[int], scratch: Path) -> Driver:
    """A process with code of its own in memory."""
    return PlacedDriver(
        subject.command,
        set(cpus),
        subject.environment,
        subject.runtime,
        scratch,
        subject.beside,
    )


@contextmanager
def apart_from(cpus: Collection[int]) -> Iterator[None]:
    """Keeps this process off the processors that drivers are measured on."""
    with processors.pinned(processors.allowed() - set(cpus)):
        yield


@dataclass(frozen=True, slots=True)
class Started:
    """A process that was started, proven and, if it has to be, warmed. One that was not has no
    driver; the verdict says why."""

    driver: Driver | None
    prepared: Prepared


@dataclass(frozen=True, slots=True)
class Starting:
    subject: Subject
    is_first: bool
    started: Future[Started]


@dataclass(frozen=True, slots=True)
class Ending:
    """A process' last figures, asked for while others are measured."""

    counted: Sequence[Counted]
    closed: Closed | None
    error: str


@dataclass(slots=True, eq=False)
class Leaving:
    """A process of `codec` that counts what `operations` allocate, if any, and ends, in a thread
    of its own. `peak_bytes` is the most memory that it had before, 0 where that is not known."""

    codec: str
    driver: Driver
    operations: Sequence[str]
    peak_bytes: int
    ended: Future[Ending]
    given_up: str = ""

    @property
    def is_counting(self) -> bool:
        return bool(self.operations) and self.ended.running()

    def give_up(self, why: str) -> None:
        """Ends the process as it is. A thread that waits for its reply hears of it."""
        self.given_up = why
        if not self.ended.cancel():
            self.driver.kill()

    def ending(self) -> Ending:
        """Waits for it. What was given up lacks counts, but says nothing against the codec."""
        try:
            ending = self.ended.result()
        except CancelledError:
            self.driver.end()
            ending = Ending([], None, self.given_up)
        lacks_counts = bool(self.given_up) or any(
            isinstance(result, NotCounted) for _, result in ending.counted
        )
        if not lacks_counts:
            return ending
        known = [one for one in ending.counted if not isinstance(one[1], DriverDeath)]
        known_names = {name for name, _ in known}
        lacking = [
            (name, NotCounted(self.given_up)) for name in self.operations if name not in known_names
        ]
        peak = Closed(self.peak_bytes) if self.peak_bytes else None
        return Ending([*known, *lacking], ending.closed or peak, "")


class Drivers:
    """Every process that was started, from several threads."""

    def __init__(self) -> None:
        self._drivers: list[Driver] = []
        self._lock = threading.Lock()
        self._over = False

    def add(self, driver: Driver) -> Driver:
        with self._lock:
            if not self._over:
                self._drivers.append(driver)
                return driver
        driver.end()
        raise DriverDeath("the measurement is over")

    @classmethod
    @contextmanager
    def side_by_side(cls, threads: int) -> Iterator[tuple[Drivers, ThreadPoolExecutor]]:
        """Some, and threads that speak with them; none of either is left at the end."""
        drivers = cls()
        with ExitStack() as stack:
            stack.callback(drivers.end)
            pool = ThreadPoolExecutor(threads)
            stack.callback(pool.shutdown, cancel_futures=True)
            stack.callback(drivers.kill)  # first of these, so that no thread waits for one
            yield drivers, pool

    def kill(self) -> None:
        """Ends all, and whatever is added later. Threads that speak with them still hold them."""
        with self._lock:
            self._over = True
        for driver in self._drivers:
            driver.kill()

    def end(self) -> None:
        """Frees what was held for them, once no thread speaks with them any more."""
        for driver in self._drivers:
            driver.end()


@dataclass(slots=True)
class Processes:
    """Starts and ends processes; to be used as a context, at whose end none is left.

    `cpus` are those that are measured on, if any. Copies of drivers and what they dump go to
    `scratch`.
    """

    expected: Expected
    cpus: frozenset[int]
    scratch: Path
    launch: Launch = launch_driver
    clock: Callable[[], float] = time.monotonic
    # What the first process of each codec said of itself, and what it has proven.
    descriptions: dict[str, Description] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    # How many of each codec were started.
    starts: Counter[str] = field(default_factory=Counter)
    # For work while nothing is measured, for work elsewhere at all times, for warming what
    # compiles as it runs, which takes long and would keep the others waiting, and for counting
    # allocations, which does too.
    pool: ThreadPoolExecutor = field(init=False)
    pool_elsewhere: ThreadPoolExecutor = field(init=False)
    pool_jits: ThreadPoolExecutor = field(init=False)
    pool_counting: ThreadPoolExecutor = field(init=False)
    _drivers: Drivers = field(default_factory=Drivers)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Processes:
        others = max(len(self.elsewhere), 1)
        self.pool = ThreadPoolExecutor(PROCESSORS)
        self.pool_elsewhere = ThreadPoolExecutor(others)
        self.pool_jits = ThreadPoolExecutor(others)
        self.pool_counting = ThreadPoolExecutor(PROCESSORS)
        self._stack.callback(self._drivers.end)
        for pool in (self.pool, self.pool_elsewhere, self.pool_jits, self.pool_counting):
            self._stack.callback(pool.shutdown, cancel_futures=True)
        self._stack.callback(self._drivers.kill)  # first of these, so that no thread waits for one
        return self

    def __exit__(self, *raised: object) -> None:
        self._stack.close()

    @property
    def elsewhere(self) -> frozenset[int]:
        """The processors that nothing is measured on."""
        return processors.allowed() - self.cpus

    @property
    def everywhere(self) -> frozenset[int]:
        return self.elsewhere | self.cpus

    @property
    def can_be_ahead(self) -> bool:
        """Whether processes can be made ready while others are measured."""
        return bool(self.cpus and self.elsewhere)

    def is_jit(self, subject: Subject) -> bool:
        """As its first process said; before that, as its language says."""
        description = self.descriptions.get(subject.codec)
        return subject.jit if description is None else description.jit

    def start(
        self,
        subjects: Iterable[Subject],
        operations: Callable[[Description], list[str]],
        pool: ThreadPoolExecutor,
        cpus: Collection[int] = (),
    ) -> list[Starting]:
        """A process of each, as many at work at once as the pool has threads. `operations` says
        which of a driver's will be timed."""
        allowed = cpus or self.everywhere
        all_starting = []
        for number, subject in enumerate(subjects):
            is_first = subject.codec not in self.descriptions
            dump = self.scratch / f"dump-{number}-{subject.language}" if is_first else None
            in_layout = subject.in_layout(self.starts[subject.codec])
            self.starts[subject.codec] += 1
            first_verdict = self.verdicts.get(subject.codec)
            started = pool.submit(
                self._start_and_prepare, in_layout, operations, allowed, dump, first_verdict
            )
            all_starting.append(Starting(in_layout, is_first, started))
        return all_starting

    def withdraw(self, starting: Starting) -> bool:
        """Whether it has not begun. It never will then, and the codec's next process has its
        layout."""
        if not starting.started.cancel():
            return False
        self.starts[starting.subject.codec] -= 1
        return True

    def wait_for(self, starting: Starting) -> Started:
        """Waits for it; a process that could not be proven is ended."""
        started = starting.started.result()
        prepared = started.prepared
        if started.driver and prepared.description and prepared.verdict.proven:
            self.descriptions[starting.subject.codec] = prepared.description
            self.verdicts[starting.subject.codec] = prepared.verdict
            return started
        if started.driver:
            started.driver.end()
        return Started(None, prepared)

    def launched(self, subject: Subject, cpus: Collection[int]) -> Driver:
        """Raises `OSError` or `DriverDeath` for one that cannot be started."""
        return self._drivers.add(self.launch(subject, cpus, self.scratch))

    def end(
        self, codec: str, driver: Driver, operations: Sequence[str], within_s: float
    ) -> Leaving:
        """Ends a process while others are measured, what `operations` allocate counted before, if
        it can be within so many seconds: counts do not mind company."""
        peak_bytes = driver.peak_bytes()
        if self.can_be_ahead:
            driver.go_first(False)
            driver.pin(self.elsewhere)
            driver.give_way()  # to what the next waves wait for
        pool = self.pool_counting if operations else self.pool_elsewhere
        ended = pool.submit(_count_and_end, driver, operations, within_s)
        return Leaving(codec, driver, operations, peak_bytes, ended)

    def _start_and_prepare(
        self,
        subject: Subject,
        operations: Callable[[Description], list[str]],
        cpus: Collection[int],
        dump: Path | None,
        first_verdict: Verdict | None,
    ) -> Started:
        try:
            driver = self.launched(subject, cpus)
        except (OSError, DriverDeath) as error:
            return Started(None, Prepared(Verdict("failed", str(error))))
        prepared = prepare(driver, self.expected, operations, dump, first_verdict, self.clock)
        return Started(driver, prepared)


def _count_and_end(driver: Driver, operations: Sequence[str], within_s: float) -> Ending:
    results = counted(driver, operations, within_s)
    try:
        return Ending(results, driver.close(), "")
    except (DriverDeath, DriverError) as error:
        return Ending(results, None, str(error))
    finally:
        driver.end()
