"""Workers on ports of their own that die or are slow, and a scheduler that is out of reach for a
while: each task counts once, and what is found is the same."""

import json
import os
import signal
import threading
import time
from contextlib import contextmanager, suppress

import pytest

from serbench.cluster.connection import connected
from serbench.cluster.first_reading import look_at
from serbench.cluster.handing_out import Task, handed_out
from serbench.cluster.inference import infer_on
from serbench.cluster.verification import Workers
from serbench.commands.full_dataset import FullDatasetOptions, run_by
from serbench.preparation.readings import Reading, Target
from serbench.results.full_dataset_rows import FullDatasetRecorder
from serbench.schema.infer import infer

pytest.importorskip("distributed")
from tests.cluster.cut_off import hosts


def nap(seconds, number):
    time.sleep(seconds)
    return number


def soon(work, *words):
    threading.Thread(target=work, args=words, daemon=True).start()


@pytest.mark.parametrize("how", ["freeze", "shut"])
def test_cut_connection_loses_no_task_and_counts_none_twice(how):
    tasks = [Task(number, str(number), number) for number in range(20)]
    answers = []
    with hosts(2) as (door, _), connected(door.address) as connection:
        for _, answer in handed_out(connection, nap, (0.1,), tasks):
            answers.append(answer)
            if len(answers) == 3:
                soon(getattr(door, how), 1.0)
    assert sorted(answers) == list(range(20))


@pytest.mark.compiled
@pytest.mark.parametrize("how", ["freeze", "shut"])
def test_faults_of_a_cluster_change_nothing_that_is_found(how, tmp_path, monkeypatch):
    """Of three workers one is slow and one is killed, and the scheduler cannot be reached for
    20 s: once while inferring, and once while verifying."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "a.jsonl"
    with file.open("w") as out:
        for i in range(60_000):
            out.write(json.dumps({"n": i, "of": {f"k{i % 5}": [i / 2]}, "text": "x" * 200}) + "\n")
    recorded = FullDatasetRecorder.examined
    faults = []

    def fault(phase):
        if phase not in faults:
            faults.append(phase)
            workers[0].process.kill()
            soon(getattr(door, how), 20.0)

    def record(self, examined):
        recorded(self, examined)
        fault("verifying")

    monkeypatch.setattr(FullDatasetRecorder, "examined", record)
    with hosts(3) as (door, workers), connected(door.address) as connection:
        while len(connection.present()) < 3:
            time.sleep(0.5)
        with slowed_down(workers[1]):
            sources = look_at(connection, [str(file)], Reading(), 200_000)
            on_progress = lambda *_: fault("inferring")  # noqa: E731
            found = infer_on(connection, sources, Reading(), None, on_progress)
            options = FullDatasetOptions(
                (Target(str(file)),),
                codecs=("python/json",),
                db=tmp_path / "r.duckdb",
                cluster=door.address,
            )
            result = run_by(options, Workers(connection, part_bytes=500_000))
    assert found.inference == infer([file])
    assert faults == ["inferring", "verifying"]
    assert result.status == "finished"
    assert result.values == result.found[0].survived == 60_000
    assert result.checksum == found.inference.checksum


@contextmanager
def slowed_down(worker):
    """Within, the process stands still most of the time."""
    over = threading.Event()

    def slow_down():
        while not over.is_set():
            for number, seconds in ((signal.SIGSTOP, 0.8), (signal.SIGCONT, 0.2)):
                with suppress(ProcessLookupError):
                    os.kill(worker.process.pid, number)
                time.sleep(seconds)

    thread = threading.Thread(target=slow_down)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
