from serbench.measure.retry_noisy import (
    FEWEST_KERNELS,
    LATEST,
    RETAKES,
    Interruptions,
    Kernels,
    Retaking,
)


def test_loud_sample_is_retaken_until_one_is_quiet():
    retaking = Retaking()
    retaking.taken(lambda: True, bool)
    found = iter([False, True])
    assert len(retaking.taken(lambda: next(found), bool)) == 2


def test_loud_sample_on_a_mostly_quiet_machine_is_retaken_a_limited_number_of_times():
    retaking = Retaking()
    for _ in range(LATEST):
        assert len(retaking.taken(lambda: True, bool)) == 1
    assert len(retaking.taken(lambda: False, bool)) == 1 + RETAKES


def test_loud_sample_on_a_mostly_loud_machine_is_not_retaken():
    retaking = Retaking()
    lengths = [len(retaking.taken(lambda: False, bool)) for _ in range(LATEST)]
    assert lengths == [1] * LATEST
    for _ in range(LATEST // 2 - 1):
        retaking.taken(lambda: True, bool)
    assert len(retaking.taken(lambda: False, bool)) == 1
    for _ in range(4):
        retaking.taken(lambda: True, bool)
    assert len(retaking.taken(lambda: False, bool)) == 1 + RETAKES


def test_threads_of_the_driver_that_take_turns_are_no_interruption():
    of_operation = Interruptions()
    assert all(of_operation.is_alone(count) for count in (14, 12, 15, 17, 20))
    assert not of_operation.is_alone(40)


def test_any_interruption_of_a_thread_that_never_makes_room_counts():
    of_operation = Interruptions()
    assert [of_operation.is_alone(count) for count in (0, 0, 0, 1, 0)] == [True] * 3 + [False, True]


def test_the_first_of_a_process_are_not_judged():
    kernels = Kernels()
    assert all(kernels.is_quiet((200.0 + 100 * i, 200.0)) for i in range(FEWEST_KERNELS - 1))
    assert not kernels.is_quiet((900.0, 200.0))


def test_a_process_that_is_slowed_throughout_is_loud_beside_an_earlier_one():
    kernels = Kernels()
    for level, quiet in ((200.0, True), (400.0, False)):
        judged = [kernels.is_quiet((level, level)) for _ in range(20)]
        assert all(judged[: FEWEST_KERNELS - 1])
        assert set(judged[FEWEST_KERNELS - 1 :]) == {quiet}
        kernels.end_process()


def test_a_process_too_short_to_be_known_is_no_yardstick():
    kernels = Kernels()
    kernels.is_quiet((10.0, 10.0))
    kernels.end_process()
    assert kernels.lowest_ns is None
