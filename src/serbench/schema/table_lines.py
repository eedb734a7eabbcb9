"""The rows of a table as lines of JSON, whichever library reads it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, NoReturn, Protocol

from serbench.schema.errors import InputError
from serbench.schema.lines import Lines
from serbench.schema.model import Schema
from serbench.schema.nonfinite import line_of
from serbench.schema.remarks import Remark
from serbench.schema.remote_files import Location


class ReadTable(Protocol):
    """What a library says of a table: `rows` are how many there are, `remarks` what was mapped to
    what, `places` the paths that records stand at, `values` canonical but for the fields' order."""

    rows: int
    schema: Schema
    remarks: tuple[Remark, ...]
    places: dict[str, tuple[str, ...]]

    def values(self) -> Iterator[dict[str, Any]]: ...


class TableLines(Lines):
    """See `serbench.schema.lines`. `unit` is "row"; the schema is called `name`."""

    with_nonfinite = True

    def __init__(self, path: Location, name: str) -> None:
        super().__init__(path)
        self.unit = "row"
        self.name = name
        self._done = 0

    @property
    @abstractmethod
    def table(self) -> ReadTable:
        """Raises `InputError` for what the library cannot read, or a value that no schema has."""

    def progress(self) -> tuple[int, int]:
        return self._done, self.table.rows

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        self._done = 0
        for row in self.table.values():
            self._done += 1
            yield self._done, line_of(row)
        if not self._done:
            raise self.fail("it has no rows", "give a table with some")

    def refuse(self, cause: str, next_step: str, path: str = "") -> NoReturn:
        raise InputError(self.path, cause, next_step, path=path)
