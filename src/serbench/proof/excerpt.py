"""Parts of values, as they are told of."""

from __future__ import annotations

import json
from typing import Any

from serbench.schema.canonical import Nonfinite

# A longer text of a value is cut.
SAID_CHARACTERS = 200


def cut(text: str) -> str:
    return text[:SAID_CHARACTERS] + "…" if len(text) > SAID_CHARACTERS else text


def shown(value: Any) -> str:
    """A part of a value as JSON, NaN and infinities as the words. Stray bytes, which are lone
    surrogates, are spelt out."""
    if isinstance(value, Nonfinite):
        return str(value)
    raw = json.dumps(value, ensure_ascii=False)
    return cut(raw.encode("utf-8", "backslashreplace").decode())
