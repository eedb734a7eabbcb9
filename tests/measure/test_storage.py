"""The order of an experiment with files, its proof, and what stays of it."""

from collections import Counter
from dataclasses import replace

import pytest

from serbench.machine import processors
from serbench.measure import random_list, storage
from serbench.measure.protocol import USUAL, DriverDeath, Reading
from serbench.measure.storage import KINDS, Plan, Stored, mean_and_sd, run
from tests.fake_driver import FakeDriver

A = Stored("fake/a", "fake", ("a",), "json")
B = Stored("fake/b", "fake", ("b",), "json")


class Notes:
    def __init__(self):
        self.samples, self.endings, self.peaks = [], [], []

    def stored(self, samples):
        self.samples += samples

    def ended(self, *what):
        self.endings.append(what)

    def peaked(self, *what):
        self.peaks.append(what)


@pytest.fixture
def notes():
    return Notes()


@pytest.fixture
def plan(expected, tmp_path):
    numbers = tmp_path / "numbers.txt"
    random_list.write(numbers, 5, 4, seed=1)
    directory = tmp_path / "files"
    directory.mkdir()
    return Plan(
        values=expected.path,
        count=5,
        numbers=numbers,
        directory=directory,
        placements={"0": frozenset({0}), "all": frozenset()},
        repeats=2,
        cold=False,
    )


def launching(schema, **faults):
    """Launches fake drivers; `faults` are of those whose command is the key."""

    def launch(command, cpus):
        return FakeDriver(schema, codec=f"fake/{command[0]}", faults=faults.get(command[0], {}))

    return launch


def test_every_operation_is_sampled_in_every_placement_and_repeat(schema, plan, notes):
    run([A, B], A, plan, notes, launch=launching(schema))
    assert not notes.endings
    done = {(s.codec, s.cores, s.repeat, s.operation, s.kind) for s in notes.samples}
    assert len(notes.samples) == len(done) == 2 * 2 * 2 * 3 * len(KINDS)
    assert {s.values for s in notes.samples if s.operation == "get"} == {4}
    assert {s.values for s in notes.samples if s.operation != "get"} == {5}
    assert all((s.codec_ns > 0) == (s.kind == "total") for s in notes.samples)
    assert all(s.total_ns == s.codec_ns + s.io_ns for s in notes.samples)
    assert len(notes.peaks) == 8


def kept(subject):
    return replace(subject, jit=True)


def counting(schema, started, **faults):
    """Launches as `launching`, and puts down what was started where."""
    launch = launching(schema, **faults)

    def count(command, cpus):
        started.append((*command, *cpus))
        return launch(command, cpus)

    return count


def test_compiling_driver_takes_all_turns_of_few_values(schema, plan, notes):
    started = []
    run([A, kept(B)], A, plan, notes, launch=counting(schema, started))
    done = {(s.codec, s.cores, s.repeat, s.operation, s.kind) for s in notes.samples}
    assert len(notes.samples) == len(done) == 2 * 2 * 2 * 3 * len(KINDS)
    assert Counter(started)["b",] == 1
    assert Counter(started)["b", 0] == 0
    # Those of A itself, and a raw one beside every turn of both.
    assert Counter(started)["a", 0] == 2 + 4
    assert Counter(codec for codec, *_ in notes.peaks) == {"fake/a": 4, "fake/b": 2}


def test_every_repeat_of_many_values_has_a_fresh_driver(schema, plan, notes, monkeypatch):
    monkeypatch.setattr(storage, "FRESH_FROM", plan.count)
    started = []
    run([kept(B)], A, plan, notes, launch=counting(schema, started))
    assert Counter(started)["b", 0] == plan.repeats
    assert len(notes.samples) == 2 * 2 * 3 * len(KINDS)


def test_every_timed_operation_of_compiling_driver_is_warmed_first(schema, plan, notes):
    asked = []

    class Noting(FakeDriver):
        def scan(self, path, wire, how, codec=True, digest=False, reading=USUAL):
            asked.append(("scan", path.name, codec, reading.keep))
            return super().scan(path, wire, how, codec, digest, reading)

        def get(self, path, wire, numbers, how, codec=True, reading=USUAL):
            asked.append(("get", path.name, codec, reading.keep))
            return super().get(path, wire, numbers, how, codec, reading)

        def pin(self, cpus):
            asked.append(("pin", frozenset(cpus)))

    def launch(command, cpus):
        return Noting(schema) if command == ("b",) else FakeDriver(schema)

    readings = {B.codec: (USUAL, Reading("deserialize", keep=True))}
    plan = replace(plan, placements={"0": frozenset({0})}, repeats=1, readings=readings)
    run([kept(B)], A, plan, notes, launch=launch)
    narrow = asked.index(("pin", frozenset({0})))
    warmed = {(what, codec, keep) for what, _, codec, keep in asked[1:narrow]}
    assert asked[0] == ("pin", processors.allowed())
    assert warmed == {
        (w, c, k) for w in ("scan", "get") for c in (True, False) for k in (True, False)
    }
    assert {name for _, name, *_ in asked[narrow + 1 :]} == {"objects.se"}


def test_driver_crash_during_warming_ends_only_one_codec(schema, plan, notes):
    started = launching(schema, b={"scan": "crash"})
    run([kept(A), kept(B)], A, plan, notes, launch=started)
    assert [(codec, doing, status) for codec, doing, status, _ in notes.endings] == [
        ("fake/b", "warm up", "failed")
    ]
    assert {s.codec for s in notes.samples} == {"fake/a"}
    assert list(plan.directory.iterdir()) == []


def test_time_left_shrinks_and_warming_is_said(schema, plan, notes):
    told = []
    run(
        [A, kept(B)],
        A,
        plan,
        notes,
        launch=launching(schema),
        on_progress=lambda done, total, doing: told.append((done, total, doing)),
    )
    lefts = [total - done for done, total, _ in told]
    assert lefts[0] > lefts[-1] > 0
    assert "fake/b: warming up" in {doing for _, _, doing in told}


def test_finished_experiment_leaves_no_file(schema, plan, notes):
    run([A], A, plan, notes, launch=launching(schema))
    assert list(plan.directory.iterdir()) == []


def test_only_requested_operations_are_sampled(schema, plan, notes):
    run([A], A, replace(plan, operations=("get",)), notes, launch=launching(schema))
    assert {s.operation for s in notes.samples} == {"get"}


def test_codec_losing_values_is_not_timed(schema, plan, notes):
    run([A, B], A, plan, notes, launch=launching(schema, b={"scan": "lose"}))
    assert {s.codec for s in notes.samples} == {"fake/a"}
    [(codec, operation, status, note)] = notes.endings
    assert (codec, operation, status) == ("fake/b", "write", "broken")
    assert "5 values" in note
    assert "4 of" in note


@pytest.mark.parametrize(
    ("fault", "status", "said"),
    [
        ({"get": "crash"}, "failed", "it died"),
        ({"write": "full"}, "failed", "No space left on device"),
        ({"write": "cannot-hold"}, "cannot-hold", "no such thing"),
    ],
)
def test_failing_codec_ends_alone_and_leaves_no_file(schema, plan, notes, fault, status, said):
    run([A, B], A, plan, notes, launch=launching(schema, b=fault))
    assert len([s for s in notes.samples if s.codec == "fake/a"]) == 2 * 2 * 3 * len(KINDS)
    [(codec, _, found, note)] = notes.endings
    assert (codec, found) == ("fake/b", status)
    assert said in note
    assert list(plan.directory.iterdir()) == []


def test_unstartable_native_driver_fails_every_codec(schema, plan, notes):
    def launch(command, cpus):
        if command == ("b",):
            raise DriverDeath("it died")
        return FakeDriver(schema)

    run([A], B, plan, notes, launch=launch)
    assert [(codec, status) for codec, _, status, _ in notes.endings] == [("fake/a", "failed")]


def test_an_interrupt_goes_on_and_leaves_no_file(schema, plan, notes):
    class Interrupting(Notes):
        def stored(self, samples):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([A], A, plan, Interrupting(), launch=launching(schema))
    assert list(plan.directory.iterdir()) == []


def test_cold_is_tried_before_every_read_and_recorded(schema, plan, notes, monkeypatch):
    dropped = []
    monkeypatch.setattr(
        "serbench.measure.page_cache.drop", lambda path: dropped.append(path.name) or False
    )
    run([A], A, replace(plan, cold=True, repeats=1), notes, launch=launching(schema))
    assert dropped == ["objects.se"] * 2 * 2 * len(KINDS)
    assert {s.cold for s in notes.samples if s.operation != "write"} == {False}
    assert {s.cold for s in notes.samples if s.operation == "write"} == {None}


def test_mean_and_sd():
    assert mean_and_sd([1.0, 2.0, 3.0]) == (2.0, 1.0)
    assert mean_and_sd([5.0]) == (5.0, 0.0)
