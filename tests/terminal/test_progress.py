import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
import types

import pytest

from serbench.machine import learned
from serbench.terminal import progress


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


class Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress.time, "monotonic", clock)
    return clock


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_in_a_notebook_one_bar_is_shown_and_goes(cell, clock, capfd):
    with progress.bar("proving <log>") as bar:
        clock.now_s = 1.0
        bar.update(1, 4, "cpp/cereal")
        clock.now_s = 1.1
        bar.update(1, 4, "too soon for another picture")
        clock.now_s = 60.0
        bar.update(2, 4, "mine<script>")
    first, second, third, last = cell
    assert first == {"text/plain": ""}
    assert second["text/plain"] == "25%, 3 s left: proving <log>, cpp/cereal"
    assert "value=0.500" in third["text/html"]
    assert "mine&lt;script&gt;" in third["text/html"]
    assert "<script>" not in third["text/html"]
    assert last == {"text/plain": ""}
    assert capfd.readouterr() == ("", "")


def told_by(clock, at_s, *updates):
    """What is told of a bar without a plan that was told so."""
    face = progress._Face()
    whole = progress.Plan("", face, clock)
    with whole.doing("proving", "proving") as bar:
        clock.now_s = at_s
        for update in updates:
            bar.update(*update)
        return str(whole.told())


def test_a_bar_without_a_plan_tells_by_the_share_done(clock):
    assert told_by(clock, 20.0, (1, 4, "a"), (2, 4, "b")) == "50%, 20 s left: proving, b"
    assert told_by(Clock(), 20.0, (0, 4, "a")) == "proving, a"
    assert told_by(Clock(), 20.0, (4, 4, "a")) == "99%, 0 s left: proving, a"


def test_overdue_work_is_shown_below_100_percent(clock):
    said = told_by(clock, 40.0, (5, 4, "b"))
    assert said == "99%, 0 s left: proving, longer than planned, b"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s"), (89, "89 s"), (100, "2 min"), (5340, "89 min"), (5400, "1 h 30 min")],
)
def test_duration_is_shown_in_readable_units(seconds, words):
    assert progress.duration(seconds) == words


def test_time_left_of_a_plan_includes_all_parts(clock):
    whole = progress.Plan("run", progress._Face(), clock)
    whole.expect("building", 20)
    whole.expect_budget("measuring", 60)
    whole.expect("drawing", 10)
    assert str(whole.told()) == "0%, 2 min left"
    with whole.doing("building", "building log") as bar:
        clock.now_s += 10
        bar.update(1, 2, "C++: msgpack")
        assert str(whole.told()) == "11%, 80 s left: building log, C++: msgpack"
        clock.now_s += 10
    with whole.doing("measuring", "measuring log") as bar:
        assert str(whole.told()) == "22%, 70 s left: measuring log"
        clock.now_s += 30
        bar.update(30, 60, "process 3")
        assert str(whole.told()) == "56%, 40 s left: measuring log, process 3"


def test_bar_is_a_part_of_the_open_plan(clock):
    with progress.plan("run") as whole:
        whole.expect_budget("measure log", 60)
        with progress.plan("verify") as inner:
            assert inner is whole
        with progress.bar("measuring log", "measure log"):
            assert whole.told().left_s == 60
        with progress.waiting("drawing"):
            assert whole.told().doing == "drawing"
    with progress.plan("run") as another:
        assert another is not whole


def test_how_long_a_kind_of_work_took_here_is_expected_the_next_time(clock):
    for expected_s in (2.0, 6.0):
        whole = progress.Plan("run", progress._Face(), clock)
        whole.expect("page", 2.0, "drawing")
        assert whole.told().left_s == pytest.approx(expected_s)
        with whole.doing("page", "drawing the page"):
            clock.now_s += 6


def test_interrupted_part_is_not_learned(clock):
    whole = progress.Plan("run", progress._Face(), clock)
    whole.expect("page", 2.0, "drawing")
    whole.expect("rest", 1.0)

    def interrupted():
        with whole.doing("page", "drawing the page"):
            clock.now_s += 6
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert learned.seconds("drawing", 2.0) == 2.0
    assert whole.told().left_s == 1.0


def carried_out(clock, error=None):
    with progress.plan("run") as whole:
        whole.expect("building", 20)
        whole.expect("drawing", 10)
        for name, seconds in (("building", 40), ("drawing", 10)):
            with progress.bar(name) as bar:
                for second in range(seconds):
                    clock.now_s += 1
                    bar.update(second + 1, seconds, "")
        if error:
            raise error


@pytest.mark.parametrize("is_quiet", [False, True])
def test_estimates_of_a_finished_command_are_kept(clock, monkeypatch, is_quiet):
    monkeypatch.setattr(progress, "_is_quiet", is_quiet)
    carried_out(clock)
    [kept] = learned.estimates()
    assert (kept.command, kept.took_s) == ("run", 50.0)
    assert kept.thought[0] < kept.thought[1] == pytest.approx(1, abs=0.15)
    assert kept.thought[2] == pytest.approx(1, abs=0.1)


def test_estimates_of_interrupted_command_are_not_kept(clock):
    with pytest.raises(KeyboardInterrupt):
        carried_out(clock, KeyboardInterrupt())
    assert learned.estimates() == []


def test_quiet_option_silences_messages(capsys, monkeypatch):
    monkeypatch.setattr(progress, "_is_quiet", False)
    progress.be_quiet(False)
    progress.say("one")
    progress.be_quiet(True)
    progress.be_quiet(False)  # another option does not undo it
    progress.say("two")
    with progress.bar("building") as bar:
        bar.update(1, 2, "a")
    assert capsys.readouterr().err == "one\n"


def test_lines_are_printed_periodically_without_a_terminal(monkeypatch, capfd):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.02)
    monkeypatch.setattr(progress, "LONG_S", 0.0)
    with progress.bar("measuring") as bar:
        bar.update(1, 2, "counting")
        time.sleep(0.2)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) > 2
    assert all(line.endswith("left: measuring, counting, for 0 s") for line in lines)


@pytest.mark.parametrize(
    ("doing", "seconds", "words"),
    [("counting", 1.9, "counting"), ("counting", 12.4, "counting, for 12 s"), ("", 60, "")],
)
def test_duration_is_shown_for_long_work(doing, seconds, words):
    assert progress.aged(doing, seconds) == words


def test_bar_in_a_terminal_shows_duration_of_long_work(monkeypatch, capfd):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "LONG_S", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with progress.bar("measuring") as bar:
        bar.update(1, 2, "counting [bold]")
        time.sleep(0.3)
    assert "counting [bold], for 0 s" in capfd.readouterr().err


def test_long_work_without_parts_is_named(monkeypatch, capfd):
    with progress.waiting("drawing"):
        pass
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(progress, "LONG_S", 0.01)
    with progress.waiting("drawing"):
        time.sleep(0.1)
    assert capfd.readouterr().err == "drawing …\n"


LINES = ["so far  serialize", "C++     <b>\x1b[2J 3 ns"]


def test_interim_results_are_printed_without_a_terminal(capfd):
    with progress.bar("measuring") as bar:
        bar.show(lambda: LINES)
    assert capfd.readouterr().err == "so far  serialize\nC++     <b>\\x1b[2J 3 ns\n"


def test_interim_results_in_a_notebook_stand_beneath_the_bar(cell, clock):
    with progress.bar("measuring") as bar:
        bar.show(lambda: LINES)
        clock.now_s = 1.0
        bar.update(1, 4, "a")
    assert "<pre>so far  serialize\nC++     &lt;b&gt;" in cell[1]["text/html"]


def test_unseen_interim_results_are_not_computed(monkeypatch):
    monkeypatch.setattr(progress, "_is_quiet", True)
    with progress.bar("measuring") as bar:
        bar.show(lambda: pytest.fail("it was computed"))


COMMAND = """
import sys, time
from serbench.terminal import progress
with progress.plan("run") as whole:
    whole.expect_budget("measure", 60)
    with progress.bar("measuring a workload of quite a long name", "measure") as bar:
        bar.update(1, 60, "process 12, deserialize: python/a-codec-of-an-even-longer-name")
        time.sleep(0.6)
        progress.say("a message")
        bar.show(lambda: ["too old"])
        time.sleep(0.6)
        bar.show(lambda: ["so far  serialize", "C++     " + 100 * "x", "\x1b[2J<b>"])
        time.sleep(0.6)
        if "wait" in sys.argv:
            time.sleep(60)
print("the result")
"""
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def in_a_terminal(columns, interrupted=False):
    """What `COMMAND` sends to a terminal of so many columns, and its exit status."""
    ours, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    environment |= {"TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", COMMAND, *(["wait"] if interrupted else [])]
    sent = b""
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as process:
        os.close(terminal)
        while True:
            try:
                if not (piece := os.read(ours, 65536)):
                    break
            except OSError:  # how Linux says that nobody writes any more
                break
            sent += piece
            if interrupted and b"xxx" in sent:
                process.send_signal(signal.SIGINT)
                interrupted = False
    os.close(ours)
    return sent.decode(), process.returncode


@pytest.mark.parametrize("columns", [80, 40])
def test_terminal_progress_does_not_wrap_above_interim_results(columns):
    sent, status = in_a_terminal(columns)
    assert status == 0
    rows = [_CONTROL.sub("", row) for row in re.split(r"[\r\n]+", sent)]
    assert max(map(len, rows)) == columns  # what is too long is cut, and fills the row
    assert "a message" in rows
    assert "the result" in rows
    pictures = [row for row in rows if "━" in row]
    assert pictures
    assert all(re.search(r"\d%, \d+ s left", row) for row in pictures)
    assert "s left  measuring" in pictures[len(pictures) // 2]
    # Before a picture is sent again, the cursor goes up as many rows as stand beneath its first.
    ups = [len(re.findall("\x1b\\[1A", before)) for before in sent.split("━")[1:-1]]
    assert max(ups) == 3
    assert "\\x1b[2J<b>" in sent
    assert "too old" not in sent.rpartition("so far")[2]
    assert sent.rpartition("\x1b[?25h")[2].strip().endswith("the result")


def test_interrupt_restores_the_terminal():
    sent, status = in_a_terminal(80, interrupted=True)
    assert status == -signal.SIGINT
    assert "the result" not in sent
    assert "\x1b[?25l" in sent.partition("\x1b[?25h")[0]
