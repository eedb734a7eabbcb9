import pytest

from serbench.proof.full_dataset import NAMED, Examined, Failure, Found
from serbench.results.full_dataset_rows import FullDatasetRecorder, load_full_dataset
from serbench.results.import_runs import copy_runs
from serbench.results.rows import WorkloadFacts
from serbench.results.store import Store, StoreError
from tests.results.conftest import catalogued

CODEC = catalogued("go/x")
FACTS = WorkloadFacts(name="a", source="a.jsonl", values=9, json_bytes=1.0, digest="", schema="s")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.duckdb"


def begun(store):
    run = store.begin_run("0", "verify --all", {"census": ["a.jsonl"]}, {}, kind="census")
    store.add_working_set(run, FACTS)
    store.add_codec(run, "a", CODEC, "1.0")
    return run


def examined(chunk, failed=0):
    failures = [
        Failure(codec="go/x", kind="differs", file="a.jsonl", unit="line", number=9 * chunk + i)
        for i in range(failed)
    ]
    found = Found(
        codec="go/x", written=9, encoded_bytes=90, counts={"differs": failed}, failures=failures
    )
    return Examined(
        chunk=chunk, read=100, values=9, json_bytes=50, driver_bytes=chunk, found=[found]
    )


def test_chunks_add_up(path):
    with Store(path) as store:
        run = begun(store)
        recorder = FullDatasetRecorder(store, run)
        for chunk in (2, 0, 1):
            recorder.examined(examined(chunk, failed=chunk))
        result = load_full_dataset(store, run)
    [finding] = result.found
    assert (result.values, result.json_bytes, result.driver_bytes) == (27, 150, 2)
    assert (finding.written, finding.encoded_bytes, finding.survived) == (27, 270, 24)
    assert finding.counts == {"differs": 3}
    assert [f.number for f in finding.failures] == [9, 18, 19]


def test_only_first_failures_are_named_over_all_chunks(path):
    with Store(path) as store:
        run = begun(store)
        for chunk in range(5):
            FullDatasetRecorder(store, run).examined(examined(chunk, failed=9))
        [finding] = load_full_dataset(store, run).found
    assert (finding.counts, len(finding.failures)) == ({"differs": 45}, NAMED)


def test_finished_chunks_are_known(path):
    with Store(path) as store:
        run = begun(store)
        FullDatasetRecorder(store, run).examined(examined(3))
        assert FullDatasetRecorder(store, run).done() == {3: 100}


def test_a_chunk_is_stored_whole_or_not_at_all(path, monkeypatch):
    with Store(path) as store:
        run = begun(store)
        insert = store.insert

        def failing(table, *values):
            if table == "census_chunks":
                raise KeyboardInterrupt
            insert(table, *values)

        monkeypatch.setattr(store, "insert", failing)
        with pytest.raises(KeyboardInterrupt):
            FullDatasetRecorder(store, run).examined(examined(0, failed=3))
        assert store.rows_of("census_found", run) == []
        assert store.rows_of("census_failures", run) == []


def test_unbuilt_codec_is_unavailable(path):
    with Store(path) as store:
        run = begun(store)
        store.insert("verdicts", run, "a", "go/x", "unavailable", "no Go", 0)
        [finding] = load_full_dataset(store, run).found
    assert (finding.status, finding.note) == ("unavailable", "no Go")


def test_full_dataset_is_a_separate_kind_of_run(path, tmp_path):
    with Store(path) as store:
        run = begun(store)
        FullDatasetRecorder(store, run).examined(examined(0))
        [record] = store.runs()
        assert (record.kind, record.codecs, record.workloads) == ("census", 1, ("a",))
        with pytest.raises(StoreError, match="no run yet"):
            store.latest_run()
    [copied] = copy_runs(tmp_path / "merged.duckdb", path)
    with Store(tmp_path / "merged.duckdb") as other:
        assert load_full_dataset(other, copied.as_run).values == 9
