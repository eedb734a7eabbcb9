import duckdb
import pytest

from serbench.results.analysis import analyse
from serbench.results.import_runs import copy_runs
from serbench.results.store import Store, StoreError
from tests.results.made import THERE, Made, make


def runs(path):
    with Store(path, read_only=True) as store:
        return [run.run for run in store.runs()]


def figures(path, run):
    with Store(path, read_only=True) as store:
        return [(r.codec, r.operation, r.time_ns, r.high_ns) for r in analyse(store, run).rows]


@pytest.fixture
def mine(tmp_path):
    make(tmp_path / "mine.duckdb", Made(tag="here"))
    return tmp_path / "mine.duckdb"


@pytest.fixture
def other(tmp_path):
    path = tmp_path / "it's other.duckdb"
    make(path, Made(tag="there", host=THERE, factors={"cpp/cereal": 1.2}))
    return path


def rename(path, run, new):
    with duckdb.connect(str(path)) as db:
        for (table,) in db.execute(
            "SELECT table_name FROM duckdb_columns() WHERE column_name = 'run' AND NOT internal"
        ).fetchall():
            db.execute(f"UPDATE {table} SET run = ? WHERE run = ?", [new, run])


def test_runs_are_copied_whole_and_once(mine, other):
    rename(other, *runs(other), "theirs")
    before = figures(other, "theirs")
    [copied] = copy_runs(mine, other)
    assert (copied.as_run, copied.there) == ("theirs", False)
    assert figures(mine, "theirs") == before
    with Store(mine, read_only=True) as store:
        assert {r.tag: r.host for r in store.runs()}["there"] == THERE
        assert len(store.rows_of("cells", "theirs")) == 12
        assert len(store.samples("theirs", "log")["ns"]) == 240
    [again] = copy_runs(mine, other)
    assert (again.as_run, again.there) == ("theirs", True)
    assert len(runs(mine)) == 2


def test_duplicate_id_of_another_run_gets_a_number(mine, other):
    [run] = runs(mine)
    rename(other, *runs(other), run)
    before = figures(mine, run)
    for there in (False, True):
        [copied] = copy_runs(mine, other)
        assert (copied.record.run, copied.as_run, copied.there) == (run, f"{run}-2", there)
    assert figures(mine, run) == before
    assert figures(mine, f"{run}-2") == figures(other, run)


def test_runs_are_copied_into_a_new_file(tmp_path, mine):
    copy_runs(tmp_path / "new.duckdb", mine)
    assert runs(tmp_path / "new.duckdb") == runs(mine)


def test_a_file_of_an_earlier_version(mine, other):
    rename(other, *runs(other), "theirs")
    with duckdb.connect(str(other)) as db:
        db.execute("UPDATE layout SET version = 1")
        for column in ("tag", "note", "host", "host_id", "kind"):
            db.execute(f"ALTER TABLE runs DROP COLUMN {column}")
        for table in ("study_rows", "study_verdicts", "study_samples"):
            db.execute(f"DROP TABLE {table}")
        db.execute("ALTER TABLE samples DROP COLUMN processor")
    assert not copy_runs(mine, other)[0].there
    assert copy_runs(mine, other)[0].there
    with duckdb.connect(str(mine), read_only=True) as db:
        assert db.execute("SELECT kind FROM runs").fetchall() == [("run",), ("run",)]
    assert figures(mine, "theirs") == figures(other, "theirs")


def test_missing_invalid_or_later_file_is_rejected(mine, other, tmp_path):
    with pytest.raises(StoreError, match="merged into; name another"):
        copy_runs(mine, mine)
    with pytest.raises(StoreError, match="no such results file"):
        copy_runs(mine, tmp_path / "none.duckdb")
    (tmp_path / "text.duckdb").write_text("hello " * 1000)
    with pytest.raises(StoreError, match="not a results file"):
        copy_runs(mine, tmp_path / "text.duckdb")
    with duckdb.connect(str(other)) as db:
        db.execute("UPDATE layout SET version = 99")
    with pytest.raises(StoreError, match="later serbench"):
        copy_runs(mine, other)


def test_failed_copy_leaves_no_runs(mine, other, monkeypatch):
    from serbench.results import import_runs

    make(other, Made())
    monkeypatch.setattr(import_runs, "_same", lambda *_: False)
    copied = []

    def fail(db, run, as_run, copy=import_runs._copy):
        if copied:
            raise duckdb.IOException("disk full")
        copied.append(copy(db, run, as_run))

    monkeypatch.setattr(import_runs, "_copy", fail)
    before = runs(mine)
    with pytest.raises(StoreError, match=r"disk full\); nothing of it was copied"):
        copy_runs(mine, other)
    assert runs(mine) == before
