"""Files that are known, and those that are looked through first."""

import os
import shutil

import duckdb
import pytest

from serbench.results import provenance
from serbench.results.copying import copy_runs
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


def test_a_file_that_was_written_here_is_not_looked_through(path, looked):
    assert is_written_here(path)
    assert looked == []


def test_a_file_from_elsewhere_is_looked_through_once(path, looked, tmp_path):
    copy = shutil.copy(path, tmp_path / "copy.duckdb")
    assert not is_written_here(copy)
    assert not is_written_here(copy)
    assert looked == ["copy.duckdb"]


def test_a_file_in_the_place_of_a_known_one_is_looked_through(path, looked, tmp_path):
    """Though its size and time are the same."""
    other = shutil.copy(path, tmp_path / "other.duckdb")
    its = path.stat()
    path.write_bytes(other.read_bytes())
    os.utime(path, ns=(its.st_atime_ns, its.st_mtime_ns))
    assert not is_written_here(path)
    assert looked == ["mine.duckdb"]


def test_a_log_beside_a_known_file_is_looked_through(path, looked, tmp_path):
    """DuckDB does what the log says before the first query."""
    other = shutil.copy(path, tmp_path / "other.duckdb")
    with duckdb.connect(str(other)) as db:
        db.execute("PRAGMA disable_checkpoint_on_shutdown")
        db.execute("CREATE VIEW v AS SELECT 1")
    shutil.copy(tmp_path / "other.duckdb.wal", tmp_path / "mine.duckdb.wal")
    with pytest.raises(StoreError, match="the view 'v'"):
        is_written_here(path)
    assert looked == ["mine.duckdb"]


def test_what_is_written_into_a_file_from_elsewhere_does_not_make_it_ours(path, looked, tmp_path):
    copy = shutil.copy(path, tmp_path / "copy.duckdb")
    with Store(copy):
        pass
    assert not is_written_here(copy)
    assert looked == ["copy.duckdb"]


def test_a_file_is_ours_no_more_when_anothers_runs_are_copied_into_it(path, looked, tmp_path):
    make(tmp_path / "b.duckdb", Made(processes=2, factors={"cpp/cereal": 3.0}))
    copy_runs(path, tmp_path / "b.duckdb")
    assert is_written_here(path)
    shutil.copy(tmp_path / "b.duckdb", tmp_path / "c.duckdb")
    copy_runs(path, tmp_path / "c.duckdb")
    assert not is_written_here(path)
    assert looked == ["c.duckdb"]


def test_a_file_that_another_process_writes_is_said_to_be_in_use(path, monkeypatch):
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
def test_a_file_that_ends_the_process_or_hangs_it_is_refused(
    path, tmp_path, monkeypatch, code, why
):
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


def test_rows_that_do_not_fit_together_are_refused_in_a_file_from_elsewhere(tmp_path):
    from serbench.results.gathering import load_with_evidence

    path = tmp_path / "other.duckdb"
    path.write_bytes(mutated.honest())
    with duckdb.connect(str(path)) as db:
        db.execute("DROP TABLE memory")
    with pytest.raises(StoreError, match=r"does not fit together.*memory"):
        load_with_evidence(path)


def test_a_fault_of_ours_is_none_of_a_file_that_was_written_here(path):
    with pytest.raises(ZeroDivisionError), Store(path, read_only=True):
        _ = 1 / 0


def test_a_run_is_gone_on_with_only_where_it_was_begun(path, tmp_path, monkeypatch):
    with Store(path, read_only=True) as store:
        [run] = store.run_ids()
        store.check_begun_here(run, "serbench run FILE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another user's"))
    with (
        Store(path, read_only=True) as store,
        pytest.raises(StoreError, match=r"was not begun here.*serbench run FILE"),
    ):
        store.check_begun_here(run, "serbench run FILE")
