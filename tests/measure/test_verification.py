import dataclasses

import pytest

from serbench.measure.verification import verify
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


def test_a_driver_that_loads_other_values_is_not_trusted(schema, expected):
    verdict = verify(FakeDriver(schema), dataclasses.replace(expected, digest="f" * 16))
    assert verdict.status == "broken"
    assert "loaded 2 values of digest" in verdict.note
