"""Files of values, whatever they are: lines of JSON, or a table's rows or documents as such."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serbench.schema.documents import Documents, avro_schema, is_avro, is_document
from serbench.schema.foreign import read_avro
from serbench.schema.lines import Lines, iter_lines
from serbench.schema.model import Schema
from serbench.schema.tables import is_table, rows_of


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file says of its values' types: `places` are the paths that records stand at, if that
    is known; `warnings` say what was mapped to what."""

    schema: Schema
    warnings: tuple[str, ...]
    values: int
    places: dict[str, tuple[str, ...]]


def values_of(path: str | Path) -> Lines:
    """See `serbench.schema.lines`, `.tables` and `.documents`."""
    path = Path(path)
    if is_table(path):
        return rows_of(path)
    return Documents(path) if is_document(path) else iter_lines(path)


def brings_schema(path: Path) -> bool:
    return is_table(path) or is_avro(path)


def brought(path: Path, name: str, unions: bool = False) -> Brought:
    """Of a file that brings its schema along; `unions` are made if asked for. Raises `InputError`,
    `UserError`."""
    if is_table(path):
        table = rows_of(path, name).table
        return Brought(table.schema, table.warnings, table.rows, table.places)
    schema, warnings = read_avro(path, name, avro_schema(path), unions)
    return Brought(schema, warnings, sum(1 for _ in Documents(path)), {})
