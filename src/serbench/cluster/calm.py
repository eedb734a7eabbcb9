"""A worker that does not disturb what is measured beside it.

An idle worker of Dask wakes 80 times a second, and the nanny that watches over it 45 times, which
takes 3 and 2 % of a processor: they measure how late their event loops are, watch memory, and tell
the scheduler that they live. While drivers are measured, of this periodic work only the signs of
life go on, more rarely: a wake-up in ten seconds. And all threads of the worker run on other
processors. Those of the nanny stay where they are: what it starts in place of a worker that dies
would not know which processors there were.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from serbench.machine import processors
from serbench.measure import environment

# The scheduler gives up a worker that was silent for five minutes (`worker-ttl`).
HEARTBEAT_S = 20.0
# What a connection takes to stay open goes on as it is.
_LIFE = "keep-alive"
# What a worker or a nanny has stopped, and begun instead.
_HUSHED = "_serbench_hushed"
# How many workers of this process keep off, and where its threads ran before the first did: a
# second one finds them, and what was started since, where the first has put them.
_PINNING = threading.Lock()
_pinning = 0
_places: dict[int, set[int]] = {}
_allowed: frozenset[int] = frozenset()
_SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


@contextmanager
def kept_off(worker: Any) -> Iterator[frozenset[int]]:
    """Within, the worker keeps off the processor that drivers are measured on; this thread does
    not, so that what it starts may use all. Gives the processors that are left to the worker."""
    elsewhere = away(processors.allowed(), environment.driver_cpus())
    with _pinned(elsewhere), _quieter(worker):
        yield elsewhere


def away(allowed: frozenset[int], measured: Collection[int]) -> frozenset[int]:
    """The processors that a worker may use: not those that are measured on nor, if others are left,
    the other halves of their cores. All if none is left."""
    beside = {other for cpu in measured for other in _siblings(cpu)}
    return allowed - beside - set(measured) or allowed - set(measured) or allowed


def _siblings(cpu: int) -> set[int]:
    """The processors of one core: `0-1,4`."""
    try:
        text = Path(_SIBLINGS.format(cpu)).read_text()
    except OSError:
        return set()
    found: set[int] = set()
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


@contextmanager
def _pinned(to: frozenset[int]) -> Iterator[None]:
    """All threads of this process but this one on some processors, and then where they were."""
    if not processors.can_pin():
        yield
        return
    global _pinning, _allowed
    with _PINNING:
        if not _pinning:
            _allowed = processors.allowed()
            for thread in _threads():
                with suppress(OSError):  # it has ended
                    _places[thread] = os.sched_getaffinity(thread)
        _pinning += 1
        _place(dict.fromkeys(_threads(), to) | {threading.get_native_id(): _allowed})
    try:
        yield
    finally:
        with _PINNING:
            _pinning -= 1
            if not _pinning:
                _place({thread: _places.get(thread, _allowed) for thread in _threads()})
                _places.clear()


def _place(threads: Mapping[int, Collection[int]]) -> None:
    for thread, to in threads.items():
        with suppress(OSError):  # it has ended
            processors.pin(thread, to)


def _threads() -> list[int]:
    return [int(task.name) for task in Path("/proc/self/task").iterdir()]


@contextmanager
def _quieter(worker: Any) -> Iterator[None]:
    """The periodic work of the worker and its nanny stops, but for signs of life."""
    worker.loop.add_callback(_told, worker, hush)
    try:
        yield
    finally:
        with suppress(RuntimeError):  # the loop has ended
            worker.loop.add_callback(_told, worker, resume)


async def _told(worker: Any, function: Callable[[Any], None]) -> None:
    """Has the worker and its nanny run a function, each in the thread of its loop."""
    from distributed.protocol.pickle import dumps

    function(worker)
    if worker.nanny:
        with suppress(OSError):  # it may have ended
            await worker.rpc(worker.nanny).run(function=dumps(function))


def hush(dask_worker: Any) -> None:
    """Stops the periodic work of a worker or a nanny; a worker goes on to say that it lives. A
    nanny may be quiet already, for a worker that has died since."""
    from tornado.ioloop import PeriodicCallback

    before, alive = getattr(dask_worker, _HUSHED, ((), ()))
    stopped = [
        callback
        for name, callback in dask_worker.periodic_callbacks.items()
        if name != _LIFE and callback.is_running()
    ]
    for callback in stopped:
        callback.stop()
    if hasattr(dask_worker, "heartbeat") and not alive:
        alive = [PeriodicCallback(dask_worker.heartbeat, HEARTBEAT_S * 1000)]
        alive[0].start()
    setattr(dask_worker, _HUSHED, ([*before, *stopped], alive))


def resume(dask_worker: Any) -> None:
    """Begins again what `hush` stopped; nothing of one that has closed."""
    from distributed.core import Status

    stopped, alive = getattr(dask_worker, _HUSHED, ((), ()))
    for callback in alive:
        callback.stop()
    for callback in stopped if dask_worker.status == Status.running else ():
        callback.start()
    setattr(dask_worker, _HUSHED, ((), ()))
