"""Requests and replies over the pipes of a driver, a line of JSON each, with deadlines."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable
from typing import IO, Any, TypeVar

import msgspec

from serbench.measure.protocol import DriverDeath, DriverError, DriverHung, Reply, broken

# No reply is as long, and nothing that a driver says by mistake.
_MOST_REPLY_BYTES = 1 << 24
_MOST_STDERR_BYTES = 1 << 26
_LOOK_S = 1.0

AnyReply = TypeVar("AnyReply", bound=Reply)


class _Failure(msgspec.Struct):
    error: str
    kind: str = "failed"


# A Java virtual machine that crashes writes its report to standard output, whatever its flags say.
_JVM_REPORT = b"#"
# What decoding raises of a line that is none.
_NO_REPLY = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class PipeClosed(Exception):  # noqa: N818 - the end of a process, not a mistake
    """The driver has ended, or is about to."""


class Transport:
    """Speaks with a driver over its standard input, output and error, which others close."""

    def __init__(self, requests: IO[bytes], replies: int, errors: IO[bytes]) -> None:
        """`replies` is a file descriptor."""
        self._in = requests
        self._out = replies
        self._stderr = errors
        self._buffer = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)

    def ask(
        self,
        request: dict[str, Any],
        reply: type[AnyReply],
        timeout_s: float,
        is_over: Callable[[], bool] = lambda: False,
    ) -> AnyReply:
        """Raises `PipeClosed` where the driver has closed one, `DriverError` where it refuses,
        `DriverHung` where it does not reply in time, or before `is_over` says so, which is asked
        about once a second, and `DriverDeath` where it replies nonsense."""
        if self._in.closed:
            raise DriverDeath("it was ended before")
        if self._buffer:
            raise broken(f"it went on after its reply: {bytes(self._buffer[:80])!r}")
        try:
            self._in.write(msgspec.json.encode(request) + b"\n")
        except BrokenPipeError:
            raise PipeClosed from None
        line = self._line(time.monotonic() + timeout_s, timeout_s, is_over)
        try:
            return msgspec.json.decode(line, type=reply)
        except _NO_REPLY as error:
            if line == _JVM_REPORT:
                raise PipeClosed from None
            raise _refusal(line, error) from None

    def close(self) -> None:
        """Frees what reading takes; the pipes are the process's."""
        self._selector.close()

    def _line(self, deadline: float, timeout_s: float, is_over: Callable[[], bool]) -> bytes:
        end = -1
        while end < 0:
            left_s = deadline - time.monotonic()
            if left_s < 0:
                raise DriverHung(f"it hung: no reply within {timeout_s:g} s")
            if is_over():
                raise DriverHung("it took longer than it may")
            if os.fstat(self._stderr.fileno()).st_size > _MOST_STDERR_BYTES:
                raise broken("it flooded its standard error")
            if not self._selector.select(min(left_s, _LOOK_S)):
                continue
            piece = os.read(self._out, 1 << 16)
            if not piece:
                raise PipeClosed
            end = piece.find(b"\n")
            end += len(self._buffer) if end >= 0 else 0
            self._buffer += piece
            if len(self._buffer) > _MOST_REPLY_BYTES:
                raise broken("its reply has no end")
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line


def _refusal(line: bytes, error: Exception) -> DriverError | DriverDeath:
    """What a line that is not the reply hoped for means."""
    try:
        failure = msgspec.json.decode(line, type=_Failure)
        return DriverError(failure.kind, failure.error)
    except _NO_REPLY:
        return broken(f"{error} in its reply {line[:80]!r}")
