import sys
import time
import types

import pytest

from serbench import progress


@pytest.fixture
def cell(monkeypatch):
    """Pictures as a notebook was given them: the first, and what took its place."""
    pictures = []

    class Shown:
        def update(self, picture, raw):
            pictures.append(picture)

    def display(picture, raw, display_id):
        assert raw
        assert display_id
        pictures.append(picture)
        return Shown()

    of_ipython = types.ModuleType("IPython.display")
    of_ipython.display = display
    monkeypatch.setitem(sys.modules, "ipykernel", types.ModuleType("ipykernel"))
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", of_ipython)
    return pictures


def test_in_a_notebook_one_bar_is_shown_and_goes(cell, monkeypatch, capfd):
    now = iter([0.0, 1.0, 1.1, 60.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    with progress.bar("proving <log>") as bar:
        bar.update(1, 4, "cpp/cereal")
        bar.update(1, 4, "too soon for another picture")
        bar.update(2, 4, "mine<script>")
    first, second, third, last = cell
    assert first == {"text/plain": "proving <log>"}
    assert second["text/plain"] == "proving <log>: 25%, 3 s left, cpp/cereal"
    assert "value=0.500" in third["text/html"]
    assert "mine&lt;script&gt;" in third["text/html"]
    assert "<script>" not in third["text/html"]
    assert last == {"text/plain": ""}
    assert capfd.readouterr() == ("", "")


def test_without_a_terminal_a_line_is_said_now_and_then(monkeypatch, capfd):
    now = iter([0.0, 1.0, 20.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    with progress.bar("proving") as bar:
        bar.update(1, 4, "a")
        bar.update(2, 4, "b")
    assert capfd.readouterr().err == "proving: 50%, 20 s left, b\n"


def test_what_takes_longer_than_planned_is_not_said_to_be_done(monkeypatch, capfd):
    now = iter([0.0, 20.0, 40.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    with progress.bar("measuring") as bar:
        bar.update(0, 4, "a")
        bar.update(5, 4, "b")
    assert capfd.readouterr().err == ("measuring: 0%, a\nmeasuring: 100%, longer than planned, b\n")


def test_nothing_is_said_if_that_is_asked_for(capsys, monkeypatch):
    monkeypatch.setattr(progress, "_is_quiet", False)
    progress.be_quiet(False)
    progress.say("one")
    progress.be_quiet(True)
    progress.be_quiet(False)  # another option does not undo it
    progress.say("two")
    with progress.bar("building") as bar:
        bar.update(1, 2, "a")
    assert capsys.readouterr().err == "one\n"


def test_what_goes_on_without_news_is_said_again(monkeypatch, capfd):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.02)
    monkeypatch.setattr(progress, "LONG_S", 0.0)
    with progress.bar("measuring") as bar:
        bar.update(1, 2, "counting")
        time.sleep(0.2)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) > 2
    assert all(line.endswith("left, counting, for 0 s") for line in lines)


@pytest.mark.parametrize(
    ("doing", "seconds", "words"),
    [("counting", 1.9, "counting"), ("counting", 12.4, "counting, for 12 s"), ("", 60, "")],
)
def test_how_long_something_goes_on_is_said_once_it_is_long(doing, seconds, words):
    assert progress.aged(doing, seconds) == words


def test_in_a_terminal_a_bar_says_how_long_something_goes_on(monkeypatch, capfd):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "LONG_S", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with progress.bar("measuring") as bar:
        bar.update(1, 2, "counting [bold]")
        time.sleep(0.3)
    assert "counting [bold], for 0 s" in capfd.readouterr().err


def test_what_has_no_parts_is_named_if_it_takes_long(monkeypatch, capfd):
    with progress.waiting("drawing"):
        pass
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(progress, "LONG_S", 0.01)
    with progress.waiting("drawing"):
        time.sleep(0.1)
    assert capfd.readouterr().err == "drawing …\n"


LINES = ["so far  serialize", "C++     <b>\x1b[2J 3 ns"]


def test_without_a_terminal_what_is_known_so_far_is_printed(capfd):
    with progress.bar("measuring") as bar:
        bar.show(LINES)
    assert capfd.readouterr().err == "so far  serialize\nC++     <b>\\x1b[2J 3 ns\n"


def test_in_a_terminal_what_is_known_so_far_stands_beneath_the_bar(monkeypatch, capfd):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    with progress.bar("measuring") as bar:
        bar.show(["too old"])
        bar.show(LINES)
        bar.update(1, 2, "a")
        time.sleep(0.3)
    shown = capfd.readouterr().err
    assert shown.index("measuring") < shown.index("so far  serialize")
    assert "<b>\\x1b[2J 3 ns" in shown
    assert "too old" not in shown.rpartition("so far")[2]


def test_in_a_notebook_what_is_known_so_far_stands_beneath_the_bar(cell, monkeypatch):
    now = iter([0.0, 1.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    with progress.bar("measuring") as bar:
        bar.show(LINES)
        bar.update(1, 4, "a")
    assert "<pre>so far  serialize\nC++     &lt;b&gt;" in cell[1]["text/html"]


def test_when_all_is_done_no_time_is_left():
    assert progress._line("measuring", 60, 1.0, "ending") == "measuring: 100%, ending"
