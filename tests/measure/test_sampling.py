from dataclasses import dataclass

import msgspec
import pytest

from serbench.measure.sampling import (
    BATCH_NS,
    COLLECTED_BATCH_NS,
    COLLECTED_PASSES,
    Batch,
    calibrate,
    warm_up,
)
from tests.fake_driver import FakeClock, FakeDriver


def driver(schema, expected, **members):
    fake = FakeDriver(schema, **members)
    fake.open(expected.path)
    fake.verify()
    return fake


@pytest.mark.parametrize("cost_ns", [1, 100, 12_345, 900_000])
def test_batch_takes_the_intended_time(schema, expected, cost_ns):
    fake = driver(schema, expected, cost_ns={"encode": cost_ns})
    batch = calibrate(fake, "encode")
    assert BATCH_NS <= batch.sample(fake).ns <= 2.5 * BATCH_NS
    assert batch.warm_passes == 1


def test_long_pass_makes_a_batch_of_one_without_warm_pass(schema, expected):
    fake = driver(schema, expected, cost_ns={"encode": 1e9})
    assert calibrate(fake, "encode") == Batch("encode", 1, 0, 2_000_000_000)


@dataclass
class Collected:
    """A driver whose collector runs each time when so many passes have left their garbage. Like
    Go's it `settles` before each sample, or like Java's it does not."""

    driver: FakeDriver
    cycle: float
    settles: bool = True
    garbage: float = 0.0

    def sample(self, operation, passes, warm_passes):
        sample = self.driver.sample(operation, passes, warm_passes)
        before = (0 if self.settles else self.garbage) + warm_passes
        self.garbage = before + passes
        collections = int(self.garbage // self.cycle - before // self.cycle)
        return msgspec.structs.replace(sample, collections=collections)


@pytest.mark.parametrize(
    ("pass_ms", "cycle"), [(0.001, 1700), (0.001, 5400.5), (0.9, 3.4), (0.9, 10.0), (0.05, 61.0)]
)
def test_batch_spans_two_collector_cycles_after_a_warm_one(schema, expected, pass_ms, cycle):
    fake = driver(schema, expected)
    fake.cost_ns = {"decode": pass_ms * 1e6 / len(fake._values)}
    collected = Collected(fake, cycle)
    batch = calibrate(collected, "decode")
    assert batch.passes == pytest.approx(2 * cycle, rel=0.07, abs=1)
    assert batch.warm_passes == pytest.approx(cycle, rel=0.07, abs=1)
    assert 1 <= batch.sample(collected).collections <= 3


@pytest.mark.parametrize(("pass_ms", "cycle"), [(9.0, 2.6), (30.0, 3.2), (1.2, 15.0)])
def test_batch_spans_one_cycle_if_two_take_too_long(schema, expected, pass_ms, cycle):
    fake = driver(schema, expected)
    fake.cost_ns = {"decode": pass_ms * 1e6 / len(fake._values)}
    batch = calibrate(Collected(fake, cycle), "decode")
    assert batch.passes == pytest.approx(cycle, abs=1)
    assert batch.passes <= max(COLLECTED_PASSES, COLLECTED_BATCH_NS / 1e6 / pass_ms) + 1


@pytest.mark.parametrize("garbage", range(0, 200, 7))
def test_batch_is_unchanged_by_rare_collections(schema, expected, garbage):
    fake = driver(schema, expected)
    fake.cost_ns = {"decode": 1e6 / len(fake._values)}
    collected = Collected(fake, 110, settles=False, garbage=garbage)
    assert calibrate(collected, "decode") == calibrate(fake, "decode")


def test_batch_is_unchanged_without_collections(schema, expected):
    fake = driver(schema, expected)
    assert calibrate(Collected(fake, float("inf")), "encode") == calibrate(fake, "encode")


def test_warming_goes_on_while_the_compiler_is_at_work(schema, expected):
    clock = FakeClock()
    fake = driver(schema, expected, clock=clock, cold_samples=50)
    assert warm_up(fake, Batch("encode", 5000, 1), 60.0, clock)
    assert len(fake.log) > 50
    assert fake.cold_samples == 0


def test_slowing_machine_is_not_taken_for_warming(schema, expected):
    clock = FakeClock(lambda now_s: 1.0 + now_s * 20)
    fake = driver(schema, expected, clock=clock)
    assert warm_up(fake, Batch("encode", 5000, 1), 60.0, clock)
    assert len(fake.log) == 6


def test_warming_ends_with_the_budget(schema, expected):
    clock = FakeClock()
    fake = driver(schema, expected, clock=clock, cold_samples=10**6)
    assert not warm_up(fake, Batch("encode", 5000, 1), 0.5, clock)
    assert clock.now_s == pytest.approx(0.5, abs=0.1)
