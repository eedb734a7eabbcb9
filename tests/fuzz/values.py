"""What the honest files hold: a little of every type."""

from __future__ import annotations

from typing import Any


def rows(count: int = 5) -> list[dict[str, Any]]:
    """Of texts, numbers, lists, records and what may be null."""
    return [
        {
            "id": 2**40 + number,
            "name": f"user {number} é名🙂",
            "score": number / 3,
            "is_on": number % 2 == 0,
            "tags": [f"tag {tag}" for tag in range(number)],
            "home": {"street": "Weg", "at": [1.5, -2.5], "zip": None if number == 2 else 12345},
            "counts": {f"key {key}": key for key in range(number)},
            "parent": None if number else {"street": "", "at": [], "zip": 1},
        }
        for number in range(count)
    ]


def with_bytes(count: int = 5) -> list[dict[str, Any]]:
    return [row | {"raw": bytes(range(number * 8))} for number, row in enumerate(rows(count))]
