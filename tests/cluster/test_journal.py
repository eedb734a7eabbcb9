"""What a host tells arrives as it was told: whatever pieces it comes in, and however often."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serbench.cluster.job import InProgress, WorkloadBegun
from serbench.cluster.journal import Journal, JournalError, JournalReader, replay
from serbench.measure.driver_process import Ran
from serbench.measure.protocol import Allocations, Closed, Description, Sample
from serbench.measure.recorder import Sampled
from serbench.measure.sizes import CompressedSizes
from serbench.measure.verification import Verdict
from serbench.results.recorder import WorkloadRecorder
from serbench.results.store import Store
from tests.results.conftest import catalogued
from tests.results.test_analysis import FACTS, SETTINGS

CODECS = ("cpp/cereal", "rust/bincode")
counts = st.integers(1, 2**40)
codecs = st.sampled_from(CODECS)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
samples = st.builds(
    Sample, ns=counts, items=counts, kernel_ns=st.tuples(counts, counts), compiling_ns=counts
)
rounds = st.lists(
    st.builds(
        Sampled,
        codec=codecs,
        operation=st.sampled_from(["encode", "decode"]),
        wave=st.integers(0, 9),
        round=st.integers(0, 99),
        sample=samples,
        taken_s=st.floats(0, 1e6),
        ran=st.builds(Ran, st.integers(-1, 64), st.integers(-1, 1000)),
    ),
    max_size=3,
)
descriptions = st.builds(
    Description,
    protocol=st.just(1),
    **dict.fromkeys(
        ("language", "codec", "library", "version", "compiler", "flags", "allocator", "schema"),
        texts,
    ),
    operations=st.lists(texts, max_size=2),
    same=st.dictionaries(texts, texts, max_size=2),
)
verdicts = st.builds(Verdict, st.sampled_from(["measured", "broken", "failed"]), texts, counts)
calls = st.lists(
    st.one_of(
        st.tuples(st.just("described"), codecs, descriptions),
        st.tuples(st.just("judged"), codecs, verdicts),
        st.tuples(
            st.just("compressed"),
            codecs,
            st.builds(CompressedSizes, st.floats(0, 1e9), st.floats(0, 1e9), counts),
        ),
        st.tuples(st.just("sampled"), rounds),
        st.tuples(
            st.just("allocated"), codecs, texts, st.builds(Allocations, counts, counts, counts)
        ),
        st.tuples(st.just("closed"), codecs, st.builds(Closed, counts)),
        st.tuples(
            st.just("ended"), codecs, texts, st.sampled_from(["failed", "unmeasured"]), texts
        ),
    ),
    max_size=8,
)
TABLES = ("codecs", "verdicts", "sizes", "samples", "allocations", "memory", "endings")


def recorder_in(store):
    run = store.begin_run("0", "serbench run", SETTINGS, {})
    store.add_working_set(run, FACTS)
    for codec in CODECS:
        store.add_codec(run, "log", catalogued(codec), "1.0")
    return WorkloadRecorder(store, run, "log")


def rows(recorder):
    return {table: recorder.store.rows_of(table, recorder.run) for table in TABLES}


def written(path, calls):
    with Journal(path) as journal:
        for name, *told in calls:
            getattr(journal, name)(*told)
    return path.read_bytes()


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "r.duckdb"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(path.parent))
        with Store(path) as store:
            yield store


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(calls, st.data())
def test_replayed_records_equal_directly_recorded_ones(store, tmp_path_factory, calls, data):
    text = written(tmp_path_factory.mktemp("j") / "journal", calls)
    reader = JournalReader()
    with store.at_once():
        direct, replayed = recorder_in(store), recorder_in(store)
        for name, *told in calls:
            getattr(direct, name)(*told)
        while reader.received_bytes < len(text):
            # Any piece that was asked for before may come again.
            start = data.draw(st.integers(0, reader.received_bytes))
            end = data.draw(st.integers(reader.received_bytes, len(text)))
            for message in reader.messages(start, text[start:end]):
                replay(message, replayed)
    assert rows(replayed) == rows(direct)


def test_messages_are_in_the_file_when_told(tmp_path):
    path = tmp_path / "journal"
    told = [InProgress(0.5, 3.0, "building"), WorkloadBegun("log"), InProgress(None, None, "")]
    with Journal(path) as journal:
        for number, message in enumerate(told, 1):
            journal.tell(message)
            assert JournalReader().messages(0, path.read_bytes()) == told[:number]
    with pytest.raises(FileExistsError):
        Journal(path)


def test_empty_round_is_not_told(tmp_path):
    assert written(tmp_path / "journal", [("sampled", [])]) == b""


def framed(body):
    return len(body).to_bytes(4, "big") + body


@pytest.mark.parametrize(
    ("piece", "start", "said"),
    [
        (b"x", 5, "5 bytes are missing"),
        (b"\xff\xff\xff\xff", 0, "a message of 4294967295 bytes"),
        (framed(b"x"), 0, "Expected"),
        (framed(b""), 0, "truncated"),
    ],
)
def test_what_is_no_journal_is_refused(piece, start, said):
    with pytest.raises(JournalError, match=said):
        JournalReader().messages(start, piece)


def test_lost_message_is_noticed(tmp_path):
    text = written(tmp_path / "journal", [("closed", CODECS[0], Closed(n)) for n in (1, 2)])
    second = text[4 + int.from_bytes(text[:4], "big") :]
    with pytest.raises(JournalError, match="message 1 in place of message 0"):
        JournalReader().messages(0, second)


def test_journal_of_many_rounds_is_read_in_pieces(tmp_path):
    one = Sampled("cpp/cereal", "encode", 0, 0, Sample(ns=1, items=1, kernel_ns=(1, 1)))
    text = written(Path(tmp_path / "journal"), [("sampled", [one] * 50)] * 200)
    reader, found = JournalReader(), 0
    for start in range(0, len(text), 1000):
        found += len(reader.messages(start, text[start : start + 1000]))
    assert found == 200
