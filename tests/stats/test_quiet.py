import numpy as np

from serbench.stats.quiet import is_quiet, kernel_baselines_ns, that_count


def quiet(before_ns, after_ns, process=None):
    kernel_ns = np.column_stack([before_ns, after_ns])
    process = np.zeros(len(kernel_ns), dtype=np.int64) if process is None else process
    return is_quiet(kernel_ns, kernel_baselines_ns(kernel_ns, process)).tolist()


def test_mostly_slow_machine_still_has_quiet_samples():
    times_ns = np.array([250.0] * 20 + [480.0] * 80)
    assert quiet(times_ns, times_ns) == [True] * 20 + [False] * 80


def test_one_lucky_sample_does_not_make_others_loud():
    times_ns = np.array([100.0] + [250.0] * 99)
    assert all(quiet(times_ns, times_ns))


def test_a_change_of_speed_within_the_sample_is_seen():
    before_ns = np.full(20, 250.0)
    after_ns = np.array([250.0] * 10 + [400.0] * 10)
    assert quiet(before_ns, after_ns) == [True] * 10 + [False] * 10


def test_kernel_starting_cold_is_judged_by_cold_samples():
    assert all(quiet(np.full(20, 300.0), np.full(20, 250.0)))


def test_kernel_with_worse_layout_in_one_process_is_quiet():
    times_ns = np.array([250.0] * 20 + [270.0] * 20 + [340.0] * 2)
    process = np.array([0] * 20 + [1] * 22)
    assert quiet(times_ns, times_ns, process) == [True] * 40 + [False] * 2


def test_process_slowed_throughout_is_loud():
    times_ns = np.array([250.0] * 20 + [450.0] * 20)
    process = np.array([0] * 20 + [1] * 20)
    assert quiet(times_ns, times_ns, process) == [True] * 20 + [False] * 20


def counting(*interrupted_by_process):
    process = np.repeat(
        np.arange(len(interrupted_by_process)), list(map(len, interrupted_by_process))
    )
    return that_count(np.concatenate(interrupted_by_process), process).tolist()


def test_interrupted_samples_do_not_count():
    assert counting(*[[0, 2, 0, -1]] * 5) == [True, False, True, True] * 5


def test_process_with_one_uninterrupted_sample_does_not_count():
    assert counting([1, 1, 0], *[[0, 1, 0]] * 5) == [False] * 3 + [True, False, True] * 5


def test_all_samples_count_if_nearly_all_were_interrupted():
    assert all(counting(*[[0, 2, 0]] * 4, *[[1, 1, 0]] * 3))


def test_all_samples_of_few_processes_count_if_one_was_interrupted_throughout():
    assert counting([0, 1, 0]) == [True, False, True]
    assert all(counting([0, 1, 0], [1, 1, 1]))


def test_threads_taking_turns_are_not_an_interruption():
    turns = [14, 12, 15, 17, 20]
    assert all(counting(*[turns] * 5))
    assert counting(*[[*turns, 60]] * 5) == ([True] * 5 + [False]) * 5


def test_process_interrupted_throughout_does_not_count_beside_others():
    assert counting(*[[0, 0, 0]] * 5, [3, 3, 4]) == [True] * 15 + [False] * 3
