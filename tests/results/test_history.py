import pytest

from serbench.results.history import load_history
from serbench.results.load_report import load_with_evidence
from serbench.results.store import StoreError
from tests.results.made import HERE, THERE, Made, make

OPERATIONS = ("serialize", "deserialize")
SLOWER = {"cpp/cereal": 1.1}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "r.duckdb"


def test_step_is_found_for_moved_ratio_and_not_for_moved_machine(path):
    ids = make(
        path,
        Made(), Made(tag="old"), Made(), Made(), Made(factors=SLOWER), Made(factors=SLOWER),
        Made(factors=SLOWER, machine=1.5), Made(factors=SLOWER, machine=1.5, tag="new"),
    )  # fmt: skip
    encode, decode = load_history(path, "cpp/cereal", OPERATIONS)
    assert (encode.operation, decode.operation) == OPERATIONS
    assert [p.run for p in encode.past] == ids
    assert [p.tag for p in encode.past if p.tag] == ["old", "new"]
    assert {(p.version, p.reference, p.host) for p in encode.past} == {
        ("2.0", "cpp/handcoded", HERE)
    }
    for series in (encode, decode):
        [step] = series.moved
        assert step.run == ids[4]
        assert step.low < 1.1 < step.high
    [other] = load_history(path, "bincode", ["serialize"])
    assert other.moved == ()
    # The page has it as well.
    _, evidence = load_with_evidence(path)
    assert {(m.codec, m.run) for m in evidence.moved} == {("cpp/cereal", ids[4])}


def test_ratio_of_another_host_is_not_a_step(path):
    faster = {"cpp/cereal": 0.7}
    make(
        path,
        *(Made() for _ in range(4)),
        *(Made(host=THERE, factors=faster, machine=0.5) for _ in range(4)),
    )
    [series] = load_history(path, "cereal", ["serialize"])
    assert series.moved == ()


def test_runs_on_other_values_are_told_and_left_out(path):
    ids = make(path, Made(digest="old"), Made(digest="old"), Made())
    [series] = load_history(path, "cereal", ["serialize"])
    assert ([p.run for p in series.past], series.others) == (ids[2:], 2)


def test_workloads_are_apart(path):
    make(path, Made(), Made(workload="tweet"))
    both = load_history(path, "cereal", ["serialize"])
    assert [s.workload for s in both] == ["log", "tweet"]
    [one] = load_history(path, "cereal", ["serialize"], "tweet")
    assert one.workload == "tweet"


def test_unknown_names_are_rejected_with_suggestions(path, tmp_path):
    make(path, Made())
    for arguments, said in (
        (("cerael", OPERATIONS), r"codec 'cerael'; Did you mean 'cereal'\? measured were: cpp/"),
        (("cereal", ["read"]), "no run measured read of cpp/cereal; measured were: serialize"),
        (("cereal", OPERATIONS, "logs"), r"workload 'logs'; there are: log\. Did you mean 'log'"),
    ):
        with pytest.raises(StoreError, match=said):
            load_history(path, *arguments)
    make(tmp_path / "empty.duckdb")
    with pytest.raises(StoreError, match="holds no run yet; `serbench run log`"):
        load_history(tmp_path / "empty.duckdb", "cereal", OPERATIONS)
