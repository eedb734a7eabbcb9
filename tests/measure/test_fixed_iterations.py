"""What is told is done: so many iterations of so many passes, every one recorded at once."""

import contextlib

import pytest

from serbench.measure.fixed_iterations import expected_s, repeat
from serbench.measure.processes import Subject
from serbench.measure.verification import Expected
from serbench.schema.digest import Digester
from serbench.schema.model import Schema
from tests.fake_driver import FakeClock, FakeDriver

SCHEMA = Schema.from_dict(
    {"name": "r", "root": "R", "records": [{"name": "R", "fields": [["n", "i32"]]}], "enums": []}
)


class Recorded:
    """A recorder that remembers, and may end everything as a user does."""

    def __init__(self, interrupt_after=None):
        self.verdicts, self.iterations, self.interrupt_after = {}, [], interrupt_after
        self.told = []

    def described(self, codec, description):
        self.verdicts.setdefault(codec, [])

    def judged(self, codec, verdict):
        self.verdicts[codec].append(verdict.status)

    def timed(self, iteration):
        self.iterations.append(iteration)
        if len(self.iterations) == self.interrupt_after:
            raise KeyboardInterrupt


@pytest.fixture
def expected(tmp_path):
    path = tmp_path / "values.jsonl"
    path.write_text('{"n":7}\n')
    digester = Digester(SCHEMA)
    digester.add({"n": 7})
    return Expected(path, 1, digester.digest, digester.visit)


@pytest.fixture
def repeated(expected, tmp_path):
    """Repeats the operations of fake codecs; gives what was recorded, and the drivers."""

    def call(operations, iterations=3, repetitions=5, recorder=None, faults=()):
        recorder = recorder or Recorded()
        clock = FakeClock()
        drivers = {
            codec: FakeDriver(SCHEMA, codec, clock, faults=dict(faults).get(codec, {}))
            for codec in operations
        }
        with contextlib.suppress(KeyboardInterrupt):
            repeat(
                [Subject(codec, "fake", (codec,)) for codec in operations],
                expected,
                operations,
                iterations,
                repetitions,
                recorder,
                tmp_path,
                launch=lambda subject, cpus, scratch: drivers[subject.command[0]],
                clock=clock,
                on_progress=lambda done, total, doing: recorder.told.append((done, total, doing)),
            )
        return recorder, drivers

    return call


def test_time_left_follows_timed_iterations(repeated):
    recorder, _ = repeated({"fake/a": ("encode", "decode")}, iterations=10, repetitions=50_000)
    timed = [(done, total) for done, total, doing in recorder.told if "iteration" in doing]
    [spent_s, *_], [latest_s, thought_s] = timed[0], timed[-1]
    each_s = (latest_s - spent_s) / (len(timed) - 1)
    assert each_s > 0
    assert thought_s - latest_s == pytest.approx(each_s)  # one is left
    half_s, half_thought_s = timed[len(timed) // 2]
    assert half_thought_s == pytest.approx(latest_s + each_s, rel=0.2)
    assert half_s < half_thought_s


def test_time_of_few_repetitions_is_mostly_proving_and_warming():
    few, many = (expected_s({"a": ("encode",) * 4}, 10, count, 1e-6) for count in (10, 1_000_000))
    assert few == pytest.approx(1.1, abs=0.01)
    assert many == pytest.approx(few + 40, abs=0.01)


def test_every_operation_as_often_as_was_asked(repeated):
    operations = {"fake/a": ("encode", "decode"), "fake/b": ("encode",)}
    recorder, _ = repeated(operations)
    done = [(i.codec, i.operation, i.number) for i in recorder.iterations]
    assert sorted(done) == sorted(
        (codec, operation, number)
        for codec, of_codec in operations.items()
        for operation in of_codec
        for number in range(3)
    )
    assert [number for _, _, number in done] == sorted(number for _, _, number in done)
    assert {(i.ns, i.kernel_ns) for i in recorder.iterations} == {(500, (250_000, 250_000))}


def test_operation_missing_in_driver_is_left_out(repeated):
    recorder, _ = repeated({"fake/a": ("encode", "access")})
    assert {i.operation for i in recorder.iterations} == {"encode"}


def test_files_are_written_before_reading_and_have_no_kernel_time(repeated):
    recorder, _ = repeated({"fake/a": ("scan", "write")}, repetitions=1)
    assert {i.operation for i in recorder.iterations} == {"write", "scan"}
    assert {i.kernel_ns for i in recorder.iterations} == {None}


def test_crashing_driver_ends_only_one_codec(repeated):
    faults = {"fake/a": {"scan": "crash"}}
    recorder, _ = repeated({"fake/a": ("scan",), "fake/b": ("encode",)}, faults=faults)
    assert recorder.verdicts == {"fake/a": ["measured", "failed"], "fake/b": ["measured"]}
    assert {i.codec for i in recorder.iterations} == {"fake/b"}


def test_unproven_codec_is_not_timed(repeated):
    recorder, _ = repeated({"fake/a": ("encode",)}, faults={"fake/a": {"verify": "lose"}})
    assert recorder.verdicts == {"fake/a": ["broken"]}
    assert recorder.iterations == []


def test_an_interrupt_ends_the_drivers(repeated):
    recorder, drivers = repeated({"fake/a": ("encode",)}, recorder=Recorded(interrupt_after=2))
    assert len(recorder.iterations) == 2
    assert drivers["fake/a"].ended
