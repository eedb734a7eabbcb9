"""Results files that went wrong on purpose: bytes as no disk makes them, since their checksums are
right, and values that serbench never writes.

`mutations` gives the same files for the same seed. A file of DuckDB is three headers of 4 KiB (the
file's and two of the database, which are written in turn) and blocks; each begins with the checksum
of the rest, https://duckdb.org/docs/stable/internals/storage.
"""

from __future__ import annotations

import functools
import json
import random
import shutil
import struct
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np

from serbench import api, cli
from serbench.errors import UserError
from serbench.results import checks, provenance
from serbench.results.store import Store
from tests.results.made import Made, make

# The least that DuckDB takes: a file is small, and a mutation meets something.
BLOCK = 1 << 14
HEADER = 1 << 12
_HEADERS = 3 * HEADER
_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)

# Of other commands than `run`: what a run has in the tables of its own.
_OTHERS = {
    "i": ({"interop": True}, {"interop_cells": "'log','json','cpp/a','cpp/b','differs',5,1,'',"
        "'.a','1','2',''", "interop_lacks": "'log','json','cpp/c','','refused'"}),
    "r": ({"robustness": True, "cases": 10, "seed": 0}, {
        "robustness": "'log','cpp/cereal','2.0',10,'{\"flip\":{\"refused\":10}}',0.5,'','[]',''",
        "robustness_kept": "'log','cpp/cereal','crashed','flip',3,'SIGSEGV','\\x00'::BLOB,-1"}),
    "e": ({"evolution": True}, {
        "evolution_cells": "'log','cpp/cereal','','add','.a','x','old to new','kept',5,5,"
        "'','','',''",
        "evolution_unproven": "'log','cpp/b','add','failed: it does not build'"}),
    "p": ({"footprint": True}, {
        "footprints": "'log','cpp/cereal',5000,4000,NULL,NULL,0.5,1,NULL,NULL,NULL,''"}),
    "c": ({"census": ["a.jsonl"], "globs": [], "operations": ["serialize"]}, {
        "census_chunks": "0,100,5,100,1000,90,'00000000000000ff'",
        "census_found": "'cpp/cereal',0,5,100,0,1,0,0,0,0",
        "census_failures": "'cpp/cereal','cannot-hold','a.jsonl','line',3,'.a','1','2','no'"}),
    "f": ({"files": "log", "count": 5, "threads": 1, "block_bytes": 4096, "fsync": "end",
        "repeats": 1}, {
        "file_samples": "'log','cpp/cereal','1','write','total',0,5,100,1000,500,500,false",
        "file_endings": "'log','cpp/b','write','failed','SIGSEGV'",
        "file_memory": "'log','cpp/cereal','1',100000", "file_fio": "'write',1e9"}),
    "s": ({"study": "goser", "size": "small", "iterations": 1, "repetitions": 1,
        "seed": 0}, {
        "study_rows": "'log','serialize::json','rust/rustc-serialize-json','[\"serialize\"]'",
        "study_verdicts": "'log','serialize::json','measured','',100",
        "study_samples": "'log','serialize::json','serialize',0,1000,10,10"}),
}  # fmt: skip
_ONCE = {
    "working_sets": "'log','built-in',5,10.0,'d','s',3.0",
    "codecs": "'log','cpp/cereal','cpp','cereal','2.0','cereal','[]','','','','[]','{}','',"
    "'2024-02-29'",
    "verdicts": "'log','cpp/cereal','measured','',100",
    "allocations": "'log','cpp/cereal','encode',5,5,100",
    "memory": "'log','cpp/cereal',100000",
    "sizes": "'log','cpp/cereal',10.0,9.0,5",
    "endings": "'log','cpp/cereal','decode','failed','SIGSEGV'",
}
_RUNS = ("20261125-100000", "20261125-110000")
FLEET = "fleet-20261125-100000"
_VALUES = (
    "NULL", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "'nan'", "'inf'",
    "'-inf'", "1e308", "1e-320", "''", "'measured'", "'x'", "'{}'", "'[]'", "'null'", "'[null]'",
    "'{\"operations\": 3}'", "'{\"a\": {\"b\": \"c\"}}'", "repeat('x', 100000)",
    "chr(0)", "chr(27) || ']0;x'", "'\u202e\U0010ffff'", "true", "'infinity'", "'0001-01-01'",
    "repeat('[', 100000)", "'cpp/cereal'", "'serialize'", "'log'", "'%s%n'", "'../../x'",
)  # fmt: skip
_NUMBERS = (0, 1, 2, 7, 127, 128, 255, 256, 2047, 2048, 65535, 1 << 31, (1 << 32) - 1, 1 << 62)


def mutations(seed: int, count: int) -> Iterator[bytes]:
    """Files, each mutated in one to four places; in a third of them values, else bytes."""
    chance = random.Random(seed)
    base = honest()
    with TemporaryDirectory() as folder:
        for number in range(count):
            if chance.random() < 1 / 3:
                yield _with_other_values(base, chance, Path(folder) / f"{number}.duckdb")
            else:
                yield _with_other_bytes(base, chance)


@functools.cache
def honest() -> bytes:
    """A file with something in every table, as small as one can be."""
    with TemporaryDirectory() as folder:
        path, small = Path(folder) / "a.duckdb", Path(folder) / "b.duckdb"
        runs = make(path, Made(processes=2), Made(processes=2, factors={"cpp/cereal": 2.0}))
        run = _RUNS[0]
        with duckdb.connect(str(path)) as db:
            for id_, named in zip(runs, _RUNS, strict=True):
                for (table,) in db.execute(
                    "SELECT table_name FROM duckdb_columns() WHERE column_name = 'run' "
                    "AND NOT internal"
                ).fetchall():
                    db.execute(f"UPDATE {table} SET run = ? WHERE run = ?", [named, id_])
        with Store(path) as store:
            for id_, (settings, tables) in _OTHERS.items():
                _insert(store, id_, settings, {"working_sets": _ONCE["working_sets"], **tables})
                _insert(store, id_, None, {"codecs": _ONCE["codecs"]})
            cost = {"cost": run, "budget_s": 1.0, "precision": 0.01, "processes": 2}
            cost |= {"operations": ["serialize", "deserialize"], "seed": 0}
            _insert(store, "k", cost, {
                "cost_messages": "'log','cpp/cereal','d',5",
                "cost_sets": "'log, each','log','d','each',1.0",
                "working_sets": _ONCE["working_sets"],
            })  # fmt: skip
            _insert(store, run, None, {"workload_ends": "'log'"})
            store.execute("UPDATE runs SET fleet = ? WHERE run IN (?, ?)", [FLEET, *_RUNS])
            for table in ("allocations", "memory", "sizes", "endings"):
                _insert(store, run, None, {table: _ONCE[table]})
        with duckdb.connect() as db:
            db.execute(f"ATTACH '{path}' AS a (READ_ONLY)")
            db.execute(f"ATTACH '{small}' AS b (BLOCK_SIZE {BLOCK})")
            db.execute("COPY FROM DATABASE a TO b")
            db.execute("DETACH b")
        return small.read_bytes()


def _insert(store, run, settings, tables):
    if settings is not None:
        store.insert(
            "runs (run, started, seconds, status, serbench, command, settings, environment, kind)",
            run, "2026-11-25 10:00:00", 1.0, "finished", "0.1", "serbench", json.dumps(settings),
            '{"CPU": "fake"}', next(iter(settings)),
        )  # fmt: skip
    for table, values in tables.items():
        store.execute(f"INSERT INTO {table} VALUES (?, {values})", [run])


def checksum(data: bytes) -> int:
    """As DuckDB has it, of a multiple of eight bytes."""
    words = np.frombuffer(data, dtype="<u8")
    with np.errstate(over="ignore"):
        return 5381 ^ int(np.bitwise_xor.reduce(words * _MULTIPLIER))


def _parts(data: bytes | bytearray) -> list[tuple[int, int]]:
    """Where headers and blocks begin and end."""
    headers = [(at, at + HEADER) for at in range(0, _HEADERS, HEADER)]
    return headers + [(at, at + BLOCK) for at in range(_HEADERS, len(data), BLOCK)]


def _with_other_bytes(base: bytes, chance: random.Random) -> bytes:
    data = bytearray(base)
    # The first header that has the greater number of the two is the one that is read.
    headers, blocks = _parts(data)[:3], _parts(data)[3:]
    for _ in range(chance.randint(1, 4)):
        begin, end = chance.choice(headers) if chance.random() < 0.1 else chance.choice(blocks)
        used = len(data[begin:end].rstrip(b"\0"))
        at = begin + 8 + chance.randrange(max(used - 8, 1))
        kind = chance.randrange(6)
        if kind == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at] = chance.choice((0, 1, 127, 128, 255))
        elif kind == 2:
            format_ = chance.choice("BHIQ")
            size = struct.calcsize(format_)
            number = chance.choice(_NUMBERS) & ((1 << 8 * size) - 1)
            data[at : at + size] = struct.pack(f"<{format_}", number)
        elif kind == 3:
            size = chance.choice((1, 8, 64))
            of = _HEADERS + chance.randrange(len(data) - _HEADERS - size)
            data[at : at + size] = data[of : of + size]
        elif kind == 4:
            other = chance.choice(blocks)
            data[begin + 8 : end] = data[other[0] + 8 : other[0] + 8 + end - begin - 8]
        else:  # texts: numbers of rows and the like lie beside them
            size = chance.randint(1, 32)
            data[at : at + size] = chance.randbytes(size)
        del data[len(base) :]
    for begin, end in _parts(data):
        data[begin : begin + 8] = checksum(bytes(data[begin + 8 : end])).to_bytes(8, "little")
    if chance.random() < 0.05:
        del data[chance.randrange(len(data)) :]
    return bytes(data)


def _with_other_values(base: bytes, chance: random.Random, path: Path) -> bytes:
    path.write_bytes(base)
    with duckdb.connect(str(path)) as db:
        columns = db.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal"
        ).fetchall()
        for _ in range(chance.randint(1, 4)):
            table, column = chance.choice(columns)
            value = chance.choice(_VALUES)
            some = f"hash(rowid, {chance.randrange(1000)}) % {chance.choice((1, 2, 5))} = 0"
            statement = chance.choice(
                (
                    *([f'UPDATE {table} SET "{column}" = {value} WHERE {some}'] * 6),
                    f"DELETE FROM {table} WHERE {some}",
                    f"INSERT INTO {table} SELECT * FROM {table} WHERE {some}",
                    f'ALTER TABLE {table} DROP COLUMN "{column}"',
                    f'ALTER TABLE {table} ALTER "{column}" TYPE VARCHAR',
                    f"DROP TABLE {table}",
                )
            )
            try:
                db.execute(statement)
            except duckdb.Error:
                continue  # the value does not fit the column
    data = path.read_bytes()
    path.unlink()
    for left in path.parent.iterdir():
        left.unlink() if left.is_file() else shutil.rmtree(left)
    return data


def commands(path: Path, folder: Path) -> Iterator[list[str]]:
    """All that read a results file, without `serbench`. Pages go into the folder."""
    db, page = ["--db", str(path)], ["--html", str(folder / "report.html")]
    yield ["list", "runs", *db]
    for name in ((), (FLEET,), *((kind,) for kind in (*_OTHERS, "k"))):
        yield ["report", *name, *db, *page]
    yield ["history", "cpp/cereal", *db]
    yield ["compare", *_RUNS, *db]
    yield ["choose", *db]
    yield ["merge", str(path), "--db", str(folder / "merged.duckdb")]


def main(seed: int, count: int, every: int) -> None:
    """Looks through so many files and lets commands read each of so many that are let through, in
    this process; prints counts. Exit status 1, or the process's death, if a traceback would reach
    the user. A page takes seconds, and is written of the first only."""
    from serbench.commands import output

    let_through, faults, write_html = 0, [], output.write_html
    provenance.remember = lambda *_, **__: None  # type: ignore[assignment]
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "mutated.duckdb"
        for number, data in enumerate(mutations(seed, count)):
            path.write_bytes(data)
            try:
                checks.check(path)
            except Exception:  # the process that looks through a file says so in a line
                continue
            let_through += 1
            if let_through % every == 1 % every:
                output.write_html = write_html if let_through == 1 else lambda *_: None
                faults += [f"case {number}, {fault}" for fault in _faults(path, folder)]
    print(f"{count} files, {let_through} of them let through", *faults, sep="\n")
    sys.exit(bool(faults))


def _faults(path: Path, folder: Path) -> Iterator[str]:
    """What commands and `serbench.api` do with the file that is no message."""

    def admit(_):
        provenance.from_elsewhere.append(path)
        return False

    provenance.admit = admit
    for words in commands(path, folder):
        (folder / "merged.duckdb").unlink(missing_ok=True)
        sys.argv = ["serbench", *words]
        said = StringIO()
        try:
            with redirect_stdout(StringIO()), redirect_stderr(said):
                cli.main()
        except SystemExit as end:
            if end.code not in (0, 1, 2) or "Traceback" in said.getvalue():
                yield f"{words}: status {end.code}: {said.getvalue()}"
        except BaseException:
            yield f"{words}: {traceback.format_exc()}"
    try:
        api.load(db=path)
    except UserError:
        pass
    except BaseException:
        yield f"api.load: {traceback.format_exc()}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
