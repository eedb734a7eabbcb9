from tests.results.made import THERE, Made, make


def test_merge_reports_outcome_of_each_run(serbench, tmp_path):
    [run] = make(tmp_path / "a.duckdb", Made())
    [other] = make(tmp_path / "b.duckdb", Made(host=THERE))
    done = serbench("merge", "a.duckdb", "b.duckdb", "a.duckdb")
    assert done.status == 0, done.err
    assert f"a.duckdb: {run} of Xeon-2c-1f3a" in done.err
    assert f"b.duckdb: {other} of EPYC-4c-22ab" in done.err
    assert f"a.duckdb: {run} is there already" in done.err
    assert "serbench.duckdb: 2 runs on 2 hosts" in done.err
    assert done.out == ""


def test_duplicate_run_id_is_renamed(serbench, tmp_path, monkeypatch):
    from serbench.results import store_writer

    class Frozen(store_writer.dt.datetime):
        @classmethod
        def now(cls, zone):
            return cls(2026, 11, 22, 10, 15, tzinfo=zone)

    monkeypatch.setattr(store_writer.dt, "datetime", Frozen)
    make(tmp_path / "a.duckdb", Made())
    make(tmp_path / "b.duckdb", Made(factors={"cpp/cereal": 2.0}))
    done = serbench("merge", "b.duckdb", "--db", "a.duckdb")
    assert "20261122-101500 of Xeon-2c-1f3a, as 20261122-101500-2, since" in done.err


def test_missing_file_is_reported_before_merging(serbench, tmp_path):
    make(tmp_path / "a.duckdb", Made())
    done = serbench("merge", "a.duckdb", "b.duckdb")
    assert done.status == 2
    assert "b.duckdb: no such results file; nothing was merged" in done.err
    assert not (tmp_path / "serbench.duckdb").exists()
