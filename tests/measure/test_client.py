import contextlib
import sys
import time
from pathlib import Path

import msgspec
import pytest

from serbench.measure.client import Driver, Patience
from serbench.measure.protocol import Blocks, DriverDeath, DriverError, DriverHung

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


def test_crash_message_has_signal_and_last_words(schema):
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


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("exit", r"it died \(exit status 3\): fake: giving up"),
        ("out of memory", r"it died \(killed by SIGABRT\): fake: terminate .*bad_alloc"),
        ("crash of a virtual machine", r"it died \(killed by SIGABRT\)"),
        ("half a line", r"it died \(exit status 0\)"),
        ("half a line, silence", r"it hung: no reply within 2 s"),
        ("refuses to die", r"it hung: no reply within 2 s"),
        ("orphan", r"it hung: no reply within 2 s"),
        ("endless", r"it broke the protocol: its reply has no end"),
        ("floods stderr", r"it broke the protocol: it flooded its standard error"),
        ("closes its output", r"it broke the protocol: it closed its output and lives"),
        ("garbage", r"it broke the protocol: .* in its reply b'this is no JSON'"),
        ("wrong types", r"it broke the protocol: Expected `int`, got `str`"),
        ("huge", r"it broke the protocol"),
        ("nothing", r"it broke the protocol: Expected `int` >= 0"),
        ("deep", r"it broke the protocol"),
        ("not UTF-8", r"it broke the protocol"),
    ],
)
def test_erring_driver_is_ended_and_reported(schema, expected, tmp_path, monkeypatch, fault, said):
    monkeypatch.chdir(tmp_path)  # where a driver may leave a file
    driver = launch(schema, Patience(ordinary_s=2, heavy_s=2), open=fault)
    began = time.monotonic()
    with pytest.raises(DriverDeath, match=said):
        driver.open(expected.path)
    driver.end()
    assert time.monotonic() - began < 20
    assert no_process_of(driver)


def no_process_of(driver):
    """Whether nothing of the group that the driver led is alive; who is nobody's child stays in it
    as a zombie for as long as the system takes to reap it."""
    for _ in range(100):
        if str(driver._process.pid) not in live_groups():
            return True
        time.sleep(0.02)
    return False


def live_groups():
    """Of every process that is no zombie."""
    for process in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, group = process.read_text().rpartition(")")[2].split()[:3]
            if state != "Z":
                yield group


def test_unrequested_reply_is_not_taken_for_the_next_answer(schema, expected):
    with launch(schema, sample="twice") as driver:
        driver.open(expected.path)
        driver.verify()
        driver.sample("encode", 1, 0)
        with pytest.raises(DriverDeath, match="it went on after its reply"):
            driver.sample("decode", 1, 0)


def test_sample_without_time_is_rejected(schema, expected):
    with launch(schema, **{"sample:encode": "nothing"}) as driver:
        driver.open(expected.path)
        driver.verify()
        with pytest.raises(DriverDeath, match="Expected `int` >= 1"):
            driver.sample("encode", 1, 0)


def test_unfitting_values_raise_bad_values_error(schema, tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"label": 1}\n')
    with launch(schema) as driver:
        with pytest.raises(DriverError) as refusal:
            driver.open(tmp_path / "bad.jsonl")
        assert refusal.value.kind == "bad-values"


def test_a_relative_path_is_told_to_a_driver_as_an_absolute_one(tmp_path, monkeypatch):
    told = []
    driver = object.__new__(Driver)
    monkeypatch.setattr(
        driver, "_request", lambda request, *_, **__: told.append(request), raising=False
    )
    monkeypatch.chdir(tmp_path)
    here = Path("values")
    driver.open(here)
    driver.dump(here)
    driver.load(here, here)
    driver.write(here, "json", here, 1, Blocks())
    driver.write_alone(here, 1, Blocks())
    driver.scan(here, "json", Blocks())
    driver.get(here, "json", here, Blocks())
    names = {"values", "path", "list", "outcomes"}
    paths = [request[name] for request in told for name in names & request.keys()]
    assert len(paths) == 10
    assert set(paths) == {str(tmp_path / "values")}
