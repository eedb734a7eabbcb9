"""Tasks handed out to the workers of a cluster, and what became of them, each counted once.

Dask runs a task again whose worker died. What it does not do is done here. A client that loses its
connection to the scheduler has all its tasks cancelled: they are handed out again. A worker that is
slow holds up nobody: what it has is given to another as well once nothing else is left to do. Dask
blames all tasks that a worker had when it died: they are tried again one by one, so that the one
that is told is the one that kills. After a task that was refused, none behind it is begun, and
those before it come to their end: whatever the order in which tasks are finished, the first refusal
is the one that is told.
"""

from __future__ import annotations

import statistics
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from serbench.cluster import connection as connections
from serbench.cluster.connection import PATIENCE_S, Connection, no_worker, other_code
from serbench.errors import UserError
from serbench.terminal.progress import say

if TYPE_CHECKING:
    from distributed import Future

# A task is given up that was cancelled so often.
MOST_ATTEMPTS = 10
# So often a task is done again that was refused for what may pass.
MOST_RETRIES = 3
# Tasks in the scheduler's hands for each thread of a worker: one at work, one that waits.
_AHEAD = 2
# A task is slow that takes so many times the usual time, and so long at least.
_SLOW, _SLOW_S = 3.0, 20.0
# Results are small: one that does not come was lost with its worker.
_RESULT_S = 10.0
_TICK_S = 1.0
_LOOK_AROUND_S = 5.0
# Without any worker, this is said.
_SAY_S = 30.0

_T = TypeVar("_T")


class Task(msgspec.Struct, frozen=True):
    """`number` is the place among all tasks, which are handed out in this order, and `shown` names
    it; `argument` is what its function is given. A task twice as `large` is expected to take twice
    as long."""

    number: int
    shown: str
    argument: Any
    large: float = 1.0


class Refusal(msgspec.Struct, frozen=True):
    """Why a task cannot be done, in one line; another attempt may help if it `may_pass`."""

    text: str
    may_pass: bool = False


@dataclass(frozen=True, slots=True)
class _Answer:
    result: Any


class DeadlyError(UserError):
    """Workers died while they had a task."""


class Refused(Exception):  # noqa: N818 - the caller makes a UserError of it
    """The first of all tasks that were refused; those before it are done."""

    def __init__(self, task: Task, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.task = task
        self.refusal = refusal


def handed_out(
    connection: Connection,
    function: Callable[..., _T],
    shared: tuple[Any, ...],
    tasks: Iterable[Task],
) -> Generator[tuple[Task, _T]]:
    """What `function(*shared, task.argument)` returns of each task, in the order in which they are
    finished. Raises `Refused` for a `UserError` of the function, and `UserError` where workers die
    of a task, or there are none. When the generator is closed, all is cancelled."""
    job = _Job(connection, function, shared, iter(tasks))
    try:
        yield from job.results()
    finally:
        job.cancel()


def on_each_host(
    connection: Connection, function: Callable[..., _T], *arguments: Any
) -> dict[str, _T]:
    """What `function(*arguments)` returns on one worker of each host, by host. A host whose worker
    is lost meanwhile is asked again, if it has another. Raises `UserError`."""
    found: dict[str, _T] = {}
    asked: dict[str, tuple[str, Future]] = {}
    connection.workers()
    while True:
        there = {w.address: w.host for w in connection.present() or connection.workers()}
        asked = {host: one for host, one in asked.items() if one[0] in there}
        for address, host in there.items():
            if host not in found and host not in asked:
                future = _submitted(connection, function, *arguments, workers=[address])
                asked[host] = address, future
        if not asked and found:
            return found
        time.sleep(_TICK_S / 5)
        for host, (address, future) in list(asked.items()):
            if future.status != "pending":
                answer = _answer(future, address)
                del asked[host]
                if isinstance(answer, Refusal):
                    raise UserError(f"{host}: {answer.text}")
                if answer is not None:
                    found[host] = answer.result


def _submitted(
    connection: Connection, function: Callable[..., Any], *arguments: Any, **how: Any
) -> Future:
    key = f"serbench-{uuid.uuid4().hex}"
    words = (connections.code(), function, *arguments)
    return connection.client.submit(answered, *words, key=key, pure=False, **how)


def _answer(future: Future, shown: str) -> _Answer | Refusal | None:
    """None if it was lost on its way. Raises `DeadlyError` if workers died of it, perhaps."""
    from distributed.client import CancelledError
    from distributed.scheduler import KilledWorker

    try:
        result = future.result(timeout=_RESULT_S)
    except KilledWorker as error:
        raise DeadlyError(
            f"{shown}: {error.allowed_failures + 1} workers died of it, the last at "
            f"{error.last_worker.address}, perhaps for want of memory; give workers more: dask "
            "worker --memory-limit"
        ) from None
    except ModuleNotFoundError as error:
        raise UserError(
            f"{shown}: a worker lacks {error.name}; install the same serbench on all hosts, and "
            "start their workers anew"
        ) from None
    except (OSError, CancelledError):
        return None
    return result if isinstance(result, Refusal) else _Answer(result)


def answered(code: str, function: Callable[..., _T], *arguments: Any) -> _T | Refusal:
    """On a worker."""
    from distributed import get_worker

    worker = str(get_worker().address)
    if connections.code() != code:
        return Refusal(str(other_code(worker, connections.code())))
    try:
        return function(*arguments)
    except UserError as error:
        return Refusal(str(error), getattr(error, "may_pass", False))
    except OSError as error:
        return Refusal(f"{worker}: {error.filename or 'a file'}: {error.strerror or error}")
    except MemoryError:
        return Refusal(f"{worker}: there is too little memory; give it more: --memory-limit")


@dataclass(slots=True)
class _Attempt:
    task: Task
    future: Future
    began_s: float


@dataclass(slots=True)
class _Job:
    connection: Connection
    function: Callable[..., Any]
    shared: tuple[Any, ...]
    tasks: Iterator[Task]
    # By the keys of their futures. A task of which there is a copy is there twice.
    _attempts: dict[str, _Attempt] = field(default_factory=dict)
    _again: deque[Task] = field(default_factory=deque)
    # Of one of them, or of several, workers died; the one that is at work has no other beside it.
    _suspects: deque[Task] = field(default_factory=deque)
    _alone: Task | None = None
    _failed: Counter[int] = field(default_factory=Counter)
    # For a task of the size 1.
    _took_s: deque[float] = field(default_factory=lambda: deque(maxlen=100))
    _finished: SimpleQueue[str] = field(default_factory=SimpleQueue)
    _refused: Refused | None = None
    _threads: int = 0
    _looked_s: float = float("-inf")
    _seen_s: float = field(default_factory=time.monotonic)
    _is_told: bool = False

    def results(self) -> Iterator[tuple[Task, Any]]:
        while True:
            self._look_around()
            self._hand_out()
            if not self._attempts:
                break
            try:
                key = self._finished.get(timeout=_TICK_S)
            except Empty:
                self._copy_a_slow_one()
                continue
            attempt = self._attempts.pop(key, None)
            if attempt is None:  # another worker was faster
                continue
            try:
                answer = _answer(attempt.future, attempt.task.shown)
            except DeadlyError:
                if attempt.task is self._alone:
                    raise
                self._drop(lambda number: number == attempt.task.number)  # noqa: B023
                self._suspects.append(attempt.task)
                continue
            if isinstance(answer, Refusal):
                self._refuse(attempt.task, answer)
            elif answer is None:
                self._once_more(attempt.task, "the connection was lost")
            else:
                self._took_s.append((time.monotonic() - attempt.began_s) / attempt.task.large)
                self._drop(lambda number: number == attempt.task.number)  # noqa: B023
                yield attempt.task, answer.result
        if self._refused:
            raise self._refused

    def cancel(self) -> None:
        self._drop(lambda _number: True)

    def _drop(self, is_meant: Callable[[int], bool]) -> None:
        """Lets go of attempts at tasks of these numbers."""
        dropped = [k for k, attempt in self._attempts.items() if is_meant(attempt.task.number)]
        futures = [self._attempts.pop(key).future for key in dropped]
        if futures:
            with suppress(Exception):  # there may be nobody to be told
                futures[0].client.cancel(futures)

    def _hand_out(self) -> None:
        if not self._attempts:
            self._alone = self._next_suspect()
            if self._alone:
                self._attempt(self._alone)
        if self._alone or self._suspects:
            return
        while len(self._attempts) < max(_AHEAD * self._threads, 1):
            task = self._again.popleft() if self._again else None
            if task is None and self._refused is None:
                task = next(self.tasks, None)
            if task is None:
                return
            if self._is_wanted(task):
                self._attempt(task)

    def _next_suspect(self) -> Task | None:
        while self._suspects:
            if self._is_wanted(task := self._suspects.popleft()):
                return task
        return None

    def _is_wanted(self, task: Task) -> bool:
        return self._refused is None or task.number < self._refused.task.number

    def _attempt(self, task: Task, **how: Any) -> None:
        future = _submitted(self.connection, self.function, *self.shared, task.argument, **how)
        self._attempts[future.key] = _Attempt(task, future, time.monotonic())
        future.add_done_callback(lambda future: self._finished.put(future.key))

    def _refuse(self, task: Task, refusal: Refusal) -> None:
        if refusal.may_pass and self._failed[task.number] < MOST_RETRIES:
            self._once_more(task, refusal.text)
            return
        self._refused = Refused(task, refusal)
        self._drop(lambda number: number >= task.number)

    def _once_more(self, task: Task, why: str) -> None:
        self._failed[task.number] += 1
        if self._failed[task.number] > MOST_ATTEMPTS:
            raise UserError(f"{task.shown}: given up after {MOST_ATTEMPTS} attempts: {why}")
        if all(attempt.task.number != task.number for attempt in self._attempts.values()):
            self._again.append(task)

    def _copy_a_slow_one(self) -> None:
        """Once nothing else is left to be done: to a worker that has none of those that are slow. A
        worker that hangs keeps even those that only wait for it."""
        several = Counter(attempt.task.number for attempt in self._attempts.values())
        if not self._took_s or several.total() >= _AHEAD * self._threads:
            return
        slow = {key: a.task for key, a in self._attempts.items() if self._is_slow(a)}
        for task in slow.values():
            if several[task.number] == 1:
                self._attempt(task, workers=self._others(slow), allow_other_workers=True)
                return

    def _is_slow(self, attempt: _Attempt) -> bool:
        usual_s = statistics.median(self._took_s) * attempt.task.large
        return time.monotonic() - attempt.began_s > max(_SLOW * usual_s, _SLOW_S)

    def _others(self, keys: Collection[str]) -> list[str] | None:
        """The workers that have none of the tasks of these keys; None if nobody knows of any."""
        try:
            having = self.connection.client.processing()
        except (OSError, UserError):
            return None
        return [address for address, has in having.items() if not {*keys} & {*has}] or None

    def _look_around(self) -> None:
        """How many workers there are. Raises `UserError` if there were none for too long."""
        now_s = time.monotonic()
        if now_s - self._looked_s < _LOOK_AROUND_S:
            return
        self._looked_s = now_s
        workers = self.connection.present()
        self._threads = sum(worker.threads for worker in workers)
        if workers:
            self._seen_s, self._is_told = now_s, False
        elif now_s - self._seen_s > PATIENCE_S:
            raise no_worker(self.connection.address)
        elif now_s - self._seen_s > _SAY_S and not self._is_told:
            self._is_told = True
            say(f"{self.connection.address}: no worker is left; waiting for one")
