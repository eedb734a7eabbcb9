import pytest

from serbench.measure.sampling import BATCH_NS, Batch, calibrate, warm_up
from tests.fake_driver import FakeClock, FakeDriver


def driver(schema, expected, **members):
    fake = FakeDriver(schema, **members)
    fake.open(expected.path)
    fake.verify()
    return fake


@pytest.mark.parametrize("cost_ns", [1, 100, 12_345, 900_000])
def test_a_batch_takes_the_time_it_should(schema, expected, cost_ns):
    fake = driver(schema, expected, cost_ns={"encode": cost_ns})
    batch = calibrate(fake, "encode")
    assert BATCH_NS <= batch.sample(fake).ns <= 2.5 * BATCH_NS
    assert batch.warm_passes == 1


def test_a_long_pass_is_one_pass_without_another_to_warm_it(schema, expected):
    fake = driver(schema, expected, cost_ns={"encode": 1e9})
    assert calibrate(fake, "encode") == Batch("encode", 1, 0)


def test_warming_goes_on_while_the_compiler_is_at_work(schema, expected):
    clock = FakeClock()
    fake = driver(schema, expected, clock=clock, cold_samples=50)
    assert warm_up(fake, Batch("encode", 5000, 1), 60.0, clock)
    assert len(fake.log) > 50
    assert fake.cold_samples == 0


def test_a_machine_that_slows_down_is_not_taken_for_warming(schema, expected):
    clock = FakeClock(lambda now_s: 1.0 + now_s * 20)
    fake = driver(schema, expected, clock=clock)
    assert warm_up(fake, Batch("encode", 5000, 1), 60.0, clock)
    assert len(fake.log) == 6


def test_warming_ends_with_its_budget(schema, expected):
    clock = FakeClock()
    fake = driver(schema, expected, clock=clock, cold_samples=10**6)
    assert not warm_up(fake, Batch("encode", 5000, 1), 0.5, clock)
    assert clock.now_s == pytest.approx(0.5, abs=0.1)
