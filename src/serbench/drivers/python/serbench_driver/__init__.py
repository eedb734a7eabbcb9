"""What a codec's file needs of the driver that runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from math import copysign, isfinite
from typing import Any, ClassVar

from serbench_driver.errors import CannotHold

__all__ = ["CannotHold", "Codec", "has_minus_zero", "has_nonfinite"]


def has_minus_zero(value: Any) -> bool:
    """Whether any float in a plain value is -0.0, or in dicts and lists."""
    return _has_float(value, lambda number: number == 0 and copysign(1, number) < 0)


def has_nonfinite(value: Any) -> bool:
    """Whether any float in a plain value is NaN or infinite, or in dicts and lists."""
    return _has_float(value, lambda number: not isfinite(number))


def _has_float(value: Any, wanted: Callable[[float], bool]) -> bool:
    match value:
        case float():
            return wanted(value)
        case dict():
            return any(_has_float(part, wanted) for part in value.values())
        case list():
            return any(_has_float(part, wanted) for part in value)
        case _:
            parts = fields(value) if is_dataclass(value) else ()
            return any(_has_float(getattr(value, part.name), wanted) for part in parts)


class Codec:
    """A codec. `encode` and `decode` are what its library does; `populate` makes what `encode`
    takes of a plain value, `convert` a plain value of what `decode` gives. One that has none of
    these two works on plain values. Each thread has an instance of its own.

    `borrow` gives an object whose text lies in the bytes, `access` the leaf of docs/protocol.md,
    where the library offers it. `encode` gives bytes, or what has them: the driver copies them only
    where they are to be kept. `explain` says why a value that did not survive cannot be held; ""
    where that is no limit of the format. Of a codec that has the limit "NaN and infinities" the
    driver says it.
    """

    populate: ClassVar[Callable[..., Any] | None] = None
    convert: ClassVar[Callable[..., Any] | None] = None
    borrow: ClassVar[Callable[..., Any] | None] = None
    access: ClassVar[Callable[..., Any] | None] = None

    def explain(self, value: Any) -> str:
        return ""

    def encode(self, value: Any) -> Any:
        raise NotImplementedError

    def decode(self, data: bytes) -> Any:
        raise NotImplementedError
