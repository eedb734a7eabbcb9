"""A part of a file that is too large to read whole: blocks of it, drawn by a seed."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from serbench.quoting import shell
from serbench.schema.lines import MAX_LINE_BYTES, Lines

MIB = 1 << 20


class Sampled(Lines):
    """Whole lines of JSON from blocks of 1 MiB, `most_bytes` of them at most, each of the file's as
    likely as any other; see `serbench.schema.lines`. What numbers count are bytes of the file,
    since nobody knows how many lines lie before."""

    def __init__(self, path: Path, most_bytes: int, seed: int) -> None:
        super().__init__(path)
        self.unit = "byte"
        self._most_bytes = most_bytes
        self._seed = seed
        self._done = 0

    @property
    def words(self) -> str:
        """What was read, for people."""
        size = Path(self.path).stat().st_size
        share = 100 * min(self._most_bytes / size, 1)
        return (
            f"{self.path.name}: a sample of {min(self._most_bytes, size) / MIB:,.0f} of "
            f"{size / MIB:,.0f} MiB ({share:.3g} %), seed {self._seed}: what was not read may have "
            "other types"
        )

    def look(self, number: int | None) -> str:
        return f"tail -c +{number or 1} {shell(self.path)} | head -1"

    def progress(self) -> tuple[int, int]:
        return self._done, self._most_bytes

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        self._done = found = 0
        try:
            with closing(self._plain()) as file:
                size = Path(self.path).stat().st_size
                for block in self._blocks(size):
                    at = self._first_line(file, block)
                    while at < min((block + 1) * MIB, size):
                        line = file.readline(MAX_LINE_BYTES)
                        if not line.isspace():
                            found += 1
                            yield at + 1, line
                        at += len(line)
                    self._done += MIB
        except OSError as error:
            raise self._unreadable(error) from None
        if not found:
            raise self.fail("no line ends in the sample", "draw a larger one with --sample")

    def _plain(self) -> io.BufferedReader[Any]:
        file = self._opened()
        if self.cat:
            raise self.fail(
                "it is packed, and no part of it can be read alone",
                f"unpack it, or leave --sample away: {self.cat} {{file}}",
            )
        self._check_head(file)
        return file

    @staticmethod
    def _first_line(file: io.BufferedReader[Any], block: int) -> int:
        """Where the first line begins that begins in the block; the file stands there then."""
        file.seek(max(block * MIB - 1, 0))
        return block * MIB - 1 + len(file.readline(MAX_LINE_BYTES)) if block else 0

    def _blocks(self, size: int) -> list[int]:
        """In the file's order."""
        there = -(-size // MIB)
        wanted = max(self._most_bytes // MIB, 1)
        return sorted(random.Random(self._seed).sample(range(there), min(wanted, there)))
