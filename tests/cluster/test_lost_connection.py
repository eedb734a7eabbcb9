"""Workers on ports of their own that die or are slow, and a scheduler that is out of reach for a
while: each task counts once, and what is found is the same."""

import json
import threading
import time

import pytest

from serbench.cluster.connection import connected
from serbench.cluster.handing_out import Task, handed_out
from serbench.schema.infer import infer

pytest.importorskip("distributed")
from tests.cluster.cut_off import found_in_spite_of_faults, hosts


def nap(seconds, number):
    time.sleep(seconds)
    return number


def test_cut_connection_loses_no_task_and_counts_none_twice():
    tasks = [Task(number, str(number), number) for number in range(20)]
    answers = []
    with hosts(2) as (door, _), connected(door.address) as connection:
        for _, answer in handed_out(connection, nap, (0.1,), tasks):
            answers.append(answer)
            if len(answers) == 3:
                threading.Thread(target=door.shut, args=[1.0], daemon=True).start()
    assert sorted(answers) == list(range(20))


@pytest.mark.compiled
@pytest.mark.parametrize("how", ["freeze", "shut"])
def test_faults_of_a_cluster_change_nothing_that_is_found(how, tmp_path, monkeypatch):
    """For 2 s; benches/cluster_faults.py does it for 20 s."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "a.jsonl"
    with file.open("w") as out:
        for i in range(30_000):
            out.write(json.dumps({"n": i, "of": {f"k{i % 5}": [i / 2]}, "text": "x" * 200}) + "\n")
    codecs = ("python/json",)
    found = found_in_spite_of_faults(file, tmp_path / "r.duckdb", codecs, how, 2.0, 250_000)
    assert found.inference == infer([file])
    assert found.faults == ["inferring", "verifying"]
    assert found.restarts >= 2
    assert found.verified.status == "finished"
    assert found.verified.values == found.verified.found[0].survived == 30_000
    assert found.verified.checksum == found.inference.checksum
