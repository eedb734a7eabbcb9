"""The fuzzer finds what it is there to find: readers that fail in each of the ways it knows."""

import os
import time

import pytest

from serbench.errors import UserError
from tests.fuzz import harness
from tests.fuzz.harness import MIB, Runner
from tests.fuzz.kinds import KINDS
from tests.fuzz.minimise import minimised


@pytest.fixture
def outcome_of():
    runners = []

    def run(read, data=b"x"):
        runners.append(Runner(read))
        return runners[-1].run("case.txt", data)

    yield run
    for runner in runners:
        runner.close()


def refuse(path):
    raise UserError(f"{path}: no")


def refuse_unprintably(path):
    print("\x1b[2J")
    raise UserError("no")


def refuse_in_two_lines(path):
    raise UserError("no\nyes")


def refuse_at_length(path):
    raise UserError("no" * 500_000)


def take_memory(path):
    taken = b"x" * (300 * MIB)
    assert taken


def take_memory_elsewhere(path):
    """As a reader does that a process of its own reads in."""
    if os.fork() == 0:
        taken = b"x" * (300 * MIB)
        time.sleep(60)
        assert taken
    time.sleep(60)


def never_end(path):
    while True:
        pass


@pytest.mark.parametrize(
    ("read", "verdict", "signature"),
    [
        (lambda path: None, "read", ""),
        (refuse, "refused", "UserError"),
        (refuse_at_length, "refused", "UserError"),
        (refuse_unprintably, "refused", "UserError"),  # what commands a terminal is spelt out
        (refuse_in_two_lines, "failed", "unprintable message"),
        (lambda path: 1 // 0, "failed", "ZeroDivisionError in cli._main"),
        (lambda path: os.abort(), "failed", "SIGABRT"),
        (lambda path: os._exit(3), "failed", "exit 3"),
        (take_memory, "failed", "memory"),
        (take_memory_elsewhere, "failed", "memory"),
        (never_end, "failed", "hang"),
    ],
)
def test_outcome_of_reader_is_classified(outcome_of, monkeypatch, read, verdict, signature):
    monkeypatch.setattr(harness, "MOST_CPU_S", 0.5)
    outcome = outcome_of(read)
    assert (outcome.verdict, outcome.signature) == (verdict, signature)


def test_memory_limit_grows_with_file_size(outcome_of):
    assert outcome_of(take_memory, b"x" * (12 * MIB)).verdict == "read"


def test_case_after_crash_is_read():
    runner = Runner(lambda path: os.abort() if path.read_bytes() == b"die" else None)
    try:
        verdicts = [runner.run("case", data).verdict for data in (b"live", b"die", b"live")]
    finally:
        runner.close()
    assert verdicts == ["read", "failed", "read"]


def test_a_failing_file_is_made_smaller():
    assert minimised(b"a lot of text ! and more", lambda data: b"!" in data) == b"!"


@pytest.mark.parametrize("name", KINDS)
def test_cases_differ_and_are_the_same_for_the_same_seed(name):
    kind = KINDS[name]
    cases = [kind.case(1, number) for number in range(8)]
    assert cases == [kind.case(1, number) for number in range(8)]
    assert len(set(cases)) > 4
