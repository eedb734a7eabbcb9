"""The README as a package index shows it, where links into the repository lead nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")


class ReadmeHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        repository = metadata.get("urls", {}).get("Repository", "")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": for_index(text, repository, f"v{metadata['version']}"),
        }


def for_index(text: str, repository: str, tag: str) -> str:
    """Relative links lead to the tag in the repository; where that is not known, links become
    their words and pictures go."""

    def absolute(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if repository:
            kind = "raw" if picture else "blob"
            return f"{picture}[{words}]({repository.rstrip('/')}/{kind}/{tag}/{path})"
        return "" if picture else words

    return _LINK.sub(absolute, text)
