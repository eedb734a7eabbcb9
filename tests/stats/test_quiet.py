import numpy as np

from serbench.stats.quiet import is_quiet, kernel_baselines_ns


def quiet(before_ns, after_ns, process=None):
    kernel_ns = np.column_stack([before_ns, after_ns])
    process = np.zeros(len(kernel_ns), dtype=np.int64) if process is None else process
    return is_quiet(kernel_ns, kernel_baselines_ns(kernel_ns, process)).tolist()


def test_a_machine_that_is_slow_most_of_the_time_still_has_its_quiet_samples():
    times_ns = np.array([250.0] * 20 + [480.0] * 80)
    assert quiet(times_ns, times_ns) == [True] * 20 + [False] * 80


def test_one_lucky_sample_does_not_make_all_others_loud():
    times_ns = np.array([100.0] + [250.0] * 99)
    assert all(quiet(times_ns, times_ns))


def test_a_change_of_speed_within_the_sample_is_seen():
    before_ns = np.full(20, 250.0)
    after_ns = np.array([250.0] * 10 + [400.0] * 10)
    assert quiet(before_ns, after_ns) == [True] * 10 + [False] * 10


def test_a_kernel_that_always_starts_cold_is_measured_by_its_like():
    assert all(quiet(np.full(20, 300.0), np.full(20, 250.0)))


def test_a_kernel_whose_code_lies_worse_in_one_process_is_quiet_there():
    times_ns = np.array([250.0] * 20 + [270.0] * 20 + [340.0] * 2)
    process = np.array([0] * 20 + [1] * 22)
    assert quiet(times_ns, times_ns, process) == [True] * 40 + [False] * 2


def test_a_process_that_never_met_the_quiet_machine_is_loud():
    times_ns = np.array([250.0] * 20 + [450.0] * 20)
    process = np.array([0] * 20 + [1] * 20)
    assert quiet(times_ns, times_ns, process) == [True] * 20 + [False] * 20
