"""Hosts that are lost, come back or tell nonsense: on a cluster that is a stand-in, with processes
that write true journals."""

import sys
import threading
import time
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from serbench.cluster import calm, fleet, on_worker
from serbench.cluster.connection import ClusterWorker
from serbench.cluster.fleet import Fleet, Measuring
from serbench.cluster.hosts import ClusterHost, HostFacts
from serbench.cluster.job import HostEnded, Job, WorkloadBegun, WorkloadEnded
from serbench.measure.host import Host

# What a process does, beside its journal, is in the name of its only codec.
PROCESS = """
import pathlib, signal, sys, time
import msgspec
from serbench.cluster.job import HostEnded, InProgress, Job, WorkloadBegun, WorkloadEnded
from serbench.cluster.journal import Journal
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it ends by the file that comes with it
folder = pathlib.Path(sys.argv[1])
job = msgspec.msgpack.decode((folder / "job").read_bytes(), type=Job)
assert (folder / "values-0.jsonl").read_bytes() == b"x" * 100
[how] = job.codecs
if how == "dies at once":
    sys.exit("no such thing")
with Journal(folder / "journal") as journal:
    journal.tell(WorkloadBegun("log"))
    journal.tell(InProgress(0.5, 1.0, "measuring"))
    if how == "waits":
        while not (folder / "stop").exists():
            time.sleep(0.01)
        journal.tell(HostEnded("interrupted", "it was told to end", {}))
        sys.exit()
    if how == "tells nonsense":
        journal._number = 7
    journal.tell(WorkloadEnded("log", ()))
    if how == "dies":
        sys.exit("out of memory")
    journal.tell(HostEnded("finished", "", {"a": "b"}))
"""
JOB = Job(
    codecs=(), own_codecs=(), workloads=(), operations=(), budget_s=1.0, precision=0.02,
    smallest=0.02, processes=1, layouts=1, allocator="system", seed=0,
)  # fmt: skip
DONE = [WorkloadBegun("log"), WorkloadEnded("log", ()), HostEnded("finished", "", {"a": "b"})]


class Cluster:
    """A connection and its client in one. Workers in `gone` do not answer; nobody does while it is
    `cut`."""

    def __init__(self):
        self.client = self
        self.gone = set()
        self.cut = False
        self.asked = []
        self.there = []
        self.tasks = []

    def ask(self, function, told, *more, workers):
        self.asked.append(function.__name__)
        if self.cut:
            raise OSError("the scheduler is away")
        return {
            address: OSError("Timed out")
            if address in self.gone
            else self.answer(function, told, more, address)
            for address in workers
        }

    def answer(self, function, told, more, address):
        try:
            return function(told, *more, dask_worker=SimpleNamespace(address=address))
        except Exception as error:
            return error

    def submit(self, function, token, *, workers, resources, allow_other_workers, pure):
        assert (resources, allow_other_workers, pure) == ({"serbench": 1.0}, False, False)
        task = threading.Thread(target=function, args=[token], daemon=True)
        task.start()
        self.tasks.append((workers, task))
        return SimpleNamespace(status="pending", cancel=lambda: None)

    def present(self):
        return self.there


class Recorded:
    def __init__(self):
        self.messages, self.ended = [], []

    def take(self, messages):
        assert not self.ended
        self.messages += messages

    def end(self, status, cause):
        self.ended.append((status, cause))


def host(number, address=None):
    address = address or f"tls://10.0.0.{number}:1"
    facts = HostFacts(
        host=Host(f"host-{number}"),
        machine=f"machine {number}",
        hostname="",
        environment={},
        code="",
        python="",
    )
    return ClusterHost(ClusterWorker(address, f"w{number}", "", 1, {"serbench": 1.0}), facts)


@pytest.fixture
def cluster(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(on_worker, "command", lambda f: [sys.executable, "-c", PROCESS, str(f)])
    monkeypatch.setattr(calm, "kept_off", lambda worker: nullcontext(frozenset()))
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "get_worker", lambda: None)
    monkeypatch.setattr(fleet, "PULL_S", 0.02)
    return Cluster()


@pytest.fixture
def measuring(tmp_path):
    """A host whose process does as it is told."""
    values = tmp_path / "values"
    values.write_bytes(b"x" * 100)

    def make(number, how=""):
        job = Job(
            **{name: getattr(JOB, name) for name in JOB.__struct_fields__} | {"codecs": (how,)}
        )
        return Measuring(host(number), job, {"values-0.jsonl": values}, Recorded())

    return make


def test_hosts_tell_all_that_they_found_once(cluster, measuring):
    several = [measuring(number) for number in range(3)]
    assert Fleet(cluster, several).measure()
    for one in several:
        assert one.found.messages == DONE
        assert one.found.ended == [("finished", "")]
    assert cluster.asked[-1] == "forget"
    assert len(cluster.tasks) == 3


def test_connection_that_is_cut_for_a_while_loses_nothing(cluster, measuring):
    one, looks = measuring(1), []

    def cut():
        looks.append(1)
        cluster.cut = len(looks) < 20

    assert Fleet(cluster, [one], cut).measure()
    assert len(looks) >= 20
    assert one.found.messages == DONE


def test_host_that_is_lost_keeps_what_it_told_and_others_go_on(cluster, measuring, monkeypatch):
    monkeypatch.setattr(fleet, "LOST_S", 0.3)
    lost, other = measuring(1, "waits"), measuring(2)

    def lose():
        if lost.found.messages:
            cluster.gone = {lost.address}

    assert Fleet(cluster, [lost, other], lose).measure()
    assert lost.found.messages == DONE[:1]
    assert lost.found.ended == [("interrupted", "the host was lost: Timed out")]
    assert other.found.messages == DONE
    stop_left_overs(lost)


def stop_left_overs(one):
    on_worker.stop({"": one.token}, SimpleNamespace(address=""))


def test_worker_that_comes_back_on_a_host_takes_up_its_job(cluster, measuring, monkeypatch):
    one = measuring(1, "waits")
    again = host(1, "tls://10.0.0.1:2")
    cluster.there = [again.worker]
    monkeypatch.setattr(fleet, "hosts_of", lambda connection, workers: ([again], {}))

    def replace():
        if one.found.messages:
            cluster.gone = {"tls://10.0.0.1:1"}
        if one.address == again.worker.address:
            stop_left_overs(one)

    assert Fleet(cluster, [one], replace).measure()
    assert one.found.messages == [*DONE[:1], HostEnded("interrupted", "it was told to end", {})]
    assert one.found.ended == [("interrupted", "it was told to end")]
    assert len(cluster.tasks) == 1  # the process went on without a worker


@pytest.mark.parametrize(
    ("how", "told", "cause"),
    [
        ("dies", DONE[:2], "the process that measured has died: out of memory"),
        ("dies at once", [], "the process that measured has died: no such thing"),
        ("tells nonsense", [], "what the host told is damaged: message 7 in place of message 2"),
    ],
)
def test_host_whose_process_fails_is_told_with_the_cause(cluster, measuring, how, told, cause):
    bad, good = measuring(1, how), measuring(2)
    assert Fleet(cluster, [bad, good]).measure()
    assert bad.found.ended == [("interrupted", cause)]
    assert bad.found.messages[: len(told)] == told
    assert good.found.ended == [("finished", "")]


def test_interrupt_ends_all_hosts_and_keeps_what_they_told(cluster, measuring):
    several = [measuring(1, "waits"), measuring(2, "waits"), measuring(3)]

    def interrupt():
        if all(one.found.messages for one in several) and several[2].is_over:
            raise KeyboardInterrupt

    assert not Fleet(cluster, several, interrupt).measure()
    for one in several[:2]:
        assert one.found.messages[0] == DONE[0]
        assert one.found.ended == [("interrupted", "it was told to end")]
    assert several[2].found.ended == [("finished", "")]


def test_second_interrupt_does_not_wait(cluster, measuring):
    one = measuring(1)
    looks = []

    def interrupt():
        looks.append(1)
        raise KeyboardInterrupt

    def sleep(_):
        raise KeyboardInterrupt

    began = time.monotonic()
    assert not Fleet(cluster, [one], interrupt, sleep=sleep).measure()
    assert time.monotonic() - began < 10
    [(status, _)] = one.found.ended
    assert status == "interrupted"


def test_job_that_cannot_be_sent_ends_its_host_alone(cluster, measuring, monkeypatch):
    def receive(tokens, file, start, data, dask_worker):
        if dask_worker.address == bad.address:
            raise OSError(28, "No space left on device")
        return real(tokens, file, start, data, dask_worker)

    bad, good = measuring(1), measuring(2)
    real = on_worker.receive
    monkeypatch.setattr(on_worker, "receive", receive)
    assert Fleet(cluster, [bad, good]).measure()
    [(status, cause)] = bad.found.ended
    assert status == "interrupted"
    assert "its job could not be sent: [Errno 28] No space left" in cause
    assert good.found.messages == DONE


def test_hosts_of_is_asked_of_fresh_workers_only(cluster, measuring, monkeypatch):
    monkeypatch.setattr(fleet, "LOST_S", 0.3)
    one = measuring(1, "waits")
    cluster.there = [one.host.worker, host(2).worker]
    asked = []
    monkeypatch.setattr(
        fleet, "hosts_of", lambda connection, workers: asked.append(workers) or ([host(2)], {})
    )

    def lose():
        if one.found.messages:
            cluster.gone = {one.address}

    Fleet(cluster, [one], lose).measure()
    assert asked == [[host(2).worker]]
    assert one.address == "tls://10.0.0.1:1"

    stop_left_overs(one)
