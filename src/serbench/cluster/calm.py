"""A worker that does not disturb what is measured beside it.

An idle worker of Dask wakes some hundred times a second: it measures how late its event loop is,
watches memory, samples its own stack and tells the scheduler that it lives. While a driver is
measured, all threads of the worker, and of the nanny that watches over it, run on other processors;
and of its periodic work only the signs of life go on, more rarely.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from serbench.machine import processors
from serbench.measure import environment

# The scheduler gives up a worker that was silent for five minutes (`worker-ttl`).
HEARTBEAT_S = 20.0
# What a connection takes to stay open goes on as it is.
_LIFE = "keep-alive"
_SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


@contextmanager
def kept_off(worker: Any) -> Iterator[frozenset[int]]:
    """Within, the worker keeps off the processor that drivers are measured on; this thread does
    not, so that what it starts may use all. Gives the processors that are left to the worker."""
    elsewhere = away(processors.allowed(), environment.driver_cpus())
    processes = [os.getpid(), *([os.getppid()] if worker.nanny else [])]
    with _pinned(processes, elsewhere), _quieter(worker):
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
def _pinned(processes: Collection[int], to: frozenset[int]) -> Iterator[None]:
    """All threads of these processes but this one on some processors, and then where they were."""
    if not processors.can_pin():
        yield
        return
    allowed = processors.allowed()
    before = {}
    for thread in _threads(processes):
        with suppress(OSError):  # it has ended, or is another user's
            before[thread] = os.sched_getaffinity(thread)
            if thread != threading.get_native_id():
                processors.pin(thread, to)
    try:
        yield
    finally:
        for thread in _threads(processes):
            with suppress(OSError):
                processors.pin(thread, before.get(thread, allowed))


def _threads(processes: Collection[int]) -> list[int]:
    return [
        int(task.name)
        for process in processes
        for task in Path(f"/proc/{process}/task").glob("[0-9]*")
    ]


@contextmanager
def _quieter(worker: Any) -> Iterator[None]:
    """The worker's periodic work stops, but for signs of life. Its thread starts and stops it."""
    from distributed.core import Status
    from tornado.ioloop import PeriodicCallback

    stopped = [
        callback
        for name, callback in worker.periodic_callbacks.items()
        if name != _LIFE and callback.is_running()
    ]
    alive = PeriodicCallback(worker.heartbeat, HEARTBEAT_S * 1000)

    def begin() -> None:
        for callback in stopped:
            callback.stop()
        alive.start()

    def end() -> None:
        alive.stop()
        for callback in stopped if worker.status == Status.running else ():
            callback.start()

    worker.loop.add_callback(begin)
    try:
        yield
    finally:
        with suppress(RuntimeError):  # the loop has ended
            worker.loop.add_callback(end)
