"""Values folded into what inference knows of them: of whole files, or of parts by several processes
(`serbench.schema.shape`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import xxhash

from serbench.schema.at import longest_list
from serbench.schema.errors import ValueProblem
from serbench.schema.lines import Lines
from serbench.schema.parse import parse
from serbench.schema.shape import Shape, add_object, combine_shapes
from serbench.schema.shape_rows import from_bytes, to_bytes

# Called now and then with the bytes read and the bytes in all, as they lie on disk.
OnProgress = Callable[[int, int], None]
# Of so many values at most `--at` is offered, which looks into the last of them.
FEW_VALUES = 10
_VALUES_BETWEEN_REPORTS = 1000
# As many as there are.
_CHECKSUMS = 1 << 64


def _root() -> Shape:
    root = Shape()
    root.is_root = True
    return root


@dataclass(slots=True)
class Folded:
    """What is known of values. `bytes` are those of their lines, `checksum` is their
    `line_checksum`; `longest` is the path of the list of objects that takes most of the last value,
    and how long that is, if there are few values and it has such a list."""

    shape: Shape = field(default_factory=_root)
    bytes: int = 0
    checksum: int = 0
    longest: tuple[str, int] | None = None

    @property
    def values(self) -> int:
        return self.shape.objects

    def add(self, lines: Lines, source: int, on_progress: OnProgress | None = None) -> None:
        """All values of a file, which is the data set's source of this number. Raises `InputError`,
        and `TooManyFieldsError` where they are no records."""
        value: dict[str, Any] = {}
        checksum = line_checksum(source)
        for number, line in lines:
            try:
                value = parse(line, with_nonfinite=lines.with_nonfinite)
                add_object(self.shape, value)
            except ValueProblem as problem:
                raise lines.error(number, problem) from None
            self.bytes += len(line)
            self.checksum += checksum(line)
            if on_progress is not None and number % _VALUES_BETWEEN_REPORTS == 0:
                on_progress(*lines.progress())
        found = longest_list(value) if self.values <= FEW_VALUES else None
        self.longest = None if found is None else (str(found[0]), found[1])


def line_checksum(source: int) -> Callable[[bytes], int]:
    """Of a line of the data set's source of this number. The sum of all does not depend on their
    order, and of one that is lost or comes twice it tells; `shown_checksum` shows it."""

    def checksum(line: bytes) -> int:
        return xxhash.xxh3_64_intdigest(line, source)

    return checksum


def shown_checksum(total: int) -> str:
    """16 hex digits."""
    return f"{total % _CHECKSUMS:016x}"


class PartRead(msgspec.Struct, frozen=True, kw_only=True):
    """What was found of the values of a part of a file: how many, in how many lines (0 if it has no
    lines, or if it is the whole file); of their lines the bytes, and the checksum. `shape` and
    `longest` are those of `Folded`, if they were folded."""

    values: int
    lines: int
    line_bytes: int
    checksum: int
    shape: bytes = b""
    longest: tuple[str, int] | None = None


def fold_part(lines: Lines, source: int) -> PartRead:
    """All values of a part. Raises as `Folded.add`."""
    folded = Folded()
    folded.add(lines, source)
    return PartRead(
        values=folded.values,
        lines=lines.lines_read,
        line_bytes=folded.bytes,
        checksum=folded.checksum % _CHECKSUMS,
        shape=to_bytes(folded.shape),
        longest=folded.longest,
    )


def count_part(lines: Lines, source: int) -> PartRead:
    """All values of a part, without a look into them. Raises `InputError`."""
    checksum = line_checksum(source)
    values = total_bytes = total = 0
    for _, line in lines:
        values += 1
        total_bytes += len(line)
        total += checksum(line)
    return PartRead(
        values=values, lines=lines.lines_read, line_bytes=total_bytes, checksum=total % _CHECKSUMS
    )


def combine(into: Folded, part: PartRead, number: int) -> None:
    """Adds the folded part of this number, in any order of parts, but for `longest`. Raises
    `TooManyFieldsError`."""
    combine_shapes(into.shape, from_bytes(part.shape, number))
    into.bytes += part.line_bytes
    into.checksum += part.checksum
