"""A part of a plain file of JSON Lines, read alone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from serbench.schema.lines import BOM, BUFFER_BYTES, Lines
from serbench.schema.remote_files import Location, opened_at


class LineRange(Lines):
    """The lines that begin from the byte `begin` on and before `end`; see `serbench.schema.lines`.
    Their numbers count from the file's first line if `before` is how many lines begin before
    `begin`. There may be none."""

    def __init__(self, path: Location, begin: int, end: int, before: int = 0) -> None:
        super().__init__(path)
        self._lines_read = 0
        self._begin = begin
        self._end = end
        self._before = before
        self._at = begin

    @property
    def lines_read(self) -> int:
        return self._lines_read

    def progress(self) -> tuple[int, int]:
        """Bytes of the range."""
        return min(self._at, self._end) - self._begin, self._end - self._begin

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        self._lines_read, self._at = 0, self._begin
        try:
            raw = opened_at(self.path, max(self._begin - 1, 0))
            with closing(io.BufferedReader(raw, BUFFER_BYTES)) as file:
                if self._begin:
                    self._skip_line(file)
                yield from self._lines_from(file)
        except OSError as error:
            raise self._unreadable(error) from None

    def _skip_line(self, file: io.BufferedReader[Any]) -> None:
        """That began before, of which the byte before `begin` is the first to be read."""
        self._at -= 1
        while self._at < self._end:
            line = file.readline(BUFFER_BYTES)
            self._at += len(line)
            if not line or line.endswith(b"\n"):
                return

    def _lines_from(self, file: io.BufferedReader[Any]) -> Iterator[tuple[int, bytes]]:
        while self._at < self._end:
            line = file.readline(self._most_bytes + 1)
            if not line:
                return
            number = self._before + self._lines_read + 1
            if len(line) > self._most_bytes:
                raise self.error(number, self._too_long("a line"))
            if self._at == 0:
                self._at, line = len(line), line.removeprefix(BOM)
            else:
                self._at += len(line)
            self._lines_read += 1
            if not line.isspace():
                yield number, line
