"""Files of values, whatever they are: lines of JSON, or a table's rows or documents as such."""

from __future__ import annotations

from pathlib import Path

from serbench.errors import UserError
from serbench.quoting import shown_file
from serbench.schema.at import Elements, parse_at
from serbench.schema.csv_files import CsvOptions
from serbench.schema.documents import is_avro, is_document
from serbench.schema.file_parts import FilePart
from serbench.schema.guarded import Brought, Guarded
from serbench.schema.line_ranges import LineRange
from serbench.schema.lines import Lines, iter_lines
from serbench.schema.remote_files import Location, location
from serbench.schema.tables import is_table

_NO_OPTIONS = CsvOptions()


def values_of(file: str | Path | FilePart, at: str = "", csv: CsvOptions = _NO_OPTIONS) -> Lines:
    """Those of a file, or of a part of one; see `serbench.schema.lines` and `.guarded`. With a path
    `at`, what stands there in each value (`serbench.schema.at`). Raises `UserError` for one that is
    none, or a file that brings its types."""
    part = file if isinstance(file, FilePart) else FilePart(str(file))
    path = part.location if isinstance(file, FilePart) else location(file)
    source: Lines
    if is_table(path) or is_document(path):
        source = Guarded(path, csv=csv, groups=part.groups)
    elif part.lines:
        source = LineRange(path, part.lines.begin, part.lines.end, part.lines.before)
    else:
        source = iter_lines(path)
    if not at:
        return source
    if brings_schema(path):
        raise UserError(
            f"{shown_file(path)}: --at is of JSON and of MessagePack, CBOR and BSON; a query leads "
            "into a table: --sql \"select unnest(items) from 'file.parquet'\""
        )
    return Elements(source, parse_at(at), part.elements_before)


def brings_schema(path: Location) -> bool:
    return is_table(path) or is_avro(path)


def brought(
    path: Location, name: str, unions: bool = False, csv: CsvOptions = _NO_OPTIONS
) -> Brought:
    """Of a file that brings its schema along; `unions` are made if asked for. Raises `InputError`,
    `UserError`."""
    return Guarded(path, name, unions, csv).brought()
