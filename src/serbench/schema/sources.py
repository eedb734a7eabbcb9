"""Files of values, whatever they are: lines of JSON, or a table's rows or documents as such."""

from __future__ import annotations

from pathlib import Path

from serbench.schema.documents import is_avro, is_document
from serbench.schema.guarded import Brought, Guarded
from serbench.schema.lines import Lines, iter_lines
from serbench.schema.tables import is_table


def values_of(path: str | Path) -> Lines:
    """See `serbench.schema.lines` and `.guarded`."""
    path = Path(path)
    return Guarded(path) if is_table(path) or is_document(path) else iter_lines(path)


def brings_schema(path: Path) -> bool:
    return is_table(path) or is_avro(path)


def brought(path: Path, name: str, unions: bool = False) -> Brought:
    """Of a file that brings its schema along; `unions` are made if asked for. Raises `InputError`,
    `UserError`."""
    return Guarded(path, name, unions).brought()
