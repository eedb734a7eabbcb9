from serbench.measure.retaking import FEWEST_KERNELS, RETAKES, SPELL, Kernels, Retaking


def test_a_loud_sample_is_taken_again_until_one_is_quiet():
    found = iter([False, True])
    assert len(Retaking().taken(lambda: next(found), bool)) == 2


def test_it_is_taken_so_often_at_most_and_in_a_long_spell_once():
    retaking = Retaking()
    lengths = [len(retaking.taken(lambda: False, bool)) for _ in range(SPELL + 2)]
    assert lengths == [1 + RETAKES] * SPELL + [1] * 2
    assert len(retaking.taken(lambda: True, bool)) == 1
    assert len(retaking.taken(lambda: False, bool)) == 1 + RETAKES


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
