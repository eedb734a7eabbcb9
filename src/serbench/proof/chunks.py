"""Data cut into chunks, always the same ones, so that some of them can be left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from serbench.proof.full_dataset import Chunk
from serbench.schema.errors import Unit
from serbench.schema.lines import Lines

# A chunk ends at whichever comes first: what a driver holds of it takes ten times the bytes.
CHUNK_BYTES = 8 << 20
CHUNK_VALUES = 50_000


class Data(Protocol):
    """Values as lines of JSON from one source or several."""

    def read(self) -> Iterator[tuple[int, int, bytes]]:
        """The index of the source, the value's number in it, its line."""

    def progress(self) -> tuple[int, int]:
        """How much was read, and how much there is."""

    @property
    def names(self) -> list[str]:
        """Those of the sources."""

    def unit(self, source: int) -> Unit:
        """What the numbers of a source count, once it is read."""

    def with_nonfinite(self, source: int) -> bool:
        """Whether its lines may hold the words of `serbench.schema.nonfinite`."""


def chunks(data: Data, done: Collection[int], most_bytes: int = CHUNK_BYTES) -> Iterator[Chunk]:
    """All but those whose numbers are `done`. A chunk is of one source."""
    read_before = 0
    for number, (source, numbers, lines) in enumerate(_cut(data.read(), most_bytes)):
        read = data.progress()[0]
        if number not in done:
            yield Chunk(
                number=number,
                source=source,
                file=data.names[source],
                unit=data.unit(source),
                with_nonfinite=data.with_nonfinite(source),
                numbers=numbers,
                lines=lines,
                read=read - read_before,
            )
        read_before = read


def chunks_of_part(
    part: int, source: int, file: str, values: Lines, most_bytes: int = CHUNK_BYTES
) -> Iterator[Chunk]:
    """Of a part of a source, which is called `file`: each has the part's number."""
    read = ((source, number, line) for number, line in values)
    for _, numbers, lines in _cut(read, most_bytes):
        yield Chunk(
            number=part,
            source=source,
            file=file,
            unit=values.unit,
            with_nonfinite=values.with_nonfinite,
            numbers=numbers,
            lines=lines,
            read=0,
        )


def _cut(
    read: Iterable[tuple[int, int, bytes]], most_bytes: int
) -> Iterator[tuple[int, list[int], list[bytes]]]:
    numbers: list[int] = []
    lines: list[bytes] = []
    of, size = 0, 0
    for source, number, line in read:
        full = size + len(line) > most_bytes or len(lines) == CHUNK_VALUES
        if lines and (full or source != of):
            yield of, numbers, lines
            numbers, lines, size = [], [], 0
        of = source
        numbers.append(number)
        lines.append(line)
        size += len(line)
    if lines:
        yield of, numbers, lines
