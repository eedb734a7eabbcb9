"""What drivers tell of loaded values, also when they died in the midst."""

import struct

from serbench.measure.load_outcomes import Outcome, read_outcomes


def told(read, data):
    return struct.pack("<?I", read, len(data)) + data


def test_in_order(tmp_path):
    path = tmp_path / "outcomes"
    path.write_bytes(told(True, b"abc") + told(False, b"no \xff") + told(True, b""))
    assert list(read_outcomes(path)) == [
        Outcome(b"abc"), Outcome(None, "no \ufffd"), Outcome(b""),
    ]  # fmt: skip


def test_truncated_outcome_is_left_out(tmp_path):
    path = tmp_path / "outcomes"
    assert not list(read_outcomes(path))
    whole = told(True, b"abc")
    for size in range(len(whole)):
        path.write_bytes(whole + whole[:size])
        assert list(read_outcomes(path)) == [Outcome(b"abc")]
