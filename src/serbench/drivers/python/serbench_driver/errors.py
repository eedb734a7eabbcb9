"""Refusals, by the kinds of docs/protocol.md."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    BAD_REQUEST = "bad-request"
    BAD_VALUES = "bad-values"
    BAD_FILE = "bad-file"
    CANNOT_HOLD = "cannot-hold"
    FAILED = "failed"


class Refusal(Exception):  # noqa: N818 - a word of the protocol
    """A request that was not carried out; the text says why."""

    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class CannotHold(Exception):  # noqa: N818 - a verdict
    """A codec's: the format has no place for this value; the text says for what of it."""


class NoValueOfTheSchema(Exception):  # noqa: N818 - a word of the protocol
    """What a library read without a complaint."""


def refusal(error: BaseException, context: str = "") -> Refusal:
    """That of whatever a library raised."""
    if isinstance(error, Refusal):
        return error
    kind = Kind.CANNOT_HOLD if isinstance(error, CannotHold) else Kind.FAILED
    return Refusal(kind, context + message_of(error))


def message_of(error: BaseException) -> str:
    """What a library's error says; of a bare one its name."""
    text = " ".join(str(error).split())
    return text if isinstance(error, CannotHold) else f"{type(error).__name__}: {text}"


# Whatever a library may raise: the panics of those written in Rust are no `Exception`.
def is_of_library(error: BaseException) -> bool:
    return not isinstance(error, KeyboardInterrupt | SystemExit)
