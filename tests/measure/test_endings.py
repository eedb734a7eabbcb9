import pytest

from serbench.measure.endings import awaited
from serbench.measure.processes import Leaving


class Future:
    def __init__(self, is_running):
        self.running = lambda: is_running


@pytest.mark.parametrize(
    ("leaving", "words"),
    [
        ([("a", [], True)], "ending 1 process"),
        ([("a", [], True), ("b", ["encode"], False)], "ending 2 processes"),
        ([("a", [], True), ("b", ["encode"], True)], "counting allocations of b"),
        (
            [("a", ["encode"], True), ("b", ["encode"], True), ("c", ["encode"], False)],
            "counting allocations of a and 2 more",
        ),
    ],
)
def test_what_is_waited_for_is_in_words(leaving, words):
    made = [Leaving(codec, None, ops, 0, Future(runs)) for codec, ops, runs in leaving]
    assert awaited(made) == words
