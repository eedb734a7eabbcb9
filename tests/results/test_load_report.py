"""Runs recorded in a results file, gathered for a report."""

import pytest

from serbench.measure.storage import FileSample
from serbench.results.file_rows import FileRecorder
from serbench.results.load_report import (
    MOST_SAMPLES,
    evidence_of,
    load_with_evidence,
)
from serbench.results.recorder import WorkloadRecorder
from serbench.results.store import StoreError
from tests.results.test_analysis import FACTS, SETTINGS, Bench


def finish(bench):
    _, result = bench.rows()
    bench.store.add_cells(result.rows)
    return result


def next_run(bench):
    """Another run in the same results file."""
    bench.run = bench.store.begin_run("0", "serbench run log", SETTINGS, {"CPU": "fake"})
    bench.store.add_working_set(bench.run, FACTS)
    bench.recorder = WorkloadRecorder(bench.store, bench.run, "log")
    return bench.run


def measure(bench, cost, **facts):
    bench.codec("cpp/a")
    bench.rounds({("cpp/a", "encode"): cost, ("cpp/a", "decode"): 2 * cost}, **facts)
    return finish(bench)


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path / "results.duckdb")
    yield bench
    bench.store.__exit__()


def test_samples_of_the_cells_shown(bench, tmp_path):
    measure(bench, 100, waves=2, rounds=8)
    bench.store.__exit__()
    result, evidence = load_with_evidence(tmp_path / "results.duckdb")
    assert {(d.codec, d.operation) for d in evidence.samples} == {
        ("cpp/a", "encode"),
        ("cpp/a", "decode"),
    }
    encode = next(d for d in evidence.samples if d.operation == "encode")
    assert encode.taken == len(encode.ns) == 16
    assert sorted(set(encode.process)) == [1, 2]
    median = next(r.time_ns for r in result.rows if r.operation == "encode")
    assert min(encode.ns) < median < max(encode.ns)
    assert evidence_of(tmp_path / "results.duckdb", result) == evidence


def test_many_samples_are_thinned_and_keep_their_ends(bench, tmp_path):
    slow = {(1, 7): 9.0}
    measure(bench, 100, rounds=200, mood=lambda wave, number: slow.get((wave, number), 1.0))
    bench.store.__exit__()
    _, evidence = load_with_evidence(tmp_path / "results.duckdb")
    encode = next(d for d in evidence.samples if d.operation == "encode")
    assert (encode.taken, len(encode.ns)) == (600, MOST_SAMPLES)
    assert max(encode.ns) > 800
    assert encode.mild + encode.severe >= 1


def test_history_is_of_the_same_values_and_earliest_first(bench, tmp_path):
    first = bench.run
    measure(bench, 100)
    second = next_run(bench)
    measure(bench, 110)
    other = bench.store.begin_run("0", "serbench run log", SETTINGS, {})
    bench.store.end_run(other, "finished", 1.0, {})
    bench.store.__exit__()
    _, evidence = load_with_evidence(tmp_path / "results.duckdb", [second])
    past = [p for p in evidence.history if p.operation == "encode"]
    assert [p.run for p in past] == [first, second]
    assert past[0].time_ns < 105 < past[1].time_ns


def test_samples_of_a_cell_are_from_the_latest_run(bench, tmp_path):
    first = bench.run
    measure(bench, 100)
    second = next_run(bench)
    measure(bench, 200)
    bench.store.__exit__()
    result, evidence = load_with_evidence(tmp_path / "results.duckdb", [first, second])
    assert result.run == f"{first} + {second}"
    encode = [d for d in evidence.samples if d.operation == "encode"]
    assert len(encode) == 1
    assert min(encode[0].ns) > 150


def files_run(bench, codec="cpp/a"):
    run = bench.store.begin_run("0", "serbench files log", {"files": "log"}, {}, kind="files")
    recorder = FileRecorder(bench.store, run, "log")
    for repeat in range(3):
        sample = FileSample(
            codec=codec, cores="all", operation="scan", kind="total", repeat=repeat,
            values=10, bytes=1000, total_ns=300, codec_ns=100, io_ns=200, cold=True,
        )  # fmt: skip
        recorder.stored([sample])
    bench.store.end_run(run, "finished", 1.0, {})
    return run


def test_latest_or_named_file_experiments_are_loaded(bench, tmp_path):
    run = bench.run
    measure(bench, 100)
    first, second = files_run(bench), files_run(bench)
    bench.store.__exit__()
    path = tmp_path / "results.duckdb"
    assert [f.run for f in load_with_evidence(path)[1].files] == [second]
    result, evidence = load_with_evidence(path, [run, first])
    assert (result.run, [f.run for f in evidence.files]) == (run, [first])
    assert evidence.files[0].rows[0].io.mean_s == pytest.approx(200e-9)
    with pytest.raises(StoreError, match=f"serbench report RUN {first}"):
        load_with_evidence(path, [first])


def test_experiment_is_rejected_as_run_of_a_report(bench, tmp_path):
    measured = bench.run
    measure(bench, 100)
    found = bench.store.begin_run("0", "serbench evolve", {"evolution": True}, {}, kind="evolution")
    bench.store.__exit__()
    with pytest.raises(StoreError, match=f"of serbench evolve; see it: serbench report {found}"):
        load_with_evidence(tmp_path / "results.duckdb", (measured, found))


def test_study_is_rejected_as_run_of_a_report(bench, tmp_path):
    measured = bench.run
    measure(bench, 100)
    study = bench.store.begin_run("0", "serbench study goser", {"study": "goser"}, {}, kind="study")
    bench.store.end_run(study, "finished", 1.0, {})
    assert bench.store.latest_run() == study
    bench.store.__exit__()
    for runs in ((), (measured, study)):
        with pytest.raises(
            StoreError, match=f"of the study goser; see it: serbench report {study}"
        ):
            load_with_evidence(tmp_path / "results.duckdb", runs)
