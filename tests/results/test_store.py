"""The results file itself: its version, and files of earlier and later ones."""

import duckdb
import pytest

from serbench.results.load_report import load_with_evidence
from serbench.results.rows import Row
from serbench.results.store import Store, StoreError
from serbench.results.tables import FILE_VERSION, row_columns
from tests.results.conftest import catalogued
from tests.results.test_analysis import Bench


@pytest.fixture
def path(tmp_path):
    """A file with one run of one codec."""
    bench = Bench(tmp_path / "results.duckdb")
    bench.codec("cpp/a")
    bench.rounds({("cpp/a", "encode"): 100.0})
    _, result = bench.rows()
    bench.store.add_cells(result.rows)
    bench.store.__exit__()
    return tmp_path / "results.duckdb"


@pytest.fixture
def earlier(path):
    """The same as version 1 had it: no studies, and fewer columns of `cells`."""
    with duckdb.connect(str(path)) as db:
        for table in ("study_rows", "study_verdicts", "study_samples"):
            db.execute(f"DROP TABLE {table}")
        for column in (
            "library", "version", "format", "traits", "peak_rss_bytes", "slower_than",
            "same_as",
        ):  # fmt: skip
            db.execute(f"ALTER TABLE cells DROP COLUMN {column}")
        db.execute("UPDATE layout SET version = 1")
    return path


def columns(path):
    with duckdb.connect(str(path), read_only=True) as db:
        return {name: kind for name, kind, *_ in db.execute("DESCRIBE cells").fetchall()}


def test_cells_have_a_column_for_every_field_of_a_row(path):
    assert len(row_columns()) == len(Row.__struct_fields__)
    found = columns(path)
    assert set(found) == set(row_columns())
    assert (found["median_ns"], found["samples"], found["status"], found["traits"]) == (
        "DOUBLE", "BIGINT", "VARCHAR", "VARCHAR[]",
    )  # fmt: skip


def test_earlier_file_is_read_unchanged(earlier):
    before = columns(earlier)
    result, evidence = load_with_evidence(earlier)
    assert {r.operation for r in result.rows if r.time_ns} == {"encode", "serialize"}
    assert len(evidence.samples) == 1
    assert columns(earlier) == before


def test_an_earlier_file_is_brought_up_to_date_by_writing(earlier):
    with Store(earlier) as store:
        assert store.rows_of("study_rows", "x") == []
    assert set(columns(earlier)) == set(row_columns())
    result, _ = load_with_evidence(earlier)
    with Store(earlier) as store:
        store.add_cells(result.rows)
        stored = store._rows("SELECT library, median_ns FROM cells WHERE operation = 'encode'")
    assert [library for library, _ in stored] == [None, "fake"]
    with Store(earlier, read_only=True) as store:
        assert store._rows("SELECT version FROM layout") == [(FILE_VERSION,)]


def test_a_later_file_is_refused_in_one_line_and_left_alone(path):
    with duckdb.connect(str(path)) as db:
        db.execute("UPDATE layout SET version = 99")
        db.execute("DROP TABLE study_rows")
    for read_only in (True, False):
        with pytest.raises(StoreError, match=r"by a later serbench \(file version 99") as caught:
            Store(path, read_only=read_only)
        assert "\n" not in str(caught.value)
    with duckdb.connect(str(path), read_only=True) as db:
        tables = db.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    assert ("study_rows",) not in tables


def test_foreign_database_is_rejected(tmp_path):
    with duckdb.connect(str(tmp_path / "other.duckdb")) as db:
        db.execute("CREATE TABLE t (a INTEGER)")
    with pytest.raises(StoreError, match="not a results file of serbench"):
        Store(tmp_path / "other.duckdb", read_only=True)


def test_reference_is_taken_from_the_file(tmp_path):
    """Whatever today's sources call one."""
    bench = Bench(tmp_path / "results.duckdb")
    for name, traits in (("rust/serde-json", ()), ("rust/gone", ("reference",))):
        bench.codec(name, codec=catalogued(name, traits))
    bench.rounds({("rust/serde-json", "encode"): 200.0, ("rust/gone", "encode"): 100.0})
    rows, _ = bench.rows()
    bench.store.__exit__()
    assert rows["rust/serde-json", "encode"].reference == "rust/gone"


def test_file_and_log_are_readable_only_by_the_user(tmp_path):
    path = tmp_path / "new.duckdb"
    with Store(path) as store:
        for run in ("one", "two"):  # the log is there again after it was taken in
            store.begin_run("0", run, {}, {})
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
            assert modes == {"new.duckdb": 0o600, "new.duckdb.wal": 0o600}
            store.execute("CHECKPOINT", ())


def test_interrupt_during_a_query_is_an_interrupt(path, monkeypatch):
    class Interrupted:
        def execute(self, query, parameters):
            raise RuntimeError("Query interrupted")  # as DuckDB has it

    with Store(path, read_only=True) as store, monkeypatch.context() as patched:
        patched.setattr(store, "_db", Interrupted())
        with pytest.raises(KeyboardInterrupt):
            store.runs()


def test_former_name_of_a_stored_trait_is_understood(path):
    with Store(path) as store:
        store.execute("UPDATE codecs SET traits = ?", ['["binary", "limit"]'])
        run = store.latest_run()
        [facts] = store.working_sets(run)
        [codec] = store.codecs(run, facts.name)
    assert codec.traits == ("binary", "hand-written")


def test_codecs_that_another_compiler_compiled_are_named(tmp_path):
    bench = Bench(tmp_path / "results.duckdb")
    for name in ("cpp/a", "cpp/b", "cpp/c", "rust/a"):
        bench.codec(name)
    bench.store.execute(
        "UPDATE codecs SET compiler = 'clang++ 19.1.7 with libc++' WHERE codec = 'cpp/b'", []
    )
    toolchains = bench.store.toolchains(bench.store.latest_run())
    bench.store.__exit__()
    assert toolchains == {
        "cpp toolchain": "cc 1, -O3, system",
        "toolchain of cpp/b": "clang++ 19.1.7 with libc++, -O3, system",
        "rust toolchain": "cc 1, -O3, system",
    }
