"""The time left of commands whose parts take other times than expected, by a clock of our own."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from serbench.terminal import timeleft
from serbench.terminal.timeleft import TimeLeft


class Clock:
    now_s = 100.0

    def __call__(self):
        return self.now_s


@dataclass
class Piece:
    """A part as it is expected and as it is. One that tells of itself does so every half second."""

    name: str
    expected_s: float | None
    true_s: float
    keeps_time: bool = False
    tells: bool = True


def carried_out(pieces):
    """What the command thought of its time, and how long it took; the display looks four times a
    second."""
    clock = Clock()
    time_left = TimeLeft(clock)
    for piece in pieces:
        if piece.expected_s is not None:
            time_left.expect(piece.name, piece.expected_s, keeps_time=piece.keeps_time)
    for piece in pieces:
        time_left.begin(piece.name)
        for quarter in range(1, int(piece.true_s * 4)):
            clock.now_s += 0.25
            if piece.tells and quarter % 2 == 0:
                time_left.update(piece.name, quarter / 4 / piece.true_s)
            time_left.left_s()
        clock.now_s += 0.25
        time_left.end(piece.name)
        time_left.left_s()
    return time_left.held_against(time_left.spent_s), time_left.spent_s


RUN = [
    Piece("looking", 1, 1, tells=False),
    Piece("building", 40, 40),
    Piece("measuring", 60, 60, keeps_time=True),
    Piece("ending", 3, 3, tells=False),
    Piece("drawing", 5, 5, tells=False),
]


def test_estimate_is_exact_for_expected_times():
    thought, took_s = carried_out(RUN)
    assert took_s == pytest.approx(109)
    assert thought == pytest.approx([1, 1, 1], abs=0.02)


@pytest.mark.parametrize("slower", [0.4, 0.6, 1.7, 2.5])
def test_estimate_on_another_machine_converges(slower):
    """All that does not keep to a budget takes so many times as long."""
    pieces = [p if p.keeps_time else replace(p, true_s=p.true_s * slower) for p in RUN]
    early, middle, late = carried_out(pieces)[0]
    assert abs(early - 1) < 1 / 3
    assert abs(middle - 1) < 0.2
    assert abs(late - 1) < 0.1
    assert abs(late - 1) <= abs(early - 1)


def test_estimate_recovers_from_one_part_taking_three_times_as_long():
    pieces = [replace(p, true_s=120) if p.name == "building" else p for p in RUN]
    early, middle, late = carried_out(pieces)[0]
    assert early < middle
    assert abs(middle - 1) < 1 / 3
    assert abs(late - 1) < 0.2


def test_late_part_without_progress_always_has_time_left():
    clock = Clock()
    time_left = TimeLeft(clock)
    time_left.expect("drawing", 2)
    time_left.begin("drawing")
    for _ in range(20):
        clock.now_s += 1
        assert time_left.left_s() > 0
    assert time_left.left_s() == pytest.approx(timeleft.OVERDUE_SHARE * 20)


def test_time_left_is_scaled_by_past_error_within_bounds():
    clock = Clock()
    time_left = TimeLeft(clock)
    time_left.expect("first", 10)
    time_left.expect("second", 10)
    time_left.begin("first")
    clock.now_s += 1000
    time_left.end("first")
    assert time_left.left_s() == pytest.approx(timeleft.MOST_WRONG * 10)


def test_a_budget_is_not_scaled():
    clock = Clock()
    time_left = TimeLeft(clock)
    time_left.expect("building", 10)
    time_left.expect("measuring", 60, keeps_time=True)
    time_left.begin("building")
    clock.now_s += 30
    time_left.end("building")
    assert time_left.left_s() == 60


def test_time_left_without_expectation_follows_share_done():
    clock = Clock()
    time_left = TimeLeft(clock)
    time_left.begin("proving")
    assert time_left.left_s() is None
    clock.now_s += 20
    time_left.update("proving", 0.5)
    assert time_left.left_s() == pytest.approx(20)
    clock.now_s += 5
    assert time_left.left_s() == pytest.approx(15)
    time_left.update("proving", 1.0)
    assert time_left.left_s() == 0


def test_unexpected_part_does_not_reduce_the_rest():
    clock = Clock()
    time_left = TimeLeft(clock)
    time_left.expect("measuring", 60, keeps_time=True)
    time_left.begin("asking")
    assert time_left.left_s() == 60


def test_forgotten_part_adds_no_time():
    time_left = TimeLeft(Clock())
    time_left.expect("measuring", 60)
    time_left.expect("drawing", 5)
    time_left.forget("drawing")
    assert time_left.left_s() == 60


def test_expectation_of_running_part_may_change():
    clock = Clock()
    time_left = TimeLeft(clock)
    time_left.expect("building", 5)
    time_left.begin("building")
    time_left.expect("building", 50)
    clock.now_s += 10
    assert time_left.left_s() == pytest.approx(40)


def test_command_without_early_estimates_is_not_compared():
    clock = Clock()
    time_left = TimeLeft(clock)
    time_left.begin("proving")
    clock.now_s += 50
    time_left.update("proving", 0.5)
    time_left.left_s()
    assert time_left.held_against(100) == []
