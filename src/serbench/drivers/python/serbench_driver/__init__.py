"""What a codec's file needs of the driver that runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from math import copysign
from typing import Any, ClassVar

from serbench_driver.errors import CannotHold

__all__ = ["CannotHold", "Codec", "has_minus_zero"]


def has_minus_zero(its: Any) -> bool:
    """Whether any float in a plain value is -0.0, or in dicts and lists."""
    match its:
        case float():
            return its == 0 and copysign(1, its) < 0
        case dict():
            return any(map(has_minus_zero, its.values()))
        case list():
            return any(map(has_minus_zero, its))
        case _:
            parts = fields(its) if is_dataclass(its) else ()
            return any(has_minus_zero(getattr(its, part.name)) for part in parts)


class Codec:
    """A codec. `encode` and `decode` are what its library does; `populate` makes what `encode`
    takes of a plain value, `convert` a plain value of what `decode` gives. One that has none of
    these two works on plain values. Each thread has an instance of its own.

    `borrow` gives an object whose text lies in the bytes, `access` the leaf of docs/protocol.md,
    where the library offers it. `encode` gives bytes, or what has them: the driver copies them only
    where they are to be kept. `explain` says why a value that did not survive cannot be held; ""
    where that is no limit of the format.
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
