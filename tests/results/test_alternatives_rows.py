"""What alternatives are found from, of results files whose truth is known."""

import pytest

from serbench.footprint import Footprint
from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.proof.interop import InteropCell
from serbench.proof.robustness import Robustness
from serbench.results.alternatives import Hostile
from serbench.results.alternatives_rows import load_known, measured_codecs, runs_with
from serbench.results.footprint_rows import FootprintRecorder
from serbench.results.interop_rows import InteropRecorder
from serbench.results.robustness_rows import RobustnessRecorder
from serbench.results.store import Store
from tests.results.made import COSTS, Made, make, make_once
from tests.results.test_analysis import FACTS
from tests.results.test_choice_rows import CODECS, A, B, proof


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "r.duckdb"
    make_once(path, Made(codecs=CODECS))
    return path


def known(db):
    with Store(db, read_only=True) as store:
        found, _ = load_known(store, store.run_ids()[0], "log")
        return found


def test_measured_codecs_have_the_latest_run_that_holds_them(db):
    make(db, Made(codecs=(A,)))
    with Store(db, read_only=True) as store:
        first, second = store.run_ids()
        assert measured_codecs(store) == {**dict.fromkeys(CODECS, first), A: second}


def test_runs_of_proofs_measure_no_codec(db):
    store, _ = proof(db, "interop", codecs=("go/msgp",))
    with store:
        assert "go/msgp" not in measured_codecs(store)


def test_runs_that_hold_a_codec_come_latest_first(db):
    make(db, Made(codecs=(A,)))
    with Store(db, read_only=True) as store:
        runs = store.run_ids()
        assert [run for run, _ in runs_with(store, A, "", runs)] == runs[::-1]
        assert [run for run, _ in runs_with(store, B, "", runs)] == runs[:1]
        assert [facts.name for _, facts in runs_with(store, B, "log", runs)] == ["log"]
        assert [run for run, _ in runs_with(store, B, FACTS.source, runs)] == runs[:1]
        assert list(runs_with(store, A, "another", runs)) == []


def test_both_directions_and_the_round_trip_of_each_codec_are_known(db):
    rows = known(db).rows
    assert set(rows) == set(CODECS)
    assert all(set(of_codec) == {*PRIMARY, ROUND_TRIP.name} for of_codec in rows.values())
    assert rows[A][PRIMARY[0]].time_ns == pytest.approx(COSTS[A], rel=0.03)


def test_workload_of_which_no_codec_was_timed_is_not_known(tmp_path):
    path = tmp_path / "none.duckdb"
    [run] = make(path, Made(codecs=()))
    with Store(path, read_only=True) as store:
        found, result = load_known(store, run, "log")
    assert found is None
    assert [facts.name for facts in result.workloads] == ["log"]


def test_hostile_bytes_are_counted_by_what_became_of_them(db):
    store, run = proof(db, "robustness")
    counts = {
        "bit flipped": {"refused": 5, "another value": 2, "crashed": 1},
        "cut off": {"refused": 1, "hung": 1},
    }
    with store:
        finding = Robustness(codec=A, version="2.0", cases=10, counts=counts)
        RobustnessRecorder(store, run, "log").found(finding)
    assert known(db).hostile == {A: Hostile(cases=10, ended=2, another_value=2)}


def test_hostile_bytes_of_another_version_do_not_count(db):
    store, run = proof(db, "robustness", version="1.9")
    with store:
        finding = Robustness(codec=A, version="1.9", cases=3, counts={"cut off": {"refused": 3}})
        RobustnessRecorder(store, run, "log").found(finding)
    assert known(db).hostile == {}


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ({}, {A, B}),
        ({"digest": "other"}, set()),
        ({"version": "1.9"}, set()),
    ],
)
def test_interop_took_part_in_only_with_same_values_and_versions(db, named, expected):
    store, run = proof(db, "interop", codecs=(A, B), **named)
    with store:
        cell = InteropCell(wire="w", writer=A, reader=B, outcome="same bytes", values=3)
        InteropRecorder(store, run, "log").found(cell)
    assert set(known(db).in_interop) == expected


@pytest.mark.parametrize(
    ("named", "counts"),
    [({}, True), ({"digest": "other"}, True), ({"schema": "other"}, False)],
)
def test_footprints_count_for_the_same_schema_whatever_the_values(db, named, counts):
    store, run = proof(db, "footprint", **named)
    footprint = Footprint(codec=A, code_bytes=5000, compile_s=2.5)
    with store:
        FootprintRecorder(store, run, "log").found(footprint)
    assert known(db).footprints == ({A: footprint} if counts else {})
