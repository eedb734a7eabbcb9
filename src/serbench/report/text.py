"""Text from the user's data, made fit to be shown: what cannot be seen is spelt out."""

from __future__ import annotations

import unicodedata

from serbench.languages.registry import name_of

# Control (escape sequences), surrogate (cannot be encoded), line and paragraph separators.
_CONTROL = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Format: direction overrides and zero-width characters that make one text look like another.
_UNSEEN = _CONTROL | {"Cf"}


def plain(text: str) -> str:
    """The text with everything that a terminal would obey or not show as `\\x1b`, `\\u202e`."""
    return _spelt(text, _UNSEEN)


def without_controls(text: str) -> str:
    """As `plain`, but direction marks stay: for HTML, which isolates them in `<bdi>`."""
    return _spelt(text, _CONTROL)


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters, the last of them an ellipsis if something was left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def language_name(language: str) -> str:
    return plain(name_of(language))


def _spelt(text: str, categories: frozenset[str]) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(c) if unicodedata.category(c) in categories else c for c in text)


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
