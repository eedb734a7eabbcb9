import pytest

from serbench.results.comparison import compare, locate
from serbench.results.store import Store, StoreError
from tests.results.made import COSTS, THERE, Made, make


def compared(tmp_path, a, b, **facts):
    path = tmp_path / "r.duckdb"
    one, other = make(path, a, b)
    return compare(locate(one, path), locate(other, path), **facts)


def verdicts(found):
    return {(r.codec, r.operation): r.verdict for r in found.rows}


def test_slower_cells_are_found_on_a_slower_machine(tmp_path):
    found = compared(tmp_path, Made(), Made(factors={"cpp/cereal": 1.2}, machine=1.05))
    slower = {key for key, verdict in verdicts(found).items() if verdict == "slower"}
    assert slower == {("cpp/cereal", "serialize"), ("cpp/cereal", "deserialize")}
    row = next(r for r in found.rows if r.codec == "cpp/cereal")
    assert row.ratio == pytest.approx(1.2, rel=0.02)
    assert row.ratio_low < row.ratio < row.ratio_high
    assert row.a_ns == pytest.approx(312, rel=0.02)
    assert row.b_ns == pytest.approx(312 * 1.2 * 1.05, rel=0.02)
    assert (row.a_processes, row.b_processes) == (5, 5)
    assert found.machine.estimate == pytest.approx(1.05, rel=0.001)
    assert not found.relative
    assert found.claim.words == "2 runs on one host"
    assert found.warnings == ()


def test_runs_of_different_hosts_are_compared_beside_their_middle(tmp_path):
    found = compared(tmp_path, Made(), Made(host=THERE, machine=0.5, factors={"rust/bincode": 0.8}))
    assert found.relative
    assert found.machine is None
    faster = {key for key, verdict in verdicts(found).items() if verdict == "faster"}
    assert faster == {("rust/bincode", "serialize"), ("rust/bincode", "deserialize")}
    assert found.claim.words == "2 runs on 2 hosts"


def test_too_few_cells_have_no_middle(tmp_path):
    with pytest.raises(StoreError, match=r"different hosts: .* 2 in common are too few"):
        compared(tmp_path, Made(), Made(host=THERE), codecs=["cereal"])


def test_operations_and_codecs_asked_for(tmp_path):
    found = compared(
        tmp_path, Made(), Made(), operations=["serialize"], codecs=["rust/*", "cereal"]
    )
    assert {(r.codec, r.operation) for r in found.rows} == {
        ("rust/bincode", "serialize"), ("rust/serde-json", "serialize"),
        ("cpp/cereal", "serialize"),
    }  # fmt: skip


def test_differences_of_runs_are_warned_of(tmp_path):
    found = compared(
        tmp_path, Made(status="interrupted"), Made(version="2.1", flags="-O2", machine=1.5)
    )
    said = "\n".join(found.warnings)
    assert "A was interrupted" in said
    assert "Library versions differ: 2.0 → 2.1 (cpp/handcoded, cpp/cereal," in said
    assert "Compilers' flags differ: -O3 → -O2" in said
    # Its kernel is another program then.
    assert "the machine has in common was not taken out" in said
    assert found.machine is None
    assert set(verdicts(found).values()) == {"slower"}


def test_incomparable_cells_are_listed_with_reason(tmp_path):
    found = compared(tmp_path, Made(codecs=tuple(COSTS)[:2]), Made(codecs=tuple(COSTS)[1:]))
    notes = {(r.codec, r.operation): r.note for r in found.rows if r.verdict == "not comparable"}
    assert notes["cpp/handcoded", "serialize"] == "not asked for in B"
    assert notes["rust/bincode", "serialize"] == "not asked for in A"
    assert ("cpp/cereal", "serialize") not in notes


def test_broken_codec_is_noted(tmp_path):
    path = tmp_path / "r.duckdb"
    one, other = make(path, Made(), Made())
    with Store(path) as store:
        store.execute(
            "UPDATE verdicts SET status = 'broken', note = 'value 3' "
            "WHERE run = ? AND codec = 'cpp/cereal'",
            [other],
        )
        store.execute("DELETE FROM samples WHERE run = ? AND codec = 'cpp/cereal'", [other])
    found = compare(locate(one, path), locate(other, path))
    assert {r.note for r in found.rows if r.codec == "cpp/cereal"} == {"broken: value 3 in B"}


def test_cells_without_quiet_moments_are_not_compared(tmp_path):
    found = compared(tmp_path, Made(), Made(loud=("cpp/cereal",), factors={"cpp/cereal": 3.0}))
    rows = [row for row in found.rows if row.codec == "cpp/cereal"]
    assert {row.verdict for row in rows} == {"not comparable"}
    assert {row.note for row in rows} == {"too few quiet moments in B"}
    (tmp_path / "all").mkdir()
    with pytest.raises(StoreError, match="quiet moments of the machine; measure again with a la"):
        compared(tmp_path / "all", Made(), Made(loud=tuple(COSTS)))


def test_runs_on_other_values_are_not_compared(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(StoreError, match="log on other values; measure again"):
        compared(tmp_path, Made(), Made(digest="other"))
    with pytest.raises(StoreError, match="no workload in common: log in A, tweet in B"):
        compared(elsewhere, Made(), Made(workload="tweet"))
    (tmp_path / "more").mkdir()
    with pytest.raises(StoreError, match="--op and --codec let through"):
        compared(tmp_path / "more", Made(), Made(), codecs=["none"])


def test_single_processes_are_not_told_apart_and_warned_of(tmp_path):
    found = compared(tmp_path, Made(processes=1), Made(processes=1, factors={"cpp/cereal": 2.0}))
    assert set(verdicts(found).values()) == {"not significant"}
    assert all(r.ratio_low is None and r.ratio_high is None for r in found.rows)
    assert "one process of each codec" in found.warnings[0]


def test_names_of_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "r.duckdb"
    first, second = make(path, Made(tag="old"), Made(tag="new"))
    other = tmp_path / "other.duckdb"
    [third] = make(other, Made(tag="old"))
    assert locate("old", path).record.run == first
    assert locate(second, path).record.run == second
    assert locate("r.duckdb", other).record.run == second
    assert locate("other.duckdb:old", path).record.run == third
    for name, said in (
        ("older", "r.duckdb: no run or tag 'older'; Did you mean 'old'"),
        ("other.duckdb:new", "other.duckdb: no run or tag 'new'"),
        ("none.duckdb", "none.duckdb: no such results file"),
        ("none.duckdb:new", "none.duckdb: no such results file"),
    ):
        with pytest.raises(StoreError, match=said):
            locate(name, path)
    with pytest.raises(StoreError, match="compared with itself"):
        compare(locate("new", path), locate("r.duckdb", path))


def test_only_runs_of_serbench_run_are_compared(tmp_path):
    path = tmp_path / "r.duckdb"
    with Store(path) as store:
        run = store.begin_run("0", "serbench study goser", {"study": "goser"}, {}, kind="study")
    with pytest.raises(StoreError, match="of `serbench study`; only runs of `serbench run`"):
        locate(run, path)
    with pytest.raises(StoreError, match="holds no run of `serbench run`"):
        locate(str(path), path)
    [measured] = make(path, Made())
    assert locate(str(path), path).record.run == measured
