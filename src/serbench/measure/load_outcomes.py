"""What a driver told of each encoded value that it was given to load (docs/protocol.md)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_HEAD = struct.Struct("<?I")


# What a driver says where its language lets a library give anything, and it gave no value of the
# schema.
NO_VALUE = "NoValueOfTheSchema: "


@dataclass(frozen=True, slots=True)
class Outcome:
    """A value's canonical bytes, or why it was refused."""

    canonical: bytes | None
    refusal: str = ""


def read_outcomes(path: Path) -> Iterator[Outcome]:
    """Those of a file, none if it is not there."""
    if path.exists():
        with path.open("rb") as file:
            yield from outcomes_in(file)


def outcomes_in(file: BinaryIO) -> Iterator[Outcome]:
    """In the order of the values. A driver that died has told of those before; what it had begun
    to tell is left out. One is read at a time: wrong bytes may have become gigabytes."""
    while len(head := file.read(_HEAD.size)) == _HEAD.size:
        read, size = _HEAD.unpack(head)
        told = file.read(size)
        if len(told) < size:
            return
        yield Outcome(told) if read else Outcome(None, told.decode("utf-8", "replace"))
