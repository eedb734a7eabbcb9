"""NaN and infinities, for which JSON has no number: what stands for them.

In canonical lines they are the texts that ProtoJSON has for them (docs/protocol.md). In lines that
readers of other formats make, whose types are not known yet, they are the words `NaN`, `Infinity`
and `-Infinity`, which `serbench.schema.parse` takes from such readers alone.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any

import msgspec

from serbench.schema.errors import field_step, item_step

NUMBERS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_encode_json = msgspec.json.Encoder().encode
_encode_words = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
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


def line_with_words(value: Any, enc_hook: Callable[[Any], Any] | None = None) -> bytes:
    """The JSON of a value that holds some."""
    plain = msgspec.to_builtins(value, str_keys=True, enc_hook=enc_hook)
    return _encode_words(plain).encode()


def line_of(value: Any) -> bytes:
    """The JSON of a value that may hold some, for which the encoder writes null."""
    line = _encode_json(value)
    return line_with_words(value) if b"null" in line and are_possible(value) else line


def with_texts(value: Any) -> Any:
    """A value of dicts and lists with the texts in place of the numbers."""
    match value:
        case float():
            return value if math.isfinite(value) else text_of(value)
        case dict():
            return {key: with_texts(part) for key, part in value.items()}
        case list():
            return [with_texts(part) for part in value]
        case _:
            return value


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
