import numpy as np

from serbench.stats.quiet import is_quiet, kernel_baseline_ns


def test_a_machine_that_is_slow_most_of_the_time_still_has_its_quiet_samples():
    kernel_ns = np.array([250.0] * 20 + [480.0] * 80)
    assert is_quiet(kernel_ns, kernel_baseline_ns(kernel_ns)).tolist() == [True] * 20 + [False] * 80


def test_one_lucky_sample_does_not_make_all_others_loud():
    kernel_ns = np.array([100.0] + [250.0] * 99)
    assert is_quiet(kernel_ns, kernel_baseline_ns(kernel_ns)).all()
