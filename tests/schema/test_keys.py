"""The rule that tells keys that are data from names of fields, at its edges."""

from __future__ import annotations

import pytest

from serbench.schema.keys import (
    ENDLESS,
    ENDLESS_PLACES,
    TOO_MANY,
    are_crowded,
    are_data,
    are_endless,
)


def words(several: int, count: int = 1) -> dict[str, int]:
    return {f"word {i}": count for i in range(several)}


def numbers(several: int, count: int = 1) -> dict[str, int]:
    return {str(i): count for i in range(several)}


@pytest.mark.parametrize(
    ("counts", "objects", "expected"),
    [
        ({}, 1, False),
        ({}, 5, False),
        # 1. In every one of several objects.
        (words(500, 2), 2, False),
        (numbers(500, 2), 2, False),
        ({**numbers(500, 2), "x": 1}, 2, False),  # one that does not look like data
        # 2. Looks like data.
        (numbers(2), 1, False),
        (numbers(3), 1, True),
        ({**numbers(3, 2), "3": 1}, 2, True),
        ({**numbers(3), "id": 1}, 1, False),
        # 3. Rarely comes again.
        (words(19), 2, False),
        (words(20), 2, True),
        ({**words(20), **{f"often {i}": 2 for i in range(20)}}, 4, True),
        ({**words(20), **{f"often {i}": 2 for i in range(21)}}, 4, False),
        (words(49, 2), 20, False),
        (words(50, 2), 20, True),
        (words(50, 2), 19, False),
        # 4. The only object there is.
        (words(31), 1, False),
        (words(32), 1, True),
        # Too many.
        (words(TOO_MANY + 1, 2), 4, False),
        (words(TOO_MANY + 1, 2), 5, True),
        (words(TOO_MANY + 1, 1), 1, True),
        (words(TOO_MANY + 1, 2), 2, False),
    ],
)
def test_keys_are_data_or_names(counts, objects, expected):
    assert are_data(counts, objects) is expected


@pytest.mark.parametrize(
    "key",
    ["0", "-1", "1.5", "+3", "2024-01", "2024/01/31", "2024-01-31 12:00", "2024-01-31T12:00:00+02",
     "deadbee1", "0123456789abcdefABCDEF", "123e4567-e89b-12d3-a456-426614174000", "a.b@c.org",
     "s3://bucket/x", "127.0.0.1"],
)  # fmt: skip
def test_data_like_keys_are_data(key):
    assert are_data({key: 1, "1": 1, "2": 1}, 1)


@pytest.mark.parametrize(
    "key",
    ["id", "x1", "1x", "", "deadbeef", "face", "b4", "2024-1", "v1.2", "http", "@type", "a@b",
     "utf-8", "1.2.3", "1 2", "\N{FULLWIDTH DIGIT ONE}"],
)  # fmt: skip
def test_name_like_keys_are_not_data(key):
    assert not are_data({key: 1, "1": 1, "2": 1}, 1)


def test_keys_are_endless_by_their_number_and_by_the_places_inside():
    assert not are_endless(ENDLESS, ENDLESS_PLACES - 1)
    assert are_endless(ENDLESS + 1, ENDLESS + 1)
    assert are_endless(TOO_MANY + 1, ENDLESS_PLACES)
    assert not are_endless(TOO_MANY, ENDLESS_PLACES)


def test_only_many_data_keys_are_crowded():
    assert not are_crowded(numbers(TOO_MANY), 1)
    assert are_crowded(numbers(TOO_MANY + 1), 1)
    assert not are_crowded(words(TOO_MANY + 1, 3), 3)
