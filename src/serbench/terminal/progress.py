"""Progress on standard error: one display for a whole command, with the time left for all of it. A
live line in a terminal, a line now and then elsewhere, in a notebook a bar beneath the cell.

A command opens a `plan` and says how long it expects its parts to take; each `bar` within is one of
them. A bar outside of a plan is a plan of one part.
"""

from __future__ import annotations

import html
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from serbench.machine import learned
from serbench.terminal.plain_text import plain, plain_lines
from serbench.terminal.timeleft import TimeLeft

if TYPE_CHECKING:
    from rich.console import RenderableType

# Without a terminal, a log should not fill with progress.
SECONDS_BETWEEN_LINES = 10.0
_SECONDS_BETWEEN_PICTURES = 0.25
_LATE = "longer than planned"
# What goes on for longer is said to, lest it looks as if nothing did.
LONG_S = 2.0
# Until a command is done, no more of it is.
_ALMOST = 0.99
_BAR_WIDTH = 12
# Shorter commands say nothing of how well time is foretold.
LEAST_KEPT_S = 2.0

_is_quiet = False


def be_quiet(wanted: bool) -> bool:
    """From now on nothing is said but results and errors."""
    global _is_quiet
    _is_quiet = _is_quiet or wanted
    return wanted


class Bar(Protocol):
    def update(self, done: float, total: float, doing: str) -> None:
        """How far this part is, in any unit, and what is being done now."""

    def expect(self, seconds: float) -> None:
        """How long this part will take in all, now that more is known of it."""

    def show(self, lines: Callable[[], Sequence[str]]) -> None:
        """What is known so far: beneath the bar, in place of what was shown before. The function is
        called at once, or not at all if nothing is shown."""


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to say: how much of the whole is done and how many seconds are left for all of
    it, None if nothing is known of that, and what is being done."""

    share: float | None
    left_s: float | None
    doing: str

    def __str__(self) -> str:
        return ": ".join(filter(None, [self.figures, self.doing]))

    @property
    def figures(self) -> str:
        if self.share is None or self.left_s is None:
            return ""
        return f"{self.share:.0%}, {duration(self.left_s)} left"


def duration(seconds: float) -> str:
    """For people: `40 s`, `3 min` from 90 s on, `1 h 30 min` from 90 min on."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 90 else f"{minutes} min"


class Plan:
    """Of a command: its parts, what each is expected to take, and what is done of them."""

    def __init__(self, command: str, face: _Face, clock: Callable[[], float]) -> None:
        self._command = command
        self._face = face
        self._clock = clock
        self._time_left = TimeLeft(clock)
        # Of parts whose time here is learned: the kind of work, and seconds by the rule of thumb.
        self._kinds: dict[str, tuple[str, float]] = {}
        self._title, self._doing, self._since_s, self._is_late = "", "", clock(), False
        # Whether a part did not come to its end.
        self._is_broken = False
        self._looked_s = clock()
        # Bars are told of from threads, faces look from others.
        self._lock = threading.RLock()

    def expect(self, part: str, rule_s: float, kind: str = "") -> None:
        """That a part will be, and takes so long by the rule of thumb. With a `kind` of work, what
        this machine has shown of it is taken into account, and the part adds to that."""
        with self._lock:
            if kind:
                self._kinds[part] = kind, rule_s
            seconds = learned.seconds(kind, rule_s) if kind else rule_s
            self._time_left.expect(part, seconds)
            self._time_left.left_s()  # seen or not: it is held against the truth

    def expect_budget(self, part: str, seconds: float) -> None:
        """That a part will take so long, however slow the machine is."""
        with self._lock:
            self._time_left.expect(part, seconds, keeps_time=True)

    def forget(self, part: str) -> None:
        """It will not be."""
        with self._lock:
            self._time_left.forget(part)

    @contextmanager
    def doing(self, part: str, title: str) -> Iterator[Bar]:
        """A part, from its beginning to its end."""
        with self._lock:
            outer = self._title
            self._time_left.begin(part)
            self._time_left.left_s()  # seen or not: it is held against the truth
            self._say(title, "")
        try:
            yield _Part(self, part, title)
        except BaseException:
            with self._lock:
                self._is_broken = True
                self._time_left.forget(part)
            raise
        else:
            with self._lock:
                took_s = self._time_left.end(part)
                kind, rule_s = self._kinds.pop(part, ("", 0.0))
            if kind:
                learned.learn({kind: rule_s}, took_s)
        finally:
            with self._lock:
                self._say(outer, "")

    def told(self) -> Told:
        with self._lock:
            left_s = self._time_left.left_s()
            spent_s = self._time_left.spent_s
            since_s = self._clock() - self._since_s
            doing = ", ".join(filter(None, [self._title, _LATE * self._is_late, self._doing]))
        share = None
        if left_s is not None:
            share = min(spent_s / max(spent_s + left_s, 1e-9), _ALMOST)
        return Told(share, left_s, aged(doing, since_s))

    def keep(self) -> None:
        """Puts down what was thought of the time, if the command came to its end."""
        with self._lock:
            took_s = self._time_left.spent_s
            thought = self._time_left.held_against(took_s)
            is_broken = self._is_broken
        if self._command and thought and not is_broken and took_s >= LEAST_KEPT_S:
            learned.keep(self._command, took_s, thought)

    def _say(self, title: str, doing: str, is_late: bool = False) -> None:
        if (title, doing) != (self._title, self._doing):
            self._since_s = self._clock()
        self._title, self._doing, self._is_late = title, doing, is_late

    def update(self, part: str, title: str, share: float, doing: str) -> None:
        with self._lock:
            self._time_left.update(part, share)
            self._say(title, doing, share > 1)
            # Not each time: while measuring, it would be after each sample.
            if (now_s := self._clock()) - self._looked_s < _SECONDS_BETWEEN_PICTURES:
                return
            self._looked_s = now_s
            self._time_left.left_s()
        self._face.look()

    def expect_part(self, part: str, seconds: float) -> None:
        with self._lock:
            self._time_left.expect(part, seconds)

    def show(self, lines: Callable[[], Sequence[str]]) -> None:
        if self._face.is_seen:
            self._face.show(lines())


@dataclass(frozen=True, slots=True)
class _Part:
    """A `Bar`."""

    plan: Plan
    name: str
    title: str

    def update(self, done: float, total: float, doing: str) -> None:
        self.plan.update(self.name, self.title, done / total if total > 0 else 1.0, doing)

    def expect(self, seconds: float) -> None:
        self.plan.expect_part(self.name, seconds)

    def show(self, lines: Callable[[], Sequence[str]]) -> None:
        self.plan.show(lines)


_open: ContextVar[Plan | None] = ContextVar("_open", default=None)


@contextmanager
def plan(command: str = "") -> Iterator[Plan]:
    """That of the whole command: the one that is open, if one is. Its display is gone when the work
    is done. How well its time was foretold is kept if the command has a name."""
    if outer := _open.get():
        yield outer
        return
    face = _face()
    command_plan = Plan(command, face, time.monotonic)
    mark = _open.set(command_plan)
    try:
        with face.seen(command_plan.told):
            yield command_plan
        command_plan.keep()
    finally:
        _open.reset(mark)


@contextmanager
def bar(title: str, part: str = "") -> Iterator[Bar]:
    """A part of the plan, by the name that it is expected by. Without a plan, time left is
    estimated from the share done."""
    with plan() as whole, whole.doing(part or title, title) as part_bar:
        yield part_bar


@contextmanager
def waiting(doing: str, part: str = "") -> Iterator[None]:
    """Says what is being done that has no parts, if it takes longer than a moment."""
    if _open.get() or (sys.stderr.isatty() and "ipykernel" not in sys.modules):
        with bar(doing, part):
            yield
        return
    later = threading.Timer(LONG_S, say, [f"{doing} …"])
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()


def aged(doing: str, seconds: float) -> str:
    """What is being done, and for how long, if that is long."""
    return f"{doing}, for {seconds:.0f} s" if doing and seconds >= LONG_S else doing


class _Face:
    """Where it is seen: nowhere, if not otherwise."""

    is_seen = False

    @contextmanager
    def seen(self, told: Callable[[], Told]) -> Iterator[None]:
        yield

    def look(self) -> None:
        """There is news."""

    def show(self, lines: Sequence[str]) -> None:
        """What is known so far; nothing if there is none."""


def _face() -> _Face:
    if _is_quiet:
        return _Face()
    if "ipykernel" in sys.modules:
        return _Notebook()
    return _Terminal() if sys.stderr.isatty() else _Lines()


class _Terminal(_Face):
    is_seen = True

    def __init__(self) -> None:
        self._lines: Sequence[str] = ()

    @contextmanager
    def seen(self, told: Callable[[], Told]) -> Iterator[None]:
        from rich.console import Group
        from rich.live import Live
        from rich.text import Text

        from serbench.terminal.screen import Screen

        screen = Screen(stderr=True)

        def picture() -> RenderableType:
            state = told()
            line = Text(no_wrap=True, overflow="ellipsis")
            if state.share is not None:
                done = round(_BAR_WIDTH * state.share)
                line.append("━" * done, style="bar.complete")
                line.append("━" * (_BAR_WIDTH - done), style="bar.back")
                line.append(f" {state.figures}  ")
            line.append(plain(state.doing), style="dim")
            known = (Text(row, no_wrap=True, overflow="ellipsis") for row in self._lines)
            return Group(line, *known)

        refreshing = 1 / _SECONDS_BETWEEN_PICTURES
        with Live(
            console=screen,
            get_renderable=picture,
            transient=True,
            refresh_per_second=refreshing,
        ):
            yield

    def show(self, lines: Sequence[str]) -> None:
        self._lines = tuple(lines)


class _Notebook(_Face):
    """Not rich's: in a notebook that needs ipywidgets, and shows nothing without them."""

    is_seen = True

    def __init__(self) -> None:
        self._lines: Sequence[str] = ()

    @contextmanager
    def seen(self, told: Callable[[], Told]) -> Iterator[None]:
        from IPython.display import display

        self._told = told
        self._shown = display({"text/plain": ""}, raw=True, display_id=True)
        try:
            yield
        finally:
            self._shown.update({"text/plain": ""}, raw=True)

    def look(self) -> None:
        state = self._told()
        text = str(state)
        value = "" if state.share is None else f" value={state.share:.3f}"
        picture = f"<progress max=1{value}></progress> {html.escape(text)}"
        if self._lines:
            picture += f"<pre>{html.escape(chr(10).join(self._lines))}</pre>"
        self._shown.update({"text/plain": text, "text/html": picture}, raw=True)

    def show(self, lines: Sequence[str]) -> None:
        self._lines = tuple(lines)


class _Lines(_Face):
    is_seen = True

    @contextmanager
    def seen(self, told: Callable[[], Told]) -> Iterator[None]:
        """Lines come even if there is no news."""
        over = threading.Event()

        def tick() -> None:
            while not over.wait(SECONDS_BETWEEN_LINES):
                if text := str(told()):
                    print(plain(text), file=sys.stderr)

        thread = threading.Thread(target=tick, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def show(self, lines: Sequence[str]) -> None:
        for line in lines:
            print(plain(line), file=sys.stderr)


def say(text: str) -> None:
    """A message for the user, on standard error."""
    if not _is_quiet:
        print(plain_lines(text), file=sys.stderr)
