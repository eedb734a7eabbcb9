"""All kinds of files that are fuzzed, by their names."""

from __future__ import annotations

from tests.fuzz import (
    arrow,
    at,
    avro,
    bson,
    cbor,
    csv,
    duckdb_results,
    file_names,
    json_lines,
    messagepack,
    parquet,
    schemas,
)
from tests.fuzz.kind import Kind

_MODULES = (
    parquet,
    arrow,
    avro,
    cbor,
    messagepack,
    bson,
    json_lines,
    at,
    csv,
    duckdb_results,
    file_names,
)
_ALL = (*(module.KIND for module in _MODULES), *schemas.KINDS)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
