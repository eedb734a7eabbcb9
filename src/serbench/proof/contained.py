"""Any bytes given to a decoder, which may die of them.

    with Contained(command) as decoder:
        decoder.load(bytes_).kind      # "accepted", "refused", "crashed" or "hung"

The decoder is a driver of its own. If it dies or hangs, the next bytes meet a new one.
"""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from serbench.measure.client import (
    Driver,
    DriverDeath,
    DriverError,
    DriverHung,
    Loaded,
    Patience,
)
from serbench.measure.outcomes import NO_VALUE

# A value of some kilobytes is decoded in microseconds; a virtual machine starts in a second, and
# on a busy machine in ten.
PATIENCE = Patience(ordinary_s=30.0, heavy_s=30.0)
# Java's heap has 1 GB from its start.
MEMORY_BYTES = 4 << 30

Kind = Literal["accepted", "refused", "crashed", "hung"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a decoder made of some bytes: the digest of the value that it accepted, none if that
    is no value of the schema, or what was said."""

    kind: Kind
    digest: str = ""
    said: str = ""


def start(command: Sequence[str]) -> Driver:
    return Driver(command, patience=PATIENCE, memory_bytes=MEMORY_BYTES)


class Contained:
    """Use it as a context manager. `launch` starts a driver."""

    def __init__(self, launch: Callable[[], Driver]) -> None:
        self._launch = launch
        self._driver: Driver | None = None
        self._scratch = tempfile.TemporaryDirectory()
        self._path = Path(self._scratch.name) / "bytes"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._scratch.cleanup()

    def load(self, data: bytes) -> Answer:
        """Lets the driver decode one value. Raises `OSError` if no driver can be started, and
        `DriverError` if it is not the bytes that it refuses."""
        self._path.write_bytes(struct.pack("<I", len(data)) + data)
        try:
            return Answer("accepted", self._load().digest)
        except DriverError as error:
            if error.kind not in ("failed", "cannot-hold"):
                raise
            said = str(error).removeprefix(f"{self._path}: value 0: ")
            kind: Kind = "accepted" if said.startswith(NO_VALUE) else "refused"
            return Answer(kind, said=said)
        except DriverHung as hung:
            self._end()
            return Answer("hung", said=str(hung))
        except DriverDeath as death:
            self._end()
            return Answer("crashed", said=str(death))

    def _load(self) -> Loaded:
        self._driver = self._driver or self._launch()
        return self._driver.load(self._path)

    def _end(self) -> None:
        if self._driver:
            self._driver.end()
            self._driver = None


def encoded(driver: Driver, scratch: Path) -> list[bytes]:
    """What a driver that has verified its values wrote of each, read by way of a file."""
    driver.dump(scratch)
    raw, found, at = scratch.read_bytes(), [], 0
    while at < len(raw):
        [size] = struct.unpack_from("<I", raw, at)
        found.append(raw[at + 4 : at + 4 + size])
        at += 4 + size
    return found
