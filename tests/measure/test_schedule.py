import itertools
import os
import random
import threading
from collections import Counter
from itertools import pairwise

import pytest

from serbench.measure import endings, pipeline
from serbench.measure.processes import PROCESSORS, Subject
from serbench.measure.retry_noisy import RETAKES
from serbench.measure.rounds import FEWEST_ROUNDS, JIT_ROUNDS, ROUNDS
from serbench.measure.schedule import measure
from serbench.measure.settings import Settings
from serbench.operations import BLOCKS, BY_DEFAULT, PRIMARY
from tests.fake_driver import FakeClock, FakeDriver


class Recorded:
    """A recorder that keeps everything in lists."""

    def __init__(self):
        self.descriptions, self.verdicts, self.sizes = {}, {}, {}
        self.samples, self.allocations, self.endings, self.memory = [], {}, {}, []

    def described(self, codec, description):
        self.descriptions[codec] = description

    def judged(self, codec, verdict):
        self.verdicts[codec] = verdict

    def compressed(self, codec, sizes):
        self.sizes[codec] = sizes

    def sampled(self, round_):
        self.samples += round_

    def allocated(self, codec, operation, allocations):
        self.allocations[codec, operation] = allocations

    def closed(self, codec, closed):
        self.memory.append(codec)

    def ended(self, codec, operation, status, note):
        self.endings[codec, operation] = (status, note)

    def count(self, codec, operation):
        return sum((s.codec, s.operation) == (codec, operation) for s in self.samples)


class World:
    """Fake drivers by name, one clock for all of them."""

    def __init__(self, schema, slowness=lambda now_s: 1.0, **members):
        self.schema = schema
        self.clock = FakeClock(slowness)
        self.members = members
        self.launched = []
        self.told = []
        self.told_waves = []
        self.ends = []
        self.recorded = Recorded()

    def launch(self, subject, cpus, scratch):
        name = subject.command[0]
        fake = FakeDriver(self.schema, f"fake/{name}", clock=self.clock, **self.members[name])
        self.launched.append(fake)
        return fake

    def measure(self, expected, tmp_path, **settings):
        settings = {"operations": BY_DEFAULT, "processes": 3} | settings
        recorded = self.recorded
        subjects = [
            Subject(f"fake/{name}", "fake", (name,), jit=fake.get("jit", False))
            for name, fake in self.members.items()
        ]
        measured = measure(
            subjects, expected, Settings(**settings), recorded, tmp_path,
            launch=self.launch, clock=self.clock,
            on_progress=lambda spent_s, doing: self.tell(doing),
            on_wave=lambda waves: self.told_waves.append((waves, len(recorded.samples))),
            on_end=lambda: self.ends.append((len(recorded.samples), len(self.told))),
        )  # fmt: skip
        recorded.left_out, recorded.outlook = measured.left_out, measured.outlook
        return recorded

    def tell(self, doing):
        self.told.append(doing)


def test_caller_is_told_between_waves_when_samples_are_recorded(schema, expected, tmp_path):
    world = World(schema, a={})
    world.measure(expected, tmp_path, budget_s=30)
    waves, samples = zip(*world.told_waves, strict=True)
    assert waves == (1, 2, 3)
    assert 0 < samples[0] < samples[1] < samples[2] == len(world.recorded.samples)


def test_caller_is_told_once_that_measuring_is_over_before_drivers_are_awaited(
    schema, expected, tmp_path
):
    world = World(schema, a={}, b={})
    world.measure(expected, tmp_path, budget_s=30)
    [(samples, told)] = world.ends
    assert samples == len(world.recorded.samples)
    assert not [doing for doing in world.told[told:] if doing.startswith("process ")]


def test_every_cell_is_sampled_in_every_process(schema, expected, tmp_path):
    world = World(schema, a={}, b={"own_model": True})
    recorded = world.measure(expected, tmp_path, budget_s=30)
    assert recorded.verdicts["fake/a"].proven
    cells = {(s.codec, s.operation) for s in recorded.samples}
    plain = {"populate", "encode", "decode", "memcpy"}
    assert {op for codec, op in cells if codec == "fake/a"} == plain
    assert {op for codec, op in cells if codec == "fake/b"} == {
        *plain, "convert", "serialize", "deserialize",
    }  # fmt: skip
    for cell in cells:
        assert {s.wave for s in recorded.samples if (s.codec, s.operation) == cell} == {0, 1, 2}
    assert recorded.allocations["fake/a", "encode"].allocations == 4
    assert recorded.sizes["fake/a"].gzip_bytes > 0
    assert all(fake.ended for fake in world.launched)


def test_quiet_machines_stop_before_the_budget_is_spent(schema, expected, tmp_path):
    world = World(schema, a={}, b={})
    world.measure(expected, tmp_path, budget_s=1000, precision=0.02)
    assert world.clock.now_s < 10


def test_noise_is_measured_until_the_budget_is_spent(schema, expected, tmp_path):
    mood = random.Random(1)
    world = World(schema, lambda now_s: mood.uniform(1.0, 2.0), a={}, b={})
    world.measure(expected, tmp_path, budget_s=3, precision=0.0001)
    assert 2.0 <= world.clock.now_s < 3.5


def test_what_another_program_interrupted_is_sampled_again(schema, expected, tmp_path):
    world = World(schema, a={"has_rival": True}, b={})
    recorded = world.measure(expected, tmp_path, budget_s=30)
    taken = [s for s in recorded.samples if s.codec == "fake/a"]
    again = [s for before, s in pairwise(taken) if before.ran.interrupted]
    assert again
    assert not any(s.ran.interrupted for s in again)
    assert not any(s.ran.interrupted for s in recorded.samples if s.codec == "fake/b")


def test_drivers_go_first_where_they_do_not_keep_serbench_waiting(schema, expected, tmp_path):
    cpus = sorted(os.sched_getaffinity(0))
    world = World(schema, a={}, b={})
    world.measure(expected, tmp_path, budget_s=3, cpus=frozenset(cpus))
    assert not any(fake.first for fake in world.launched)
    if len(cpus) > 1:
        world.measure(expected, tmp_path, budget_s=3, cpus=frozenset(cpus[-1:]))
        assert {fake.codec for fake in world.launched if fake.went_first} == {"fake/a", "fake/b"}
        assert not any(fake.first for fake in world.launched)  # while it counts and ends


def test_a_spent_budget_still_leaves_a_process(schema, expected, tmp_path):
    world = World(schema, a={"cost_ns": {"encode": 1e9}})
    recorded = world.measure(expected, tmp_path, budget_s=0.001, processes=2)
    assert {s.wave for s in recorded.samples} == {0}
    assert recorded.count("fake/a", "encode") == 1  # a batch of it takes two seconds
    assert recorded.count("fake/a", "decode") == FEWEST_ROUNDS


@pytest.fixture
def wavering(schema):
    """Processes of `b` encode at different speeds, those of the others at one."""
    mood = random.Random(3)
    world = World(schema, a={}, b={}, c={}, d={}, e={})
    start = world.launch

    def launch(subject, cpus, scratch):
        world.members["b"]["cost_ns"] = {"encode": mood.uniform(80, 120)}
        return start(subject, cpus, scratch)

    world.launch = launch
    return world


def waves_of(recorded, codec, operation):
    return {s.wave for s in recorded.samples if (s.codec, s.operation) == (codec, operation)}


def test_what_is_known_leaves_and_the_others_go_on(wavering, expected, tmp_path, monkeypatch):
    for module in ("pipeline", "rounds"):
        monkeypatch.setattr(f"serbench.measure.{module}.COMPANY", 2)
    recorded = wavering.measure(expected, tmp_path, budget_s=20, precision=0.01)
    assert len(waves_of(recorded, "fake/b", "decode")) < 20
    assert len(waves_of(recorded, "fake/b", "encode")) > 100
    assert 20 < len(waves_of(recorded, "fake/a", "encode")) < 100


def test_what_goes_on_has_company(wavering, expected, tmp_path):
    recorded = wavering.measure(expected, tmp_path, budget_s=20, precision=0.01)
    waves = waves_of(recorded, "fake/b", "encode")
    assert len(waves) > 50
    assert all(waves_of(recorded, f"fake/{name}", "encode") == waves for name in "acde")


def test_cells_of_a_block_are_sampled_side_by_side(schema, expected, tmp_path):
    recorded = World(schema, a={}, b={"own_model": True}, c={}).measure(
        expected, tmp_path, budget_s=30
    )
    block_of = {name: block for block in BLOCKS for name in block}
    blocks = [block_of[s.operation] for s in recorded.samples if s.wave == 1]
    changes = sum(a != b for a, b in itertools.pairwise(blocks))
    assert changes == len(set(blocks)) - 1
    first = [s for s in recorded.samples if s.wave == 1 and s.operation in ("encode", "serialize")]
    rounds = [s.round for s in first]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(ROUNDS))


def test_slow_cells_are_sampled_in_fewer_rounds(schema, expected, tmp_path):
    recorded = World(schema, a={}, b={"cost_ns": {"encode": 1e9}}).measure(
        expected, tmp_path, budget_s=300
    )
    wave = [s for s in recorded.samples if s.wave == 0 and s.operation == "encode"]
    assert sum(s.codec == "fake/a" for s in wave) == ROUNDS
    assert sum(s.codec == "fake/b" for s in wave) == 3


def test_what_was_loud_is_taken_again(schema, expected, tmp_path):
    """Every tenth of a second the machine is slow for a moment."""
    world = World(schema, lambda now_s: 1.8 if now_s % 0.1 < 0.02 else 1.0, a={}, b={})
    recorded = world.measure(expected, tmp_path, budget_s=5)
    again = Counter((s.codec, s.operation, s.wave, s.round) for s in recorded.samples)
    assert max(again.values()) == 1 + RETAKES
    last = {(s.codec, s.operation, s.wave, s.round): s.sample for s in recorded.samples}
    loud = [s for s in last.values() if max(s.kernel_ns) > 1.5 * min(s.kernel_ns)]
    assert len(loud) < 0.1 * len(last)


def test_a_long_spell_is_sat_out(schema, expected, tmp_path):
    """Once the machine stays slow, what is measured on it is not measured three times."""
    world = World(schema, lambda now_s: 1.0 if now_s < 0.5 else 1.8, a={}, b={})
    recorded = world.measure(expected, tmp_path, budget_s=5, precision=1e-9)
    again = Counter((s.codec, s.operation, s.wave, s.round) for s in recorded.samples)
    assert sum(n == 1 for n in again.values()) > 0.7 * len(again)


def test_only_what_is_asked_for_and_memcpy(schema, expected, tmp_path):
    recorded = World(schema, a={}).measure(
        expected, tmp_path, operations=("deserialize",), budget_s=1
    )
    assert {s.operation for s in recorded.samples} == {"decode", "memcpy"}


def test_a_crash_ends_its_cell_alone(schema, expected, tmp_path):
    world = World(schema, a={}, b={"faults": {"sample:decode": "crash"}})
    recorded = world.measure(expected, tmp_path, budget_s=5)
    assert recorded.endings == {("fake/b", "decode"): ("failed", "decode: it died (crash)")}
    assert recorded.count("fake/b", "decode") == 0
    assert recorded.count("fake/b", "populate") > 0
    assert recorded.count("fake/a", "decode") > 0


def test_a_driver_that_always_crashes_is_given_up(schema, expected, tmp_path):
    operations = ("populate", "encode", "decode", "memcpy")
    faults = {f"sample:{op}": "crash" for op in operations}
    recorded = World(schema, a={}, b={"faults": faults}).measure(expected, tmp_path, budget_s=5)
    assert all(recorded.endings["fake/b", op][0] == "failed" for op in operations)
    assert recorded.count("fake/a", "encode") > 0


@pytest.mark.parametrize("fault", ["lose", "cannot-hold", "crash"])
def test_what_is_not_proven_is_not_timed(schema, expected, tmp_path, fault):
    recorded = World(schema, a={}, b={"faults": {"verify": fault}}).measure(
        expected, tmp_path, budget_s=2
    )
    assert not recorded.verdicts["fake/b"].proven
    assert {s.codec for s in recorded.samples} == {"fake/a"}


@pytest.mark.parametrize("fault", ["failed", "crash"])
def test_a_dump_that_fails_takes_no_other_codec_with_it(schema, expected, tmp_path, fault):
    world = World(schema, a={}, b={"faults": {"dump": fault}})
    recorded = world.measure(expected, tmp_path, budget_s=5)
    assert recorded.endings["fake/b", "dump"][0] == "failed"
    assert "fake/b" not in recorded.sizes
    assert recorded.count("fake/a", "encode") > 0
    assert recorded.count("fake/b", "decode") > 0


def test_a_driver_that_cannot_start_takes_no_other_with_it(schema, expected, tmp_path):
    world = World(schema, a={}, b={})
    start = world.launch

    def launch(subject, cpus, scratch):
        if subject.codec == "fake/b":
            raise OSError("no such file")
        return start(subject, cpus, scratch)

    world.launch = launch
    recorded = world.measure(expected, tmp_path, budget_s=2)
    assert recorded.verdicts["fake/b"].status == "failed"
    assert recorded.count("fake/a", "encode") > 0


def test_a_just_in_time_compiler_is_done_before_anything_is_sampled(schema, expected, tmp_path):
    world = World(schema, a={}, b={"jit": True, "cold_samples": 1000})
    recorded = world.measure(expected, tmp_path, budget_s=60)
    assert not any(s.sample.compiling_ns for s in recorded.samples)
    for fake in world.launched:
        assert fake.log.count("warm") == int(fake.jit)
    assert {s.wave for s in recorded.samples if s.codec == "fake/b"} == {0, 1, 2}


def test_without_a_processor_to_warm_them_on_fewer_processes_are_measured(
    schema, expected, tmp_path, monkeypatch
):
    monkeypatch.setattr(pipeline, "PROCESSORS", 1)
    world = World(schema, a={}, b={"jit": True, "warming_s": 7.0})
    recorded = world.measure(expected, tmp_path, budget_s=20, precision=1e-9)
    assert world.clock.now_s < 20 * 1.25
    waves = {name: {s.wave for s in recorded.samples if s.codec == name} for name in recorded.sizes}
    assert waves["fake/b"] == {0}
    assert waves["fake/a"] >= {0, 1, 2}


def test_drivers_are_warmed_elsewhere_while_others_are_measured(schema, expected, tmp_path):
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2:
        pytest.skip("there is one processor")
    world = World(schema, a={}, b={"jit": True})
    started = []
    start = world.launch

    def launch(subject, where, scratch):
        started.append((subject.codec, set(where)))
        return start(subject, where, scratch)

    world.launch = launch
    recorded = world.measure(expected, tmp_path, budget_s=30, cpus=frozenset(cpus[-1:]))
    assert ("fake/a", set(cpus)) in started[:2]
    assert all(where == set(cpus[:-1]) for codec, where in started if codec == "fake/b")
    assert len({s.wave for s in recorded.samples if s.codec == "fake/b"}) >= 3
    assert all(fake.ended for fake in world.launched)
    measured = [fake for fake in world.launched if set(fake.log) - {"warm"}]
    assert all(fake.sampled_on == set(cpus[-1:]) for fake in measured)
    assert sorted(os.sched_getaffinity(0)) == cpus


def test_a_warm_process_takes_part_while_another_is_still_being_warmed(schema, expected, tmp_path):
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2:
        pytest.skip("there is one processor")
    slow_may_go_on = threading.Event()
    world = World(schema, native={}, fast={"jit": True}, slow={"jit": True})
    start = world.launch

    def launch(subject, where, scratch):
        fake = start(subject, where, scratch)
        if subject.codec == "fake/slow" and "fake/fast" in {f.codec for f in world.launched}:
            warm = fake.warm

            def warm_late(operations, budget_s):
                assert slow_may_go_on.wait(120)
                return warm(operations, budget_s)

            fake.warm = warm_late
        return fake

    def waves(codec):
        return len({s.wave for s in recorded.samples if s.codec == codec})

    world.launch = launch
    recorded = world.recorded
    sampled = recorded.sampled

    def let_go(round_):
        sampled(round_)
        if waves("fake/fast"):
            slow_may_go_on.set()

    recorded.sampled = let_go
    world.measure(expected, tmp_path, budget_s=1000, precision=1e-9, cpus=frozenset(cpus[-1:]))
    assert slow_may_go_on.is_set()
    assert waves("fake/slow") >= 3


def test_idle_measured_processor_makes_a_jit_process_ready(schema, expected, tmp_path):
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2:
        pytest.skip("there is one processor")
    measured_on = frozenset(cpus[-1:])
    helped = threading.Event()
    world = World(schema, native={}, first={"jit": True}, second={"jit": True})
    start = world.launch

    natives = itertools.count()

    def launch(subject, where, scratch):
        if subject.codec == "fake/native":
            assert next(natives) == 0 or helped.wait(20)  # the second process comes late
        elif set(where) == measured_on:
            helped.set()
        else:
            assert helped.wait(20)  # the other processors are busy
        return start(subject, where, scratch)

    world.launch = launch
    world.measure(expected, tmp_path, budget_s=1000, cpus=measured_on)
    assert helped.is_set()


def test_idle_measured_processor_takes_awaited_processes_where_no_jit_waits(
    schema, expected, tmp_path
):
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2:
        pytest.skip("there is one processor")
    measured_on = frozenset(cpus[-1:])
    helped = threading.Event()
    world = World(schema, a={}, b={}, c={})
    start = world.launch
    processes = itertools.count()

    def launch(subject, where, scratch):
        if set(where) == measured_on:
            helped.set()
        elif next(processes) >= 3:
            assert helped.wait(20)  # the other processors are busy with the second wave's first
        return start(subject, where, scratch)

    world.launch = launch
    recorded = world.measure(expected, tmp_path, budget_s=1000, cpus=measured_on)
    assert helped.is_set()
    waves = [{s.wave for s in recorded.samples if s.codec == codec} for codec in recorded.sizes]
    assert len(waves) == 3
    assert all({0, 1, 2} <= of_codec for of_codec in waves)


def test_native_driver_is_not_restarted_while_a_jit_lacks_processes(schema, expected, tmp_path):
    """The machine is so restless that the native codec never becomes precise enough."""
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2:
        pytest.skip("there is one processor")
    mood = random.Random(3)
    world = World(schema, lambda now_s: mood.uniform(1.0, 2.0), native={}, jit={"jit": True})
    start = world.launch
    natives_done = threading.Event()
    started_early = []

    def launch(subject, where, scratch):
        if subject.codec == "fake/native":
            jits = {s.wave for s in world.recorded.samples if s.codec == "fake/jit"}
            natives = {s.wave for s in world.recorded.samples if s.codec == "fake/native"}
            if len(natives) > 3 and not jits:
                started_early.append(len(natives))
            return start(subject, where, scratch)
        fake = start(subject, where, scratch)
        warm = fake.warm

        def warm_late(operations, budget_s):
            assert natives_done.wait(20)
            return warm(operations, budget_s)

        fake.warm = warm_late
        return fake

    def told(doing):
        if len({s.wave for s in world.recorded.samples if s.codec == "fake/native"}) >= 3:
            natives_done.set()

    world.launch, world.tell = launch, told
    recorded = world.measure(
        expected, tmp_path, budget_s=30, precision=1e-9, cpus=frozenset(cpus[-1:])
    )
    assert natives_done.is_set()
    assert not started_early
    waves = {s.wave for s in recorded.samples if s.codec == "fake/jit"}
    assert len(waves) >= 3


def test_wave_of_jit_processes_has_more_rounds(schema, expected, tmp_path):
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2:
        pytest.skip("there is one processor")
    world = World(schema, native={}, late={"jit": True})
    start = world.launch
    natives_done = threading.Event()

    def launch(subject, where, scratch):
        fake = start(subject, where, scratch)
        if subject.codec == "fake/late":
            warm = fake.warm

            def warm_late(operations, budget_s):
                assert natives_done.wait(20)
                return warm(operations, budget_s)

            fake.warm = warm_late
        return fake

    def told(doing):
        natives = {s.wave for s in world.recorded.samples if s.codec == "fake/native"}
        if len(natives) >= 3:
            natives_done.set()

    world.launch, world.tell = launch, told
    recorded = world.measure(expected, tmp_path, budget_s=1000, cpus=frozenset(cpus[-1:]))
    waves = {s.wave for s in recorded.samples if s.codec == "fake/late"}
    assert waves
    for wave in waves:
        rounds = {s.round for s in recorded.samples if s.wave == wave and s.operation == "encode"}
        assert rounds == set(range(JIT_ROUNDS))


def test_an_interrupt_ends_all_drivers_and_keeps_what_was_recorded(schema, expected, tmp_path):
    world = World(schema, a={}, b={})
    recorded = Recorded()
    rounds = []

    def sampled(round_):
        recorded.samples += round_
        rounds.append(round_)
        if len(rounds) == 3:
            raise KeyboardInterrupt

    recorded.sampled = sampled
    subjects = [Subject("fake/a", "fake", ("a",)), Subject("fake/b", "fake", ("b",))]
    with pytest.raises(KeyboardInterrupt):
        measure(
            subjects, expected, Settings(), recorded, tmp_path,
            launch=world.launch, clock=world.clock,
        )  # fmt: skip
    assert {s.wave for s in recorded.samples} == {0}
    assert len(recorded.samples) > 10
    assert all(fake.ended for fake in world.launched)


SILENT = {"allocations:encode": "silent"}


def test_a_driver_that_never_counts_ends_in_time_and_its_samples_are_kept(
    schema, expected, tmp_path, monkeypatch
):
    monkeypatch.setattr(endings, "LEAST_LEAVING_S", 0.3)
    world = World(schema, a={}, b={"faults": SILENT})
    recorded = world.measure(expected, tmp_path, budget_s=2)
    assert recorded.left_out == [
        "allocations of fake/b not counted: took more than 0.3 s of processor time"
    ]
    why = ("unmeasured", "allocations not counted: took more than 0.3 s of processor time")
    assert {recorded.endings["fake/b", name] for name in ("encode", "decode")} == {why}
    assert waves_of(recorded, "fake/b", "encode") == waves_of(recorded, "fake/a", "encode")
    assert {codec for codec, _ in recorded.allocations} == {"fake/a"}
    assert recorded.memory.count("fake/b") == recorded.memory.count("fake/a")
    assert "counting allocations of fake/b" in world.told
    assert all(fake.ended for fake in world.launched)


def test_all_that_end_have_a_deadline_together(schema, expected, tmp_path, monkeypatch):
    monkeypatch.setattr(endings, "LEAVING_SHARE", 1000)
    monkeypatch.setattr(endings, "LEAST_LEAVING_S", 0.3)
    names = [f"d{number}" for number in range(PROCESSORS + 2)]  # some never begin to count
    world = World(schema, **{name: {"faults": SILENT} for name in names})
    recorded = world.measure(expected, tmp_path, budget_s=1, processes=1)
    why = "allocations of fake/{} not counted: not done 0.3 s after the last sample"
    assert sorted(recorded.left_out) == sorted(map(why.format, names))
    assert {s.codec for s in recorded.samples} == {f"fake/{name}" for name in names}
    assert sorted(recorded.memory) == sorted(f"fake/{name}" for name in names)
    assert all(fake.ended for fake in world.launched)


def test_what_dies_while_it_counts_is_no_matter_of_time(schema, expected, tmp_path):
    world = World(schema, a={}, b={"faults": {"allocations:encode": "crash"}})
    recorded = world.measure(expected, tmp_path, budget_s=2)
    assert recorded.left_out == []
    assert recorded.endings["fake/b", "encode"] == ("failed", "encode: it died (crash)")


def test_what_is_waited_for_is_named(schema, expected, tmp_path):
    world = World(schema, a={}, b={})
    recorded = world.measure(expected, tmp_path, budget_s=2, processes=1)
    said = [told for told in world.told if told.startswith("storing ")]
    counts = [int(told.split()[1].replace(",", "")) for told in said]
    assert sum(counts) == len(recorded.samples)


def test_an_interrupt_while_drivers_end_keeps_all_that_is_known(schema, expected, tmp_path):
    world = World(schema, a={}, b={"faults": SILENT})
    kept = Recorded()

    def tell(_spent_s, doing):
        if doing == "counting allocations of fake/b":
            raise KeyboardInterrupt

    subjects = [Subject("fake/a", "fake", ("a",)), Subject("fake/b", "fake", ("b",))]
    settings = Settings(operations=BY_DEFAULT, processes=1, budget_s=1)
    with pytest.raises(KeyboardInterrupt):
        measure(
            subjects, expected, settings, kept, tmp_path,
            launch=world.launch, clock=world.clock, on_progress=tell,
        )  # fmt: skip
    assert {s.codec for s in kept.samples} == {"fake/a", "fake/b"}
    assert ("fake/a", "encode") in kept.allocations
    assert all(fake.ended for fake in world.launched)


def test_the_order_is_random_but_the_same_for_a_seed(schema, expected, tmp_path):
    def order(seed):
        recorded = World(schema, a={}, b={}, c={}).measure(
            expected, tmp_path, seed=seed, budget_s=1
        )
        return [(s.codec, s.operation) for s in recorded.samples]

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_outlook_counts_the_pairs_that_the_budget_left_open(schema, expected, tmp_path):
    """Three codecs whose times are those of their processes: far apart, so that the mean of two
    says nothing."""
    world = World(schema, a={}, b={}, c={})
    factors = iter([1.0, 3.0, 1.1, 2.9, 1.2, 3.1] * 100)
    start = world.launch

    def launch(subject, cpus, scratch):
        fake = start(subject, cpus, scratch)
        fake.cost_ns = dict.fromkeys(BY_DEFAULT, 1000 * next(factors))
        return fake

    world.launch = launch
    recorded = world.measure(expected, tmp_path, budget_s=30, processes=2)
    timed = {s.operation for s in recorded.samples} - {"memcpy"}
    assert recorded.outlook.pairs == 3 * len(timed | set(PRIMARY))
    assert recorded.outlook.open > 0
