"""NaN and infinities, for which JSON has no number: their texts in canonical lines, which are those
of ProtoJSON (docs/protocol.md)."""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec

from serbench.schema.errors import field_step, item_step

NUMBERS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_encode_msgpack = msgspec.msgpack.Encoder().encode
# A double of MessagePack whose exponent has all bits set.
_MSGPACK = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


def text_of(number: float) -> str:
    """Of a number that is NaN or infinite."""
    if number != number:
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"


def are_possible(value: Any) -> bool:
    """Whether a value that `msgspec` encodes may hold any; fast, and right if it says no."""
    return _MSGPACK.search(_encode_msgpack(value)) is not None


def first_path(value: Any, path: str = "$") -> str | None:
    """Where in dicts and lists the first is; None if nowhere."""
    match value:
        case float():
            return None if math.isfinite(value) else path
        case dict():
            inner = ((path + field_step(str(key)), part) for key, part in value.items())
        case list():
            inner = ((path + item_step(i), part) for i, part in enumerate(value))
        case _:
            return None
    return next((found for at, part in inner if (found := first_path(part, at))), None)
