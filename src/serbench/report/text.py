"""Words of a report. What makes them plain is everybody's, in `serbench.terminal.plain_text`."""

from __future__ import annotations

from serbench.languages.registry import name_of
from serbench.terminal.plain_text import plain, without_controls

__all__ = ["language_name", "plain", "shortened", "without_controls"]


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters, the last of them an ellipsis if something was left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def language_name(language: str) -> str:
    return plain(name_of(language))
