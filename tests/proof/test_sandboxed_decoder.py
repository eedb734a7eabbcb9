import os
import struct
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.measure.client import Driver, Patience
from serbench.measure.load_outcomes import Outcome
from serbench.measure.protocol import DriverDeath, DriverError
from serbench.proof.sandboxed_decoder import Answer, SandboxedDecoder, encoded, fresh, outcomes
from tests.fake_driver import FakeDriver
from tests.measure.test_client import FAKE

HASTE = Patience(ordinary_s=0.5, heavy_s=0.5)


def launcher(schema, started, faults):
    """Starts processes, each with the next of the faults."""

    def launch(scratch):
        setup = {"schema": schema.to_dict(), "faults": faults[len(started)]}
        driver = Driver([sys.executable, str(FAKE), msgspec.json.encode(setup).decode()])
        started.append(driver)
        return driver

    return launch


@pytest.fixture
def whole(schema, expected):
    return expected.path.read_bytes().splitlines()[0]


def test_valid_bytes_are_accepted_and_truncated_bytes_refused(schema, whole):
    started = []
    with SandboxedDecoder(launcher(schema, started, [{}])) as decoder:
        assert decoder.load(whole).kind == "accepted"
        assert len(decoder.load(whole).digest) == 16
        refused = decoder.load(whole[:-1])
        assert (refused.kind, refused.digest) == ("refused", "")
        assert "truncated" in refused.said
        assert "bytes: value" not in refused.said  # of our file nobody wants to know
        assert decoder.load(whole).kind == "accepted"
    assert len(started) == 1


@pytest.mark.parametrize(
    ("fault", "kind"), [("crash", "crashed"), ("garbage", "crashed"), ("hang", "hung")]
)
def test_next_bytes_are_read_by_new_driver_after_end(schema, whole, fault, kind):
    started = []
    launch = launcher(schema, started, [{"load": fault}, {}])

    def in_haste(scratch):
        driver = launch(scratch)
        if fault == "hang" and len(started) == 1:
            driver._patience = HASTE
        return driver

    with SandboxedDecoder(in_haste) as decoder:
        answer = decoder.load(whole)
        assert (answer.kind, answer.digest) == (kind, "")
        assert answer.said
        assert decoder.load(whole).kind == "accepted"
    assert len(started) == 2


def test_bad_request_error_is_raised(schema, whole):
    class Deaf(FakeDriver):
        def load(self, path):
            raise DriverError("bad-request", "what?")

    with SandboxedDecoder(lambda _: Deaf(schema)) as decoder, pytest.raises(DriverError):
        decoder.load(whole)


@given(data=st.binary(max_size=300))
def test_any_bytes_arrive_as_they_are(data):
    seen = []

    class Listener(FakeDriver):
        def load(self, path):
            seen.append(path.read_bytes())
            raise DriverError("failed", "enough")

    with SandboxedDecoder(lambda _: Listener(None)) as decoder:
        assert decoder.load(data) == Answer("refused", said="enough")
    assert seen == [struct.pack("<I", len(data)) + data]


def test_encoded_returns_values_written_by_driver(schema, expected, tmp_path):
    driver = FakeDriver(schema)
    driver.open(expected.path)
    driver.verify()
    written = encoded(driver, tmp_path / "dump")
    assert list(map(msgspec.json.decode, written)) == [
        msgspec.json.decode(line) for line in expected.path.read_bytes().splitlines()
    ]


def test_a_link_in_place_of_an_answer_is_not_followed(tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"\1\1\0\0\0x")
    path = fresh(tmp_path, "outcomes")
    path.symlink_to(secret)
    assert list(outcomes(path)) == []
    os.mkfifo(fresh(tmp_path, "outcomes"))
    assert list(outcomes(path)) == []
    fresh(tmp_path, "outcomes").mkdir()
    assert list(outcomes(path)) == []
    fresh(tmp_path, "outcomes").write_bytes(secret.read_bytes())
    assert list(outcomes(path)) == [Outcome(b"x")]
    assert secret.exists()


def test_link_or_torn_dump_ends_driver(tmp_path, schema):
    class Linking(FakeDriver):
        def dump(self, path):
            path.symlink_to("/etc/passwd")

    class Torn(FakeDriver):
        def dump(self, path):
            path.write_bytes(b"\0\0\0\0\1")

    for fake in (Linking, Torn):
        with pytest.raises(DriverDeath, match="file of values"):
            encoded(fake(schema), fresh(tmp_path, "dump"))
