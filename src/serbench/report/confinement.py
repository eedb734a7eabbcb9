"""Where decoders ran that were given foreign bytes, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serbench.report.text import plain


def sentence(settings: Mapping[str, Any]) -> str:
    """Of a run's settings; those of older runs say nothing, and there was no sandbox then."""
    if name := settings.get("sandbox"):
        return (
            f"Decoders ran in a sandbox ({plain(str(name))}: no network, read-only file system "
            "without the user's files)."
        )
    why = settings.get("no_sandbox")
    return f"Decoders ran without a sandbox{f': {plain(str(why))}' if why else ''}."
