"""Files that are known, and those that are looked through first."""

import os
import shutil

import duckdb
import pytest

from serbench.results import provenance
from serbench.results.import_runs import copy_runs
from serbench.results.store import Store, StoreError
from tests.results import mutated
from tests.results.made import Made, make


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def looked(monkeypatch):
    """The files that a process looked through."""
    paths = []

    def look(path, through=provenance._looked_through):
        paths.append(path.name)
        return through(path)

    monkeypatch.setattr(provenance, "_looked_through", look)
    return paths


@pytest.fixture
def path(tmp_path):
    make(tmp_path / "mine.duckdb", Made(processes=2))
    return tmp_path / "mine.duckdb"


def is_written_here(path):
    with Store(path, read_only=True) as store:
        return store.is_written_here


def test_file_written_here_is_not_checked(path, looked):
    assert is_written_here(path)
    assert looked == []


def test_foreign_file_is_checked_once(path, looked, tmp_path):
    copy = shutil.copy(path, tmp_path / "copy.duckdb")
    assert not is_written_here(copy)
    assert not is_written_here(copy)
    assert looked == ["copy.duckdb"]


def test_file_replacing_a_known_one_is_checked(path, looked, tmp_path):
    """Though its size and time are the same."""
    other = shutil.copy(path, tmp_path / "other.duckdb")
    stat = path.stat()
    path.write_bytes(other.read_bytes())
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert not is_written_here(path)
    assert looked == ["mine.duckdb"]


def test_log_beside_a_known_file_is_checked(path, looked, tmp_path):
    """DuckDB does what the log says before the first query."""
    other = shutil.copy(path, tmp_path / "other.duckdb")
    with duckdb.connect(str(other)) as db:
        db.execute("PRAGMA disable_checkpoint_on_shutdown")
        db.execute("CREATE VIEW v AS SELECT 1")
    shutil.copy(tmp_path / "other.duckdb.wal", tmp_path / "mine.duckdb.wal")
    with pytest.raises(StoreError, match="the view 'v'"):
        is_written_here(path)
    assert looked == ["mine.duckdb"]


def test_foreign_file_stays_foreign_after_writing(path, looked, tmp_path):
    copy = shutil.copy(path, tmp_path / "copy.duckdb")
    with Store(copy):
        pass
    assert not is_written_here(copy)
    assert looked == ["copy.duckdb"]


def test_own_file_becomes_foreign_after_copying_foreign_runs(path, looked, tmp_path):
    make(tmp_path / "b.duckdb", Made(processes=2, factors={"cpp/cereal": 3.0}))
    copy_runs(path, tmp_path / "b.duckdb")
    assert is_written_here(path)
    shutil.copy(tmp_path / "b.duckdb", tmp_path / "c.duckdb")
    copy_runs(path, tmp_path / "c.duckdb")
    assert not is_written_here(path)
    assert looked == ["c.duckdb"]


def test_file_written_by_another_process_is_reported_in_use(path, monkeypatch):
    monkeypatch.setattr(
        provenance, "_looked_through", lambda _: provenance.Said(error="Could not set lock on it")
    )
    path.touch()
    with pytest.raises(StoreError, match="another process is using it"):
        is_written_here(path)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import os; os.kill(os.getpid(), 11)", "damaged: DuckDB ends by SIGSEGV"),
        ("import os; os.abort()", "damaged: DuckDB ends by SIGABRT"),
        ("raise SystemExit(3)", "damaged: DuckDB ends with status 3"),
        ("while True: pass", "does not come to an end"),
        ("import time; time.sleep(60)", "does not come to an end"),
        ("bytes(4 << 30)", "damaged: DuckDB ends with status 1"),
    ],
)
def test_file_crashing_or_hanging_the_check_is_rejected(path, tmp_path, monkeypatch, code, why):
    (tmp_path / "serbench/results").mkdir(parents=True)
    for folder in ("serbench", "serbench/results"):
        (tmp_path / folder / "__init__.py").touch()
    source = provenance.Path(provenance.__file__).with_name("checks.py").read_text()
    limits = source[source.index("def _limit(") : source.index("if __name__")]
    (tmp_path / "serbench/results/checks.py").write_text(
        f"import resource, sys\nfrom contextlib import suppress\n{limits}\n"
        f"_limit(int(sys.argv[2]), int(sys.argv[3]))\n{code}\n"
    )
    monkeypatch.setattr(provenance.serbench, "__file__", str(tmp_path / "serbench/__init__.py"))
    monkeypatch.setattr(provenance, "_BASE_S", 1)
    monkeypatch.setattr(provenance, "_WHOLE_TIMES", 2)
    path.touch()
    with pytest.raises(StoreError, match=why):
        is_written_here(path)


def test_inconsistent_rows_in_foreign_file_are_rejected(tmp_path):
    from serbench.results.load_report import load_with_evidence

    path = tmp_path / "other.duckdb"
    path.write_bytes(mutated.honest())
    with duckdb.connect(str(path)) as db:
        db.execute("DROP TABLE memory")
    with pytest.raises(StoreError, match=r"does not fit together.*memory"):
        load_with_evidence(path)


def test_internal_error_is_not_blamed_on_a_file_written_here(path):
    with pytest.raises(ZeroDivisionError), Store(path, read_only=True):
        _ = 1 / 0


def test_resume_of_run_begun_elsewhere_is_rejected(path, tmp_path, monkeypatch):
    with Store(path, read_only=True) as store:
        [run] = store.run_ids()
        store.check_begun_here(run, "serbench run FILE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another user's"))
    with (
        Store(path, read_only=True) as store,
        pytest.raises(StoreError, match=r"was not begun here.*serbench run FILE"),
    ):
        store.check_begun_here(run, "serbench run FILE")
