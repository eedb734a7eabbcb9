import os

import pytest

from serbench.commands.files import _placement
from serbench.errors import UserError
from serbench.machine import processors
from serbench.measure import environment, page_cache


@pytest.fixture
def macos(monkeypatch):
    """What Python's `os` lacks there."""
    for name in ("sched_getaffinity", "sched_setaffinity", "posix_fadvise"):
        monkeypatch.delattr(os, name)


def test_within_a_thread_has_these_processors_and_afterwards_its_own():
    before = processors.allowed()
    with processors.pinned({min(before)}):
        assert processors.allowed() == {min(before)}
    assert processors.allowed() == before


def test_none_named_are_all_it_had():
    with processors.pinned(()):
        assert processors.allowed() == os.sched_getaffinity(0)


def test_a_thread_that_is_gone_is_an_error():
    beyond_all = 2**30  # https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html, pid_max
    with pytest.raises(ProcessLookupError):
        processors.pin(beyond_all, {0})


def test_where_a_system_pins_to_none_nothing_is_pinned(macos):
    with processors.pinned({0}):
        assert processors.allowed() == set(range(os.cpu_count() or 1))
    assert environment.driver_cpus() == frozenset()
    assert _placement("all") == frozenset()
    with pytest.raises(UserError, match="--cores all"):
        _placement("0")


def test_thread_that_goes_first_has_its_usual_priority_afterwards():
    before = os.sched_getscheduler(0)
    with processors.first():
        within = os.sched_getscheduler(0)
    assert os.sched_getscheduler(0) == before == os.SCHED_OTHER
    may = os.geteuid() == 0
    assert within in ({os.SCHED_FIFO | os.SCHED_RESET_ON_FORK} if may else {before})


def test_thread_that_may_not_go_first_goes_on(monkeypatch):
    def refuse(*arguments):
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    with processors.first():
        pass


def test_a_file_stays_in_memory_where_nothing_drops_it(macos, monkeypatch, tmp_path):
    monkeypatch.setattr(page_cache, "DROP_CACHES", tmp_path / "none" / "drop_caches")
    (tmp_path / "x").write_bytes(b"x" * 9000)
    assert not page_cache.drop(tmp_path / "x")
