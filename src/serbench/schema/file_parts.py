"""Which part of a file: what one process reads of it alone."""

from __future__ import annotations

import msgspec

from serbench.schema.remote_files import Location, named


class ByteRange(msgspec.Struct, frozen=True):
    """The lines that begin from the byte `begin` on and before `end`; `before` is how many lines
    begin before."""

    begin: int
    end: int
    before: int = 0


class RowGroups(msgspec.Struct, frozen=True):
    """The row groups of a Parquet file from the index `begin` on and before `end`, with how many
    rows are `before` them. They lie in these `ranges` of the file's bytes, the last of which is the
    file's end, where it says what is where."""

    begin: int
    end: int
    before: int
    ranges: tuple[tuple[int, int], ...]


class FilePart(msgspec.Struct, frozen=True):
    """A part of a file, or all of it if it is neither of lines nor of row groups. With `--at` there
    are so many elements `before_elements`."""

    file: str
    lines: ByteRange | None = None
    groups: RowGroups | None = None
    elements_before: int = 0

    @property
    def location(self) -> Location:
        return named(self.file)

    def __str__(self) -> str:
        if self.lines:
            return f"{self.file}, bytes {self.lines.begin:,} to {self.lines.end:,}"
        if self.groups:
            return f"{self.file}, row groups {self.groups.begin + 1:,} to {self.groups.end:,}"
        return self.file
