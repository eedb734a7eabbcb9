"""Results files: bytes of DuckDB's blocks whose checksums are right again, and what tables say."""

from __future__ import annotations

import functools
import random
import struct
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

from tests.fuzz.kind import Kind
from tests.fuzz.mutation import NUMBERS, any_bytes, one_of, patched, text

_HEADER_BYTES, _HEADERS, _BLOCK_BYTES = 1 << 12, 3, 1 << 14
_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
_TYPES = ("VARCHAR", "BIGINT", "DOUBLE", "BLOB", "DATE", "INTEGER[]", "STRUCT(a INTEGER)", "JSON")


def read_results(path: Path) -> None:
    """`serbench report --db FILE` and `serbench merge FILE`, but for the page, whose charts take
    ten times as long as all else."""
    from serbench.commands import output
    from serbench.commands.merge import merge
    from serbench.report.table import View
    from serbench.results.load_report import load_with_evidence

    result, _ = load_with_evidence(path, ())
    output.show(result, "table", View())
    output.show(result, "json")
    output.show(result, "markdown")
    output.show(result, "csv")
    own = Path("own.duckdb")
    try:
        merge([path], own)
    finally:
        own.unlink(missing_ok=True)


def seeds() -> list[bytes]:
    """With blocks as small as they can be, so that a mutation meets something."""
    import duckdb

    from tests.results.made import Made, make

    with tempfile.TemporaryDirectory() as folder:
        path, small = Path(folder) / "a.duckdb", Path(folder) / "b.duckdb"
        make(path, Made(processes=2), Made(processes=2, factors={"cpp/cereal": 2.0}))
        with duckdb.connect() as db:
            db.execute(f"ATTACH '{path}' AS a (READ_ONLY)")
            db.execute(f"ATTACH '{small}' AS b (BLOCK_SIZE {_BLOCK_BYTES})")
            db.execute("COPY FROM DATABASE a TO b")
        return [small.read_bytes()]


def checksum(data: bytes) -> int:
    """Of a part without the 8 bytes that hold it; of whole words."""
    with np.errstate(over="ignore"):
        words = np.frombuffer(data[: len(data) // 8 * 8], "<u8") * _MULTIPLIER
    return int(np.bitwise_xor.reduce(words)) ^ 5381


def parts(data: bytes) -> list[tuple[int, int]]:
    """Where headers and blocks begin and end."""
    first = _HEADER_BYTES * _HEADERS
    headers = [(at, at + _HEADER_BYTES) for at in range(0, first, _HEADER_BYTES)]
    whole = range(first, len(data) - _BLOCK_BYTES + 1, _BLOCK_BYTES)
    return headers + [(at, at + _BLOCK_BYTES) for at in whole]


def sealed(data: bytes, start: int, end: int) -> bytes:
    """With the checksum of a part as it is now."""
    return patched(data, start, struct.pack("<Q", checksum(data[start + 8 : end])))


def _in_part(rng: random.Random, data: bytes) -> bytes:
    used = [part for part in parts(data) if any(data[part[0] + 8 : part[1]])]
    start, end = rng.choice(used)
    for _ in range(rng.choice((1, 1, 3, 20))):
        places = [at for at in range(start + 8, end) if data[at]]
        at = rng.choice(places) if places else start + 8
        new = rng.choice((bytes([rng.randrange(256)]), b"\xff" * 4, b"\0" * 8, rng.randbytes(8)))
        data = patched(data, at, new[: end - at])
    return sealed(data, start, end)


def _by_sql(rng: random.Random, data: bytes) -> bytes:
    """What another one's file may hold: other values, types, views, nothing, very much."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.duckdb"
        path.write_bytes(data)
        with duckdb.connect(str(path)) as db:
            columns = db.execute(
                "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal"
            ).fetchall()
            table, column, type_ = rng.choice(columns)
            said = text(rng).replace("'", "''").replace("\0", "")
            value = f"'{said}'" if type_ == "VARCHAR" else str(rng.choice(NUMBERS))
            order = rng.choice((
                f'UPDATE "{table}" SET "{column}" = {value}',
                f'UPDATE "{table}" SET "{column}" = {value}',
                f'UPDATE "{table}" SET "{column}" = NULL',
                f'ALTER TABLE "{table}" DROP COLUMN "{column}"',
                f'ALTER TABLE "{table}" ALTER "{column}" TYPE {rng.choice(_TYPES)}',
                f'DROP TABLE "{table}"',
                f'DELETE FROM "{table}"',
                f'INSERT INTO "{table}" FROM "{table}"',
                f'ALTER TABLE "{table}" RENAME TO x; CREATE VIEW "{table}" AS FROM x',
                f'DROP TABLE "{table}"; CREATE VIEW "{table}" AS FROM range(1000000000)',
            ))  # fmt: skip
            with suppress(duckdb.Error):  # a value that the column does not take
                db.execute(order)
        return path.read_bytes()


KIND = Kind(
    "results",
    ".duckdb",
    functools.cache(seeds),
    one_of((6, _in_part), (5, _by_sql), (1, any_bytes)),
    read=read_results,
)
