import sys
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
