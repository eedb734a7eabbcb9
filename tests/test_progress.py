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

from serbench import learned, progress


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


def test_what_takes_longer_than_planned_is_not_said_to_be_done(clock):
    said = told_by(clock, 40.0, (5, 4, "b"))
    assert said == "99%, 0 s left: proving, longer than planned, b"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.4, "0 s left"), (89, "89 s left"), (100, "2 min left"), (5400, "1 h 30 min left")],
)
def test_the_time_left_is_said_in_units_that_people_use(seconds, words):
    assert progress.left(seconds) == words


def test_of_a_plan_the_time_left_is_that_of_all_parts(clock):
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


def test_a_bar_is_a_part_of_the_plan_that_is_open(clock):
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


def test_of_a_part_that_did_not_come_to_its_end_nothing_is_learned(clock):
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
def test_what_was_thought_of_a_commands_time_is_kept_when_it_has_ended(
    clock, monkeypatch, is_quiet
):
    monkeypatch.setattr(progress, "_is_quiet", is_quiet)
    carried_out(clock)
    [kept] = learned.estimates()
    assert (kept.command, kept.took_s) == ("run", 50.0)
    assert kept.thought[0] < kept.thought[1] == pytest.approx(1, abs=0.15)
    assert kept.thought[2] == pytest.approx(1, abs=0.1)


def test_of_a_command_that_was_interrupted_nothing_is_kept(clock):
    with pytest.raises(KeyboardInterrupt):
        carried_out(clock, KeyboardInterrupt())
    assert learned.estimates() == []


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


def test_without_a_terminal_a_line_is_said_now_and_then_with_or_without_news(monkeypatch, capfd):
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
        bar.show(lambda: LINES)
    assert capfd.readouterr().err == "so far  serialize\nC++     <b>\\x1b[2J 3 ns\n"


def test_in_a_notebook_what_is_known_so_far_stands_beneath_the_bar(cell, clock):
    with progress.bar("measuring") as bar:
        bar.show(lambda: LINES)
        clock.now_s = 1.0
        bar.update(1, 4, "a")
    assert "<pre>so far  serialize\nC++     &lt;b&gt;" in cell[1]["text/html"]


def test_what_nobody_sees_is_not_computed(monkeypatch):
    monkeypatch.setattr(progress, "_is_quiet", True)
    with progress.bar("measuring") as bar:
        bar.show(lambda: pytest.fail("it was computed"))


COMMAND = """
import sys, time
from serbench import progress
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
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    environment |= {"TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", COMMAND, *(["wait"] if interrupted else [])]
    sent = b""
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment) as process:
        os.close(its)
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
def test_in_a_terminal_nothing_wraps_and_one_line_stands_above_what_is_known(columns):
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


def test_an_interrupt_leaves_the_terminal_as_it_was():
    sent, status = in_a_terminal(80, interrupted=True)
    assert status == -signal.SIGINT
    assert "the result" not in sent
    assert "\x1b[?25l" in sent.partition("\x1b[?25h")[0]
