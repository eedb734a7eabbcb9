"""Progress on standard error: live bars in a terminal, a line now and then elsewhere. In a notebook
a bar beneath the cell."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from serbench.plain_text import plain, plain_lines

# Without a terminal, a log should not fill with progress.
SECONDS_BETWEEN_LINES = 10.0
_SECONDS_BETWEEN_PICTURES = 0.25
_LATE = "longer than planned"

_is_quiet = False


def be_quiet(wanted: bool) -> bool:
    """From now on nothing is said but results and errors."""
    global _is_quiet
    _is_quiet = _is_quiet or wanted
    return wanted


class Bar(Protocol):
    def update(self, done: float, total: float, doing: str) -> None:
        """How far it is, in any unit, and what is being done now."""


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
        yield _Lines(title)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from serbench.screen import Screen

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[doing]}", style="dim", markup=False),
    )
    with Progress(*columns, console=Screen(stderr=True), transient=True) as progress:
        task = progress.add_task(plain(title), total=None, doing="")

        class Live:
            def update(self, done: float, total: float, doing: str) -> None:
                told = f"{_LATE}, {doing}" if done > total else doing
                completed = min(done, total)
                progress.update(task, completed=completed, total=total, doing=plain(told))

        yield Live()


class _Nothing:
    def update(self, done: float, total: float, doing: str) -> None:
        pass


class _Notebook:
    """Not rich's: in a notebook that needs ipywidgets, and shows nothing without them."""

    def __init__(self, title: str) -> None:
        from IPython.display import display

        self._title = title
        self._began_s = time.monotonic()
        self._next_s = self._began_s
        self._shown = display({"text/plain": title}, raw=True, display_id=True)

    def update(self, done: float, total: float, doing: str) -> None:
        now_s = time.monotonic()
        if now_s < self._next_s or total <= 0:
            return
        self._next_s = now_s + _SECONDS_BETWEEN_PICTURES
        share = done / total
        text = _line(self._title, now_s - self._began_s, share, doing)
        bar = f"<progress max=1 value={min(share, 1):.3f}></progress> {html.escape(text)}"
        self._shown.update({"text/plain": text, "text/html": bar}, raw=True)

    def close(self) -> None:
        self._shown.update({"text/plain": ""}, raw=True)


class _Lines:
    def __init__(self, title: str) -> None:
        self._title = title
        self._began_s = time.monotonic()
        self._next_s = self._began_s + SECONDS_BETWEEN_LINES

    def update(self, done: float, total: float, doing: str) -> None:
        now_s = time.monotonic()
        if now_s >= self._next_s and total > 0:
            self._next_s = now_s + SECONDS_BETWEEN_LINES
            line = _line(self._title, now_s - self._began_s, done / total, doing)
            print(plain(line), file=sys.stderr)


def _line(title: str, spent_s: float, share: float, doing: str) -> str:
    told = [f"{title}: {min(share, 1):.0%}"]
    if share > 1:
        told.append(_LATE)
    elif share > 0:
        left_s = spent_s * (1 - share) / share
        told.append(f"{left_s / 60:.0f} min left" if left_s >= 90 else f"{left_s:.0f} s left")
    return ", ".join([*told, doing])


def say(text: str) -> None:
    """A message for the user, on standard error."""
    if not _is_quiet:
        print(plain_lines(text), file=sys.stderr)
