import subprocess
import sys

import duckdb
import pytest

from serbench.results.database import connected, connected_with_other, in_memory
from tests.fuzz.duckdb_results import parts, sealed

READS = "SELECT content FROM read_text('{}')"


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("s3cret")
    return path


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "a.duckdb"
    duckdb.connect(str(path)).execute("CREATE TABLE t AS SELECT 1 AS a").close()
    return path


def opened(how, path, tmp_path):
    if how == "with another":
        other = tmp_path / "it's b.duckdb"
        duckdb.connect(str(other)).execute("CREATE TABLE u AS SELECT 2 AS b").close()
        return connected_with_other(path, other)
    return in_memory() if how == "in memory" else connected(path, read_only=how == "to read")


@pytest.mark.parametrize("how", ["to read", "to write", "with another", "in memory"])
def test_a_database_of_results_reaches_no_other_file(how, database, secret, tmp_path):
    with opened(how, database, tmp_path) as db:
        for forbidden in (
            READS.format(secret),
            f"ATTACH '{tmp_path / 'c.duckdb'}'",
            f"COPY (SELECT 1) TO '{tmp_path / 'c.csv'}'",
            "INSTALL httpfs",
            "SET enable_external_access = true",
            "SET autoload_known_extensions = true",
        ):
            with pytest.raises(duckdb.Error, match=r"disabled by config|Cannot change"):
                db.execute(forbidden).fetchall()


def test_rows_of_another_database_are_copied(database, tmp_path):
    with opened("with another", database, tmp_path) as db:
        db.execute("INSERT INTO t SELECT b FROM other.main.u")
    with connected(database, read_only=True) as db:
        assert db.execute("SELECT a FROM t ORDER BY a").fetchall() == [(1,), (2,)]


def test_memory_limit_exceeded_raises_and_leaves_no_file(database):
    with (
        connected(database, read_only=True) as db,
        pytest.raises(duckdb.OutOfMemoryException),
    ):
        db.execute("SELECT count(DISTINCT range) FROM range(100_000_000)").fetchall()
    assert [path.name for path in database.parent.iterdir()] == [database.name]


def test_largest_value_of_a_column_misstated_by_the_file_is_not_believed(tmp_path):
    """DuckDB answers from what the file says of a column where it may."""
    path = tmp_path / "a.duckdb"
    with duckdb.connect(str(path)) as db:
        db.execute("CREATE TABLE t AS SELECT if(i = 9, 1500000000, i) AS ns FROM range(99) AS r(i)")
    # As the file keeps the largest, in base 128 with the smallest digits first.
    largest, misstated = b"\x80\xde\xa0\xcb\x05", b"\x80\xc6\x86\x8f\x01"
    data = path.read_bytes()
    for start, end in parts(data):
        if largest in data[start:end]:
            changed = data[start:end].replace(largest, misstated)
            data = sealed(data[:start] + changed + data[end:], start, end)
    path.write_bytes(data)
    asked = "SELECT bool_or(ns > 1400000000) FROM t"
    with duckdb.connect(str(path), read_only=True) as db:
        assert db.execute(asked).fetchone() == (False,)
    with connected(path, read_only=True) as db:
        assert db.execute(asked).fetchone() == (True,)


def test_a_slow_query_draws_no_progress_bar_where_python_has_no_main_file():
    program = """
from serbench.results.database import in_memory
with in_memory() as db:
    print(db.execute("SELECT current_setting('enable_progress_bar')").fetchall())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[(False,)]\n", "")
