"""What is thought of the time that object files take, against a clock that the tests move."""

import pytest

from serbench.measure import file_time
from serbench.measure.file_time import BELIEVED_S, Pace
from serbench.measure.storage import FRESH_FROM, work

FEW = {"repeats": 3, "placements": 2, "readings": 2}


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


def test_work_without_compiler_is_proportional_to_values():
    less, more = (work(jit=False, count=count, **FEW) for count in (100_000, 200_000))
    assert 1.9 < more.seconds / less.seconds < 2.0


def test_few_values_with_a_compiler_take_one_process_and_constant_time():
    fewer, few, fresh = (work(jit=True, count=count, **FEW) for count in (10, 1000, FRESH_FROM))
    assert few.processes == 1
    assert fresh.processes == 6
    assert fewer.seconds > 0.8 * few.seconds


def test_time_left_follows_observed_time_of_the_same_kind():
    clock = Clock()
    native, jit = work(jit=False, count=10, **FEW), work(jit=True, count=10, **FEW)
    pace = Pace({"a": native, "b": jit}, clock)
    thought_s = native.seconds + jit.seconds - file_time.PROOF_S - file_time.PROOF_JIT_S
    assert pace.left_s() == pytest.approx(thought_s)
    with pace.warming(["b"]):
        clock.now_s += 3 * jit.warm_s
    seen = (3 * jit.warm_s + BELIEVED_S) / (jit.warm_s + BELIEVED_S)
    rest_s = thought_s - jit.warm_s  # what was not seen yet is thought to be as slow
    assert pace.left_s() == pytest.approx(seen * rest_s)
    with pace.timing("a"):
        clock.now_s += native.turn_s
    assert pace.left_s() < seen * rest_s
    pace.gave_up("a")
    pace.gave_up("b")
    assert pace.left_s() == 0


def test_slowness_is_remembered(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert file_time.remembered_slowness() == 1.0
    clock = Clock()
    jit = work(jit=True, count=10, **FEW)
    pace = Pace({"b": jit}, clock)
    for _ in range(jit.processes):
        with pace.warming(["b"]):
            clock.now_s += 4 * jit.warm_s
    file_time.remember(pace)
    assert file_time.remembered_slowness() == pytest.approx(pace.seen_slowness(), abs=0.01)
    assert 1.5 < file_time.remembered_slowness() < 4
