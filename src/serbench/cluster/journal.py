"""The journal of a host: a file that it appends messages to while it measures, and that is read
from elsewhere, piece by piece, as far as it is written.

A piece is asked for by the place where it begins, so that it can be asked for again after a lost
connection. Messages are numbered: none is taken twice, and none is missed.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import msgspec

from serbench.cluster.job import (
    AnyMessage,
    CellEnded,
    HasClosed,
    Recorded,
    WasAllocated,
    WasCompressed,
    WasDescribed,
    WasJudged,
    WereSampled,
)
from serbench.measure.protocol import Allocations, Closed, Description
from serbench.measure.recorder import Recorder, Sampled
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Verdict

_LENGTH_BYTES = 4
# A round of all codecs takes some ten thousand bytes; what a compiler says is cut far below.
LONGEST_BYTES = 64 << 20


class JournalError(Exception):
    """What was read is no journal, or lacks a part."""


class Journal:
    """Writes one, from several threads; a `Recorder`. Every message is in the file when a call
    returns."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("xb", buffering=0)
        self._number = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def tell(self, message: AnyMessage) -> None:
        with self._lock:
            text = msgspec.msgpack.encode((self._number, message))
            self._number += 1
            self._file.write(len(text).to_bytes(_LENGTH_BYTES, "big") + text)

    def described(self, codec: str, description: Description) -> None:
        self.tell(WasDescribed(codec, description))

    def judged(self, codec: str, verdict: Verdict) -> None:
        self.tell(WasJudged(codec, verdict))

    def compressed(self, codec: str, sizes: CompressedSizes) -> None:
        self.tell(WasCompressed(codec, sizes))

    def sampled(self, round_: Sequence[Sampled]) -> None:
        if round_:
            self.tell(WereSampled(list(round_)))

    def allocated(self, codec: str, operation: str, allocations: Allocations) -> None:
        self.tell(WasAllocated(codec, operation, allocations))

    def closed(self, codec: str, closed: Closed) -> None:
        self.tell(HasClosed(codec, closed))

    def ended(self, codec: str, operation: str, status: Status, note: str) -> None:
        self.tell(CellEnded(codec, operation, status, note))


class JournalReader:
    """Puts pieces together; `received_bytes` is how far they reach."""

    def __init__(self) -> None:
        self.received_bytes = 0
        self._number = 0
        self._rest = b""
        self._decoder = msgspec.msgpack.Decoder(tuple[int, AnyMessage])

    def messages(self, start: int, piece: bytes) -> list[AnyMessage]:
        """Those that the piece completes, which begins at `start`; what came before is left out.
        Raises `JournalError` for a piece that does not follow, or holds something else."""
        known = self.received_bytes - start
        if known < 0:
            raise JournalError(f"{-known} bytes are missing")
        fresh = piece[known:]
        self.received_bytes += len(fresh)
        self._rest += fresh
        found = []
        while (message := self._next()) is not None:
            found.append(message)
        return found

    def _next(self) -> AnyMessage | None:
        if len(self._rest) < _LENGTH_BYTES:
            return None
        length = int.from_bytes(self._rest[:_LENGTH_BYTES], "big")
        if length > LONGEST_BYTES:
            raise JournalError(f"a message of {length} bytes")
        end = _LENGTH_BYTES + length
        if len(self._rest) < end:
            return None
        text, self._rest = self._rest[_LENGTH_BYTES:end], self._rest[end:]
        try:
            number, message = self._decoder.decode(text)
        except msgspec.MsgspecError as error:
            raise JournalError(str(error)) from None
        if number != self._number:
            raise JournalError(f"message {number} in place of message {self._number}")
        self._number += 1
        return message


def replay(message: Recorded, recorder: Recorder) -> None:
    """Tells a recorder what the host's was told."""
    match message:
        case WasDescribed(codec, description):
            recorder.described(codec, description)
        case WasJudged(codec, verdict):
            recorder.judged(codec, verdict)
        case WasCompressed(codec, sizes):
            recorder.compressed(codec, sizes)
        case WereSampled(round_):
            recorder.sampled(round_)
        case WasAllocated(codec, operation, allocations):
            recorder.allocated(codec, operation, allocations)
        case HasClosed(codec, closed):
            recorder.closed(codec, closed)
        case CellEnded(codec, operation, status, note):
            recorder.ended(codec, operation, status, note)
