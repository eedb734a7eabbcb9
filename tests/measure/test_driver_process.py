import ast
import os
import sys
from pathlib import Path

import msgspec
import pytest

from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError

FAKE = Path(__file__).parent.parent / "fake_driver.py"


def launch(schema):
    setup = msgspec.json.encode({"schema": schema.to_dict()}).decode()
    return Driver([sys.executable, str(FAKE), setup])


def test_unknown_command_raises_os_error():
    with pytest.raises(OSError, match="no-such-driver"):
        Driver(["no-such-driver"])


def test_driver_reports_interruptions_since_last_query(schema):
    with launch(schema) as driver:
        assert driver.ran().interrupted == -1
        driver.pin(os.sched_getaffinity(0))
        assert driver.ran().interrupted >= 0


def test_driver_with_one_thread_goes_first_if_permitted(schema, monkeypatch):
    asked = []

    def refuse(pid, policy, parameters):
        asked.append((policy, parameters.sched_priority))
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    with launch(schema) as driver:
        driver.go_first(True)
        driver.go_first(False)
        assert driver.describe().protocol == 1
    assert asked == [(os.SCHED_FIFO, 1), (os.SCHED_OTHER, 0)]


def test_driver_with_several_threads_is_favoured_but_its_threads_take_turns(schema, monkeypatch):
    asked = []
    monkeypatch.setattr(os, "setpriority", lambda which, thread, nice: asked.append((thread, nice)))
    monkeypatch.setattr(os, "sched_setscheduler", lambda *arguments: asked.append(arguments))
    with launch(schema) as driver:
        threads = [driver._process.pid, driver._process.pid]
        monkeypatch.setattr(driver, "_threads", lambda: threads)
        driver.go_first(True)
        driver.go_first(False)
        assert driver.describe().protocol == 1
    assert asked == [(thread, nice) for nice in (-20, 0) for thread in threads]


def test_driver_that_gives_way_has_the_processor_after_others(schema):
    with launch(schema) as driver:
        before = os.getpriority(os.PRIO_PROCESS, driver._process.pid)
        driver.give_way()
        assert os.getpriority(os.PRIO_PROCESS, driver._process.pid) == max(before, 10)
        assert driver.describe().protocol == 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux says it")
def test_seconds_of_processors_become_more_as_a_driver_works(schema):
    with launch(schema) as driver:
        driver.describe()
        assert 0 < driver.processor_s() < 60


def test_ending_twice_is_harmless(schema):
    driver = launch(schema)
    driver.end()
    driver.end()


HUNGRY = """
import sys
import time
for line in sys.stdin:
    try:
        bytearray(1 << 30)
        print('{"values": 1, "digest": "fed"}', flush=True)
    except MemoryError:
        print('{"error": "no memory", "kind": "failed"}', flush=True)
"""


def test_driver_memory_limit_is_enforced(tmp_path):
    command = [sys.executable, "-c", HUNGRY]
    with Driver(command) as driver:
        assert driver.load(tmp_path / "any").digest == "fed"
    with (
        Driver(command, memory_bytes=1 << 29) as driver,
        pytest.raises(DriverError, match="no mem"),
    ):
        driver.load(tmp_path / "any")


def test_a_driver_sees_no_secret_and_begins_in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GH_TOKEN", "secret")
    monkeypatch.chdir(tmp_path)
    told = tmp_path / "told"
    show = f"import os; open({str(told)!r}, 'w').write(repr((dict(os.environ), os.listdir())))"
    with (
        Driver([sys.executable, "-c", show], environment={"MINE": "1"}) as driver,
        pytest.raises(DriverDeath),
    ):
        driver.describe()
    environment, files = ast.literal_eval(told.read_text())
    assert environment["MINE"] == "1"
    assert "GH_TOKEN" not in environment
    assert files == []
