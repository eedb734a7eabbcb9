"""Progress on standard error: live bars in a terminal, a line now and then elsewhere. In a notebook
a bar beneath the cell."""

from __future__ import annotations

import html
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from serbench.plain_text import plain, plain_lines

# Without a terminal, a log should not fill with progress.
SECONDS_BETWEEN_LINES = 10.0
_SECONDS_BETWEEN_PICTURES = 0.25
_LATE = "longer than planned"
# What goes on for longer is said to, lest it looks as if nothing did.
LONG_S = 2.0

_is_quiet = False


def be_quiet(wanted: bool) -> bool:
    """From now on nothing is said but results and errors."""
    global _is_quiet
    _is_quiet = _is_quiet or wanted
    return wanted


class Bar(Protocol):
    def update(self, done: float, total: float, doing: str) -> None:
        """How far it is, in any unit, and what is being done now."""

    def show(self, lines: Sequence[str]) -> None:
        """What is known so far: beneath the bar, in place of what was shown before."""


@contextmanager
def bar(title: str) -> Iterator[Bar]:
    """A bar that is gone when the work is done; time left is estimated from the share done."""
    if _is_quiet:
        yield _Nothing()
        return
    if "ipykernel" in sys.modules:
        shown = _Notebook(title)
        try:
            yield shown
        finally:
            shown.close()
        return
    if not sys.stderr.isatty():
        with _Lines(title).ticking() as lines:
            yield lines
        return
    from rich.console import RenderableType
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    from serbench.screen import Screen

    known: list[Text] = []

    class WithLines(Progress):
        def get_renderables(self) -> Iterable[RenderableType]:
            yield from super().get_renderables()
            yield from known

    class Doing(ProgressColumn):
        """Rendered again and again, whether there is news or not."""

        def render(self, task: Task) -> Text:
            doing, since_s = task.fields["doing"], task.fields["since_s"]
            return Text(aged(doing, time.monotonic() - since_s), style="dim")

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(compact=True),
        Doing(),
    )
    with WithLines(*columns, console=Screen(stderr=True), transient=True) as progress:
        began_s = time.monotonic()
        task = progress.add_task(plain(title), total=None, doing="", since_s=began_s)

        class Live:
            doing, since_s = "", began_s

            def update(self, done: float, total: float, doing: str) -> None:
                told = plain(f"{_LATE}, {doing}" if done > total else doing)
                if doing != self.doing:
                    self.doing, self.since_s = doing, time.monotonic()
                progress.update(
                    task, completed=min(done, total), total=total, doing=told, since_s=self.since_s
                )

            def show(self, lines: Sequence[str]) -> None:
                known[:] = [Text(line, no_wrap=True, overflow="ellipsis") for line in lines]

        yield Live()


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """Says what is being done that has no parts, if it takes longer than a moment."""
    if _is_quiet:
        yield
        return
    if not sys.stderr.isatty() or "ipykernel" in sys.modules:
        later = threading.Timer(LONG_S, say, [f"{doing} …"])
        later.daemon = True
        later.start()
        try:
            yield
        finally:
            later.cancel()
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from serbench.screen import Screen

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Screen(stderr=True), transient=True) as progress:
        progress.add_task(plain(doing), total=None)
        yield


def aged(doing: str, seconds: float) -> str:
    """What is being done, and for how long, if that is long."""
    return f"{doing}, for {seconds:.0f} s" if doing and seconds >= LONG_S else doing


class _Nothing:
    def update(self, done: float, total: float, doing: str) -> None:
        pass

    def show(self, lines: Sequence[str]) -> None:
        pass


class _Notebook:
    """Not rich's: in a notebook that needs ipywidgets, and shows nothing without them."""

    def __init__(self, title: str) -> None:
        from IPython.display import display

        self._title = title
        self._began_s = time.monotonic()
        self._next_s = self._began_s
        self._lines: list[str] = []
        self._shown = display({"text/plain": title}, raw=True, display_id=True)

    def update(self, done: float, total: float, doing: str) -> None:
        now_s = time.monotonic()
        if now_s < self._next_s or total <= 0:
            return
        self._next_s = now_s + _SECONDS_BETWEEN_PICTURES
        share = done / total
        text = _line(self._title, now_s - self._began_s, share, doing)
        bar = f"<progress max=1 value={min(share, 1):.3f}></progress> {html.escape(text)}"
        if self._lines:
            bar += f"<pre>{html.escape(chr(10).join(self._lines))}</pre>"
        self._shown.update({"text/plain": text, "text/html": bar}, raw=True)

    def show(self, lines: Sequence[str]) -> None:
        self._lines = list(lines)

    def close(self) -> None:
        self._shown.update({"text/plain": ""}, raw=True)


class _Lines:
    def __init__(self, title: str) -> None:
        self._title = title
        self._began_s = time.monotonic()
        self._next_s = self._began_s + SECONDS_BETWEEN_LINES
        self._done = self._total = 0.0
        self._doing, self._since_s = "", self._began_s
        self._lock = threading.Lock()

    @contextmanager
    def ticking(self) -> Iterator[_Lines]:
        """Lines come even if there is no news."""
        over = threading.Event()

        def tick() -> None:
            while not over.wait(SECONDS_BETWEEN_LINES):
                self.update(self._done, self._total, self._doing)

        thread = threading.Thread(target=tick, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            over.set()
            thread.join()

    def show(self, lines: Sequence[str]) -> None:
        with self._lock:
            for line in lines:
                print(plain(line), file=sys.stderr)

    def update(self, done: float, total: float, doing: str) -> None:
        now_s = time.monotonic()
        with self._lock:
            if doing != self._doing:
                self._since_s = now_s
            self._done, self._total, self._doing = done, total, doing
            if now_s < self._next_s or total <= 0:
                return
            self._next_s = now_s + SECONDS_BETWEEN_LINES
            told = aged(doing, now_s - self._since_s)
            line = _line(self._title, now_s - self._began_s, done / total, told)
            print(plain(line), file=sys.stderr)


def _line(title: str, spent_s: float, share: float, doing: str) -> str:
    told = [f"{title}: {min(share, 1):.0%}"]
    if share > 1:
        told.append(_LATE)
    elif 0 < share < 1:
        left_s = spent_s * (1 - share) / share
        told.append(f"{left_s / 60:.0f} min left" if left_s >= 90 else f"{left_s:.0f} s left")
    return ", ".join([*told, doing])


def say(text: str) -> None:
    """A message for the user, on standard error."""
    if not _is_quiet:
        print(plain_lines(text), file=sys.stderr)
