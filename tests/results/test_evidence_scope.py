import pytest

from serbench.measure.host import Host
from serbench.results.evidence_scope import claim, claim_of, claim_of_records
from serbench.results.store import Store
from tests.results.made import HERE, THERE, Made, make


@pytest.mark.parametrize(
    ("runs", "words", "limit"),
    [
        ([("a", HERE)], "one run on one host", "another run"),
        ([("a", HERE), ("a", HERE)], "one run on one host", "another run"),
        ([("a", HERE), ("b", HERE), ("c", HERE)], "3 runs on one host", "another processor"),
        ([("a", HERE), ("b", THERE), ("c", HERE)], "3 runs on 2 hosts", "these hosts"),
        # Two machines of one name are two.
        ([("a", Host("x", "1")), ("b", Host("x", "2"))], "2 runs on 2 hosts", "these hosts"),
        ([("a", Host("x")), ("b", Host("x"))], "2 runs on one host", "another processor"),
    ],
)
def test_how_far_a_claim_reaches(runs, words, limit):
    assert claim(runs).words == words
    assert limit in claim(runs).limit


def test_claim_of_a_results_file_counts_runs_and_hosts(tmp_path):
    ids = make(tmp_path / "r.duckdb", Made(), Made(), Made(host=THERE))
    with Store(tmp_path / "r.duckdb", read_only=True) as store:
        assert claim_of(store, ids[:1]).words == "one run on one host"
        assert claim_of(store, ids[:2]).words == "2 runs on one host"
        assert claim_of_records(store.runs()).words == "3 runs on 2 hosts"
