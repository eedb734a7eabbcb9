"""Files of values, whatever they are: lines of JSON, or a table's rows or documents as such."""

from __future__ import annotations

from pathlib import Path

from serbench.schema.csv_files import CsvOptions
from serbench.schema.documents import is_avro, is_document
from serbench.schema.guarded import Brought, Guarded
from serbench.schema.lines import Lines, iter_lines
from serbench.schema.tables import is_table

_NO_OPTIONS = CsvOptions()


def values_of(path: str | Path, csv: CsvOptions = _NO_OPTIONS) -> Lines:
    """See `serbench.schema.lines` and `.guarded`."""
    path = Path(path)
    return Guarded(path, csv=csv) if is_table(path) or is_document(path) else iter_lines(path)


def brings_schema(path: Path) -> bool:
    return is_table(path) or is_avro(path)


def brought(path: Path, name: str, unions: bool = False, csv: CsvOptions = _NO_OPTIONS) -> Brought:
    """Of a file that brings its schema along; `unions` are made if asked for. Raises `InputError`,
    `UserError`."""
    return Guarded(path, name, unions, csv).brought()
