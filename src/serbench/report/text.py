"""Words of a report. What makes them plain is everybody's, in `serbench.terminal.plain_text`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from serbench.languages.registry import name_of
from serbench.terminal.plain_text import plain, without_controls

__all__ = ["language_name", "list_of_codecs", "plain", "shortened", "without_controls"]


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters, the last of them an ellipsis if something was left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def language_name(language: str) -> str:
    return plain(name_of(language))


def list_of_codecs(codecs: Sequence[str], among: Iterable[str]) -> str:
    """The ids of codecs; where they are all of a language's `among` these, and several, the number
    and the language in their place."""
    of_language: dict[str, list[str]] = {}
    for codec in among:
        of_language.setdefault(codec.partition("/")[0], []).append(codec)
    parts = []
    for language, asked in of_language.items():
        own = [codec for codec in asked if codec in codecs]
        is_all = len(own) == len(asked) > 1
        parts += [f"all {len(own)} of {language_name(language)}"] if is_all else own
    return ", ".join(parts)
