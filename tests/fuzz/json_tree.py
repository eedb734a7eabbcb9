"""Changes of a JSON document that leave it JSON: for schemas, and files of values."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.fuzz.mutation import NUMBERS, text

# A container and the key or the index of something in it.
_Spot = tuple[Any, Any]


def changed(rng: random.Random, value: Any, words: Sequence[str] = ()) -> Any:
    """The value with one thing in it changed. `words` mean something where they stand."""
    root = [copy.deepcopy(value)]
    holder, key = rng.choice(list(_spots(root)))
    held = holder[key]
    match rng.randrange(8):
        case 0 | 1:
            holder[key] = rng.choice(words) if words and rng.random() < 0.7 else text(rng)
        case 2:
            holder[key] = rng.choice((None, True, 0.5, -0.0, [], {}, *NUMBERS))
        case 3 if isinstance(holder, dict):  # a key of another name
            new = rng.choice(words) if words and rng.random() < 0.2 else text(rng)
            renamed = {new if name == key else name: part for name, part in holder.items()}
            holder.clear()
            holder.update(renamed)
        case 4:
            del holder[key]
            return root[0] if root else None
        case 5:  # another part of the document in its place
            other, at = rng.choice(list(_spots(root)))
            holder[key] = copy.deepcopy(other[at])
        case 6:
            for _ in range(rng.choice((1, 3, 100))):
                held = rng.choice(([held], {"type": held}, {"a": held}))
            holder[key] = held
        case _:
            holder[key] = [held, copy.deepcopy(held)]
    return root[0]


def _spots(value: Any) -> Iterator[_Spot]:
    items = enumerate(value) if isinstance(value, list) else value.items()
    for key, part in list(items):
        yield value, key
        if isinstance(part, list | dict):
            yield from _spots(part)
