import os
import signal

import pytest

from serbench.machine.interrupts import deferred, terminable


def test_an_interrupt_waits_until_the_work_is_done():
    done = []

    def work():
        with deferred():
            os.kill(os.getpid(), signal.SIGINT)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [1]


def test_an_interrupt_in_an_inner_block_waits_for_the_outer_one():
    done = []

    def work():
        with deferred():
            with deferred():
                os.kill(os.getpid(), signal.SIGINT)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [1]


def test_signal_handler_is_restored_afterwards():
    before = signal.getsignal(signal.SIGINT)
    with deferred():
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_error_inside_deferred_propagates():
    with pytest.raises(ValueError, match="x"), deferred():
        raise ValueError("x")


def test_sigterm_within_terminable_is_a_deferred_interrupt():
    done = []
    before = signal.getsignal(signal.SIGTERM)

    def work():
        with terminable(), deferred():
            os.kill(os.getpid(), signal.SIGTERM)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [1]
    assert signal.getsignal(signal.SIGTERM) is before
