"""The terminal, for tables, pictures and bars. Import it where it is used: rich takes a while."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Any, cast

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from serbench.terminal.plain_text import plain_lines, unfiltered


class Screen(Console):
    """rich's console, to which texts from outside may be given as they are.

    A text is neither markup nor emoji codes, and what a terminal would obey in it is spelt out
    when it is rendered, before rich puts its own escapes around it. No style links anywhere: rich
    takes links over from texts that were printed while a bar is shown."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"markup": False, "emoji": False} | options)

    @property
    def file(self) -> IO[str]:
        """Below what spells out all escapes: ours are meant."""
        return unfiltered(cast(Any, super().file))

    @file.setter
    def file(self, new_file: IO[str]) -> None:
        self._file = new_file

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        return map(_plain, super().render(renderable, options))


def _plain(segment: Segment) -> Segment:
    text, style, control = segment
    is_linked = style is not None and style.link is not None
    if control or ((text.isprintable() or text == "\n") and not is_linked):
        return segment
    return Segment(plain_lines(text), style.update_link(None) if style and is_linked else style)
