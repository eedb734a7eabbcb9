"""The tables of a results file, as they are written today."""

from __future__ import annotations

from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

from serbench.results.rows import Row

# The version of the file that is written. Those before it can be read as they are; writing brings
# them up to it.
# 1: no studies, and `cells` without the library, format, traits, ties and peak memory of a row.
# 2: samples without their time and processor; ties as groups; no round trip; runs without tag,
# note and host.
FILE_VERSION = 3

TABLES = Path(__file__).with_name("tables.sql")
_COLUMN_TYPES = {str: "VARCHAR", float: "DOUBLE", int: "BIGINT", bool: "BOOLEAN"}


def row_columns() -> dict[str, str]:
    """A column of DuckDB for every field of `Row`, in their order."""
    return {name: _column_type(hint) for name, hint in get_type_hints(Row).items()}


def _column_type(hint: Any) -> str:
    """The column for a field of that type: a class, a tuple of texts, a choice of texts, or one of
    these or None."""
    if hint in _COLUMN_TYPES:
        return _COLUMN_TYPES[hint]
    kinds = [kind for kind in get_args(hint) if kind is not NoneType and kind is not ...]
    if kinds[0] not in _COLUMN_TYPES:  # a literal: its values are texts
        return "VARCHAR"
    return _COLUMN_TYPES[kinds[0]] + ("[]" if ... in get_args(hint) else "")
