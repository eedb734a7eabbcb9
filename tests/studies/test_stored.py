"""A study that was recorded is what its tables are made of again."""

import pytest

from serbench.measure.fixed_iterations import Iteration
from serbench.measure.protocol import Description
from serbench.measure.verification import Verdict
from serbench.results.rows import WorkloadFacts
from serbench.results.store import Store, StoreError
from serbench.results.study_rows import StudyRecorder
from serbench.studies.stored import load_study
from tests.results.conftest import catalogued

SETTINGS = {"study": "goser", "size": "small", "iterations": 3, "repetitions": 1000, "seed": 0}
FACTS = WorkloadFacts(
    name="log", source="built-in", values=1, json_bytes=500.0, digest="d", schema="s"
)
OPERATIONS = ("populate", "encode", "decode")


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "results.duckdb") as store:
        yield store


@pytest.fixture
def recorded(store):
    """Records a row with so many iterations of each of its operations; gives the run's id."""

    def record(status="finished", label="bincode", codec="rust/bincode1", iterations=3):
        environment = {"CPU": "fake", "load at start": "9.99"}
        run = store.begin_run("0", "serbench study goser", SETTINGS, environment, kind="study")
        store.add_working_set(run, FACTS)
        store.add_codec(run, "log", catalogued(codec), "1.0")
        recorder = StudyRecorder(store, run, "log", {codec: label})
        recorder.begun(codec, OPERATIONS)
        recorder.described(
            codec,
            Description(
                protocol=1, language="rust", codec=codec, library="fake", version="2.0",
                compiler="rustc 1", flags="", allocator="system", schema="s",
                operations=list(OPERATIONS), same={},
            ),
        )  # fmt: skip
        recorder.judged(codec, Verdict("measured", encoded_bytes=400))
        for number in range(iterations):
            for operation in OPERATIONS:
                recorder.timed(Iteration(codec, operation, number, 1_000_000, (250_000, 250_000)))
        if status != "running":
            store.end_run(run, status, 1.0, environment)
        return run

    return record


def test_recorded_study_fills_tables(store, recorded):
    stored = load_study(store, recorded())
    assert stored.finished
    [table] = stored.study.tables(stored.outcome)
    assert table.rows == (("Rust", "bincode", "1000", "400", "400"),)
    assert stored.facts == (
        "Measured on CPU fake",
        "Built with rust toolchain rustc 1, system",
        "Libraries: rust/bincode1 fake 2.0",
    )


def test_killed_study_states_progress(store, recorded):
    stored = load_study(store, recorded("running", iterations=2))
    assert not stored.finished
    assert stored.facts[0] == "The study did not come to its end: rows have 2 of 3 iterations."
    assert stored.study.figures(stored.outcome)
    none = load_study(store, recorded("interrupted", iterations=0))
    assert "until then" in none.facts[0]
    assert none.study.tables(none.outcome) == []


def test_crashed_driver_keeps_bytes_and_times(store, recorded):
    run = recorded()
    StudyRecorder(store, run, "log", {"rust/bincode1": "bincode"}).judged(
        "rust/bincode1", Verdict("failed", "decode: it died")
    )
    bincode = load_study(store, run).outcome.found["bincode"]
    assert (bincode.verdict.status, bincode.bytes, len(bincode.times_ns["decode"])) == (
        "failed",
        400.0,
        3,
    )


def test_removed_row_is_ignored(store, recorded):
    stored = load_study(store, recorded(label="a row of another day"))
    assert stored.outcome.found == {}


def test_a_run_of_no_study(store):
    run = store.begin_run("0", "serbench run log", {}, {})
    with pytest.raises(StoreError, match="not a run of `serbench study`"):
        load_study(store, run)
