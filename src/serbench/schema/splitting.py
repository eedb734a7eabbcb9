"""How a file is split into parts that are read alone: JSON Lines by bytes, Parquet by row groups,
all else not at all."""

from __future__ import annotations

from serbench.schema.arrow import PARQUET
from serbench.schema.documents import is_document
from serbench.schema.errors import InputError
from serbench.schema.file_parts import ByteRange, FilePart, RowGroups
from serbench.schema.guarded import Guarded
from serbench.schema.lines import iter_lines
from serbench.schema.remote_files import Location, Url, facts, opened_at
from serbench.schema.tables import is_table

# A part takes seconds, so that little is lost with a worker, and handing it out costs nothing.
PART_BYTES = 64 << 20
# The last bytes of a Parquet file: how many bytes before them say what is where, and "PAR1".
_TAIL_BYTES = 8


def split(file: Location, part_bytes: int = PART_BYTES) -> list[FilePart]:
    """In the file's order. One that cannot be read is one part, whose reader says what is wrong."""
    whole = [FilePart(str(file))]
    try:
        if file.suffix.lower() in PARQUET:
            return _row_groups(file, part_bytes) or whole
        if is_table(file) or is_document(file):
            return whole
        size = _size(file)
        if size <= part_bytes or not iter_lines(file).are_plain(part_bytes):
            return whole
    except (InputError, OSError):
        return whole
    return [
        FilePart(str(file), ByteRange(begin, min(begin + part_bytes, size)))
        for begin in range(0, size, part_bytes)
    ]


def _size(file: Location) -> int:
    """0 if no part of it can be read alone."""
    if isinstance(file, Url):
        found = facts(file)
        return found.size or 0 if found.has_ranges else 0
    return file.stat().st_size


def _row_groups(file: Location, part_bytes: int) -> list[FilePart]:
    """Those of a Parquet file, several in a part if they are small; none if it has one part."""
    size = _size(file)
    if size <= part_bytes:
        return []
    end = _end_of_parquet(file, size)
    layout = Guarded(file, groups=RowGroups(0, 0, 0, (end,))).layout()
    parts = []
    rows = first = 0
    for behind in range(1, len(layout) + 1):
        inside = layout[first:behind]
        ranges = [(begin, min(range_end, size)) for _, begin, range_end in inside]
        if behind < len(layout) and sum(b - a for a, b in ranges) < part_bytes:
            continue
        before = rows
        rows += sum(count for count, _, _ in inside)
        groups = RowGroups(first, behind, before, (*ranges, end))
        parts.append(FilePart(str(file), groups=groups))
        first = behind
    return parts


def _end_of_parquet(file: Location, size: int) -> tuple[int, int]:
    """Between which bytes the file says what is where."""
    with opened_at(file, size - _TAIL_BYTES) as raw:
        tail = raw.read(_TAIL_BYTES) or b""
    length = int.from_bytes(tail[:4], "little")
    return max(size - _TAIL_BYTES - length, 0), size
