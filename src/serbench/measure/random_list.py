"""Lists of values to get at random: numbers from 0, one a line."""

from __future__ import annotations

import random
from pathlib import Path

from serbench.errors import UserError


def write(path: Path, below: int, count: int, seed: int, unique: bool = False) -> None:
    """Writes `count` numbers below `below`, the same for the same seed. Raises `UserError` if
    there are not so many that differ."""
    chance = random.Random(f"random-list/{seed}")
    if unique:
        if count > below:
            raise UserError(f"there are only {below} numbers below {below}, not {count}")
        numbers = iter(chance.sample(range(below), count))
    else:
        numbers = (chance.randrange(below) for _ in range(count))
    with path.open("w") as file:
        file.writelines(f"{number}\n" for number in numbers)
