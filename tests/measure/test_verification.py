import dataclasses

import pytest

from serbench.measure.verification import verify, verify_again
from tests.fake_driver import FakeDriver


def test_proven(schema, expected):
    verdict = verify(FakeDriver(schema), expected)
    assert verdict.proven
    assert verdict.encoded_bytes > 0


@pytest.mark.parametrize(
    ("faults", "status", "words"),
    [
        ({"verify": "lose"}, "broken", "1 of 2 values did not survive; value 1: decode"),
        ({"verify": "lie"}, "broken", "after the round trip, digest is 0000000000000000, not"),
        ({"verify": "cannot-hold"}, "cannot-hold", "no such thing in this format"),
        ({"verify": "failed"}, "broken", "no such thing"),
        ({"verify": "crash"}, "failed", "died"),
        ({"open": "crash"}, "failed", "died"),
    ],
)
def test_not_proven(schema, expected, faults, status, words):
    verdict = verify(FakeDriver(schema, faults=faults), expected)
    assert not verdict.proven
    assert verdict.status == status
    assert words in verdict.note


def test_driver_loading_other_values_is_broken(schema, expected):
    verdict = verify(FakeDriver(schema), dataclasses.replace(expected, digest="f" * 16))
    assert verdict.status == "broken"
    assert "loaded 2 values of digest" in verdict.note


def test_later_process_encoding_like_the_first_is_proven(schema, expected):
    first = verify(FakeDriver(schema), expected)
    assert verify_again(FakeDriver(schema, jit=True), expected, first) == first


@pytest.mark.parametrize(
    ("faults", "status", "words"),
    [
        ({"verify": "lose"}, "broken", "1 of 2 values did not survive; value 1: decode"),
        ({"verify": "failed"}, "broken", "no such thing"),
        ({"verify": "crash"}, "failed", "died"),
        ({"open": "lie"}, "broken", "loaded 2 values of digest"),
    ],
)
def test_a_later_process_with_a_fault_is_not_proven(schema, expected, faults, status, words):
    first = verify(FakeDriver(schema), expected)
    verdict = verify_again(FakeDriver(schema, jit=True, faults=faults), expected, first)
    assert (verdict.proven, verdict.status) == (False, status)
    assert words in verdict.note


def test_later_process_encoding_to_other_sizes_is_not_proven(schema, expected):
    first = verify(FakeDriver(schema), expected)
    other = dataclasses.replace(first, encoded_bytes=first.encoded_bytes + 1)
    verdict = verify_again(FakeDriver(schema, jit=True), expected, other)
    assert verdict.status == "broken"
    assert f"encoded {first.encoded_bytes} bytes, and the first process" in verdict.note
