import asyncio
import os
import threading
import time
from types import SimpleNamespace

import pytest

from serbench.cluster import calm
from serbench.machine import processors

pytestmark = pytest.mark.skipif(not processors.can_pin(), reason="the system pins to none")


@pytest.mark.parametrize(
    ("allowed", "measured", "siblings", "left"),
    [
        ({0, 1}, {1}, {}, {0}),
        ({0, 1}, {1}, {1: "0-1"}, {0}),
        ({0, 1, 2, 3}, {3}, {3: "1,3"}, {0, 2}),
        ({0, 1, 2, 3}, {3}, {3: "2-3"}, {0, 1}),
        ({5}, (), {}, {5}),
        ({5}, {5}, {}, {5}),
    ],
)
def test_worker_keeps_off_the_measured_core(
    monkeypatch, tmp_path, allowed, measured, siblings, left
):
    monkeypatch.setattr(calm, "_SIBLINGS", str(tmp_path / "{}"))
    for cpu, text in siblings.items():
        (tmp_path / str(cpu)).write_text(f"{text}\n")
    assert calm.away(frozenset(allowed), frozenset(measured)) == frozenset(left)


class Callback:
    def __init__(self, runs=True):
        self.runs = runs

    def is_running(self):
        return self.runs

    def start(self):
        self.runs = True

    def stop(self):
        self.runs = False


class Worker:
    """As Dask's, with a loop that does at once what it is given."""

    nanny = None

    def __init__(self, **callbacks):
        from distributed.core import Status

        self.status = Status.running
        self.periodic_callbacks = callbacks
        self.loop = SimpleNamespace(add_callback=lambda told, *more: asyncio.run(told(*more)))

    async def heartbeat(self):
        pass


@pytest.fixture
def worker(monkeypatch):
    pytest.importorskip("distributed")
    made = []

    class Periodic(Callback):
        def __init__(self, function, ms):
            super().__init__(runs=False)
            made.append((function, ms, self))

    monkeypatch.setattr("tornado.ioloop.PeriodicCallback", Periodic)
    names = {"tick": True, "heartbeat": True, "keep-alive": True, "profile": False}
    found = Worker(**{name: Callback(runs) for name, runs in names.items()})
    return found, made


def running(worker):
    return {name for name, callback in worker.periodic_callbacks.items() if callback.runs}


def test_periodic_work_stops_but_signs_of_life_go_on(worker):
    worker, made = worker
    with calm.kept_off(worker):
        assert running(worker) == {"keep-alive"}
        [(function, ms, alive)] = made
        assert function == worker.heartbeat
        assert alive.runs
        assert ms == calm.HEARTBEAT_S * 1000
    assert running(worker) == {"tick", "heartbeat", "keep-alive"}
    assert not alive.runs


def test_nanny_is_quiet_as_well(worker):
    from distributed.protocol.pickle import loads

    worker, _ = worker
    nanny = SimpleNamespace(
        status=worker.status, periodic_callbacks={"tick": Callback(), "memory_monitor": Callback()}
    )

    class Rpc:
        async def run(self, function):
            loads(function)(nanny)

    worker.nanny = "tcp://127.0.0.1:1"
    worker.rpc = lambda address: Rpc()
    with calm.kept_off(worker):
        assert running(nanny) == set()
        calm.hush(nanny)  # by a worker in place of one that died
        assert running(nanny) == set()
    assert running(nanny) == {"tick", "memory_monitor"}


def test_work_of_a_worker_that_has_closed_is_not_begun_again(worker):
    from distributed.core import Status

    worker, _ = worker
    with calm.kept_off(worker):
        worker.status = Status.closed
    assert running(worker) == {"keep-alive"}


@pytest.mark.skipif(len(processors.allowed()) < 2, reason="there is one processor")
def test_other_threads_are_elsewhere_and_come_back(worker):
    worker, _ = worker
    over, ids = threading.Event(), []

    def wait():
        ids.append(threading.get_native_id())
        over.wait()

    thread = threading.Thread(target=wait)
    thread.start()
    while not ids:
        time.sleep(0.001)
    before = os.sched_getaffinity(ids[0])
    try:
        with calm.kept_off(worker) as elsewhere:
            assert os.sched_getaffinity(ids[0]) == elsewhere < before
            assert os.sched_getaffinity(0) == before  # what it starts may use all
        assert os.sched_getaffinity(ids[0]) == before
    finally:
        over.set()
        thread.join()


@pytest.mark.skipif(len(processors.allowed()) < 2, reason="there is one processor")
def test_threads_come_back_when_the_last_of_two_workers_ends(worker):
    worker, _ = worker
    before = os.sched_getaffinity(0)
    begun, first_ended, over = threading.Event(), threading.Event(), threading.Event()
    started = []

    def second():
        with calm.kept_off(worker):
            started.append(os.sched_getaffinity(0))  # what it starts may use all
            begun.set()
            first_ended.wait()
        over.wait()

    waiting = threading.Thread(target=over.wait)
    waiting.start()
    with calm.kept_off(worker) as elsewhere:
        thread = threading.Thread(target=second)
        thread.start()
        begun.wait()
    try:
        assert os.sched_getaffinity(waiting.native_id) == elsewhere
        first_ended.set()
        while os.sched_getaffinity(waiting.native_id) == elsewhere:
            time.sleep(0.001)
        assert [os.sched_getaffinity(t.native_id) for t in (waiting, thread)] == [before] * 2
        assert started == [before]
    finally:
        first_ended.set()
        over.set()
        thread.join()
        waiting.join()
