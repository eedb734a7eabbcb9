import os
import sys
from pathlib import Path

import msgspec
import pytest

from serbench.measure.client import Driver, DriverDeath, DriverError, DriverHung, Patience

FAKE = Path(__file__).parent.parent / "fake_driver.py"


def launch(schema, patience=None, **faults):
    setup = msgspec.json.encode({"schema": schema.to_dict(), "faults": faults}).decode()
    return Driver([sys.executable, str(FAKE), setup], patience=patience)


def test_a_whole_conversation(schema, expected, tmp_path):
    with launch(schema) as driver:
        assert driver.describe().schema == schema.fingerprint
        assert driver.open(expected.path).digest == expected.digest
        assert driver.verify().mismatched == 0
        sample = driver.sample("encode", 3, 1)
        assert sample.items == 3 * expected.values
        assert driver.allocations("encode").items == expected.values
        assert driver.dump(tmp_path / "dump").values == expected.values
        assert driver.load(tmp_path / "dump").digest == expected.digest
        assert driver.close().peak_rss_bytes > 0


def test_a_refusal_leaves_the_driver_alive(schema, expected):
    with launch(schema) as driver:
        with pytest.raises(DriverError) as refusal:
            driver.sample("encode", 1, 0)
        assert refusal.value.kind == "bad-request"
        assert driver.open(expected.path).values == expected.values


def test_a_crash_says_by_which_signal_and_what_it_said_last(schema):
    with launch(schema, describe="crash") as driver, pytest.raises(DriverDeath) as death:
        driver.describe()
    assert str(death.value) == "it died (killed by SIGSEGV): fake: about to crash"


def test_a_hung_driver_is_ended(schema):
    patience = Patience(ordinary_s=0.3, heavy_s=0.3)
    with launch(schema, patience, describe="hang") as driver:
        with pytest.raises(DriverHung, match=r"it hung: no reply within 0\.3 s"):
            driver.describe()
        with pytest.raises(DriverDeath):
            driver.describe()


def test_nonsense_is_not_taken_for_an_answer(schema):
    told = pytest.raises(DriverDeath, match="broke the protocol")
    with launch(schema, describe="garbage") as driver, told:
        driver.describe()


def test_values_that_do_not_fit_are_an_error_of_their_kind(schema, tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"label": 1}\n')
    with launch(schema) as driver:
        with pytest.raises(DriverError) as refusal:
            driver.open(tmp_path / "bad.jsonl")
        assert refusal.value.kind == "bad-values"


def test_a_command_that_cannot_start():
    with pytest.raises(OSError, match="no-such-driver"):
        Driver(["no-such-driver"])


def test_it_says_how_it_ran_since_it_was_last_asked(schema):
    with launch(schema) as driver:
        assert driver.ran().interrupted == -1
        driver.pin(os.sched_getaffinity(0))
        assert driver.ran().interrupted >= 0


def test_a_driver_with_one_thread_goes_first_where_that_is_allowed(schema, monkeypatch):
    asked = []

    def refuse(pid, policy, parameters):
        asked.append((policy, parameters.sched_priority))
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    with launch(schema) as driver:
        driver.go_first(True)
        driver.go_first(False)
        assert driver.describe().protocol == 1
        monkeypatch.setattr(driver, "_threads", lambda: [1, 2])
        driver.go_first(True)
    assert asked == [(os.SCHED_FIFO, 1), (os.SCHED_OTHER, 0)]


def test_ending_twice_is_no_harm(schema):
    driver = launch(schema)
    driver.end()
    driver.end()


HUNGRY = """
import sys
for line in sys.stdin:
    try:
        bytearray(1 << 30)
        print('{"values": 1, "digest": "fed"}', flush=True)
    except MemoryError:
        print('{"error": "no memory", "kind": "failed"}', flush=True)
"""


def test_a_driver_gets_no_more_memory_than_it_may_have(tmp_path):
    command = [sys.executable, "-c", HUNGRY]
    with Driver(command) as driver:
        assert driver.load(tmp_path / "any").digest == "fed"
    with (
        Driver(command, memory_bytes=1 << 29) as driver,
        pytest.raises(DriverError, match="no mem"),
    ):
        driver.load(tmp_path / "any")
