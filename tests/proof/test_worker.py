"""Chunks through codecs, by fake drivers that err at some values."""

import json

import msgspec
import pytest

from serbench.proof import bisect, full_dataset
from serbench.proof.full_dataset import Chunk, ExaminedCodec, Misfit
from serbench.proof.worker import ChunkWorker
from serbench.schema.digest import Digester
from serbench.schema.infer import infer
from tests.measure.test_conformance import fake_command

COUNT = 100
BAD = {"v7x": 7, "v60x": 60}


def chunk(count=COUNT, first=0):
    lines = [json.dumps({"n": i, "name": f"v{i}x"}).encode() for i in range(first, first + count)]
    numbers = list(range(first, first + count))
    return Chunk(
        number=0, source=0, file="x.jsonl", unit="line", numbers=numbers, lines=lines, read=1
    )


@pytest.fixture
def schema(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\n".join(chunk().lines))
    return infer([path]).schema


@pytest.fixture
def chunk_worker(schema, tmp_path):
    """Makes chunk workers of one codec, which do not outlive the test."""
    made = []

    def make(bad, patience_s=(60.0, 60.0), waiting_bytes=1 << 30, **faults):
        command = fake_command(schema)
        command[-1] = json.dumps({**json.loads(command[-1]), "bad": bad, "faults": faults})
        subjects = [ExaminedCodec("fake/json", tuple(command))]
        made.append(ChunkWorker(schema, subjects, tmp_path, waiting_bytes, patience_s))
        return made[-1]

    yield make
    for each in made:
        each.end()


def test_surviving_values_are_counted(chunk_worker):
    examined = chunk_worker({}).examine(chunk())
    [found] = examined.found
    assert (examined.values, found.written, found.counts, found.unexamined) == (COUNT, COUNT, {}, 0)
    assert examined.json_bytes == found.encoded_bytes == sum(map(len, map(_compact, chunk().lines)))
    assert examined.driver_bytes > 1 << 20


def _compact(line):
    return json.dumps(json.loads(line), separators=(",", ":"))


@pytest.mark.parametrize(
    ("how", "kind", "said"),
    [
        ("cannot-hold", "cannot-hold", "no such thing"),
        ("refused", "refused", "it is bad"),
        ("unread", "differs", "decode: unread"),
        ("crash", "crashed", "it died (killed by SIGSEGV): fake: about to crash"),
    ],
)
def test_failing_values_are_named(chunk_worker, how, kind, said):
    worker = chunk_worker(dict.fromkeys(BAD, how))
    [found] = worker.examine(chunk()).found
    assert [(f.kind, f.number, f.said) for f in found.failures] == [
        (kind, 7, said),
        (kind, 60, said),
    ]
    assert (found.counts, found.unexamined) == ({kind: 2}, 0)
    [after] = worker.examine(chunk(5, first=200)).found  # it goes on with the next chunk
    assert (after.written, after.counts) == (5, {})


def test_differing_value_has_path(chunk_worker):
    [found] = chunk_worker(dict.fromkeys(BAD, "differs")).examine(chunk()).found
    assert found.counts == {"differs": 2}
    first = found.failures[0]
    assert (first.path, first.expected, first.found) == ("$.n", "7", "8")


def test_failures_are_found_by_halving_without_dump(chunk_worker):
    worker = chunk_worker(dict.fromkeys(BAD, "refused"), dump="failed")
    [found] = worker.examine(chunk()).found
    assert found.counts == {"refused": 2}
    assert [(f.number, f.said) for f in found.failures] == [
        (7, "decode: refused"),
        (60, "decode: refused"),
    ]


def test_failure_only_in_combination_is_reported(chunk_worker):
    """Every value survives alone, and the codec is wrong all the same."""
    [found] = chunk_worker({"v3x": "crowd"}).examine(chunk(5)).found
    assert found.counts == {"crashed": 1}
    [failure] = found.failures
    assert failure.said.startswith("only together with the 1 after it: it died")
    assert failure.number in (2, 3)


def test_driver_loading_other_values_is_reported_as_differing(chunk_worker):
    worker = chunk_worker({}, open="lie")
    [found] = worker.examine(chunk(2)).found
    assert found.counts == {"differs": 2}
    assert "the driver loaded 1 values of digest" in found.failures[0].said


def test_hanging_value_is_ended(chunk_worker):
    [found] = chunk_worker({"v3x": "hang"}, patience_s=(3.0, 1.0)).examine(chunk(4)).found
    assert found.counts == {"hung": 1}
    assert [f.number for f in found.failures] == [3]
    assert found.written == 3


def test_codec_is_given_up_after_hangs(chunk_worker, monkeypatch):
    monkeypatch.setitem(bisect.GIVEN_UP, "hung", 1)
    worker = chunk_worker({"v": "hang"}, patience_s=(2.0, 0.5))
    [found] = worker.examine(chunk(2)).found
    assert (found.counts, found.unexamined) == ({"hung": 1}, 1)
    [after] = worker.examine(chunk()).found
    assert (after.counts, after.unexamined) == ({}, COUNT)


def test_all_differing_values_are_counted_and_first_ones_named(chunk_worker):
    [found] = chunk_worker({"v": "differs"}).examine(chunk(3000)).found
    assert (found.counts, found.unexamined) == ({"differs": 3000}, 0)
    assert [f.number for f in found.failures] == list(range(full_dataset.NAMED))


def test_driver_counts_values_beyond_named_failures(chunk_worker):
    [found] = chunk_worker({"v": "unread"}).examine(chunk(3000)).found
    assert found.counts == {"differs": 3000}
    assert len(found.failures) == 10  # as many as a driver names


def test_search_for_failing_values_is_limited(chunk_worker):
    """A codec that holds no value cannot say how many."""
    [found] = chunk_worker({"v": "cannot-hold"}).examine(chunk(3000)).found
    assert full_dataset.NAMED < found.counts["cannot-hold"] < bisect.QUESTIONS
    assert found.counts["cannot-hold"] + found.unexamined == 3000
    assert len(found.failures) == full_dataset.NAMED


def test_driver_is_kept_only_within_memory_limit(chunk_worker):
    for waiting_bytes, waits in ((1 << 30, True), (0, False)):
        worker = chunk_worker({}, waiting_bytes=waiting_bytes)
        worker.examine(chunk())
        assert (worker._bisectors[0].held_bytes() > 0) is waits


def test_unstartable_driver_is_reported_as_crashed(schema, tmp_path):
    worker = ChunkWorker(
        schema, [ExaminedCodec("fake/x", ("/nonexistent",))], tmp_path, 0, (1.0, 1.0)
    )
    [found] = worker.examine(chunk(2)).found
    assert found.counts == {"crashed": 2}
    assert "cannot be started" in found.failures[0].said


@pytest.mark.parametrize(
    ("line", "path", "is_json"), [(b'{"n": 1', "", False), (b'{"n": "x", "name": ""}', "$.n", True)]
)
def test_invalid_line_returns_misfit(chunk_worker, line, path, is_json):
    whole = chunk(3)
    spoilt = msgspec.structs.replace(whole, lines=[*whole.lines[:2], line])
    misfit = chunk_worker({}).examine(spoilt)
    assert isinstance(misfit, Misfit)
    assert (misfit.number, misfit.path, misfit.is_json) == (2, path, is_json)


def test_sums_of_part_equal_those_of_working_set(schema, tmp_path):
    values = full_dataset.Canonicaliser(schema).values(chunk())
    part = values.part(10, 20, tmp_path / "part")
    digester = Digester(schema)
    for line in part.path.read_bytes().splitlines():
        digester.add(json.loads(line))
    assert (part.values, part.digest, part.visit) == (10, digester.digest, digester.visit)
