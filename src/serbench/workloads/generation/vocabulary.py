"""Words, names and places of several languages and scripts, for texts that look like people's."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Language:
    """What vocabulary.toml says of a language; its head explains the fields."""

    code: str
    share: int
    gap: str
    stop: str
    words: tuple[str, ...]
    topics: tuple[str, ...]
    given_names: tuple[str, ...]
    family_names: tuple[str, ...]
    handles: tuple[str, ...]
    places: tuple[str, ...]


def _language(table: dict[str, Any]) -> Language:
    return Language(
        code=table["code"],
        share=table["share"],
        gap=table["gap"],
        stop=table["stop"],
        words=tuple(table["words"].split()),
        topics=tuple(table["topics"].split()),
        given_names=tuple(table["given_names"].split()),
        family_names=tuple(table["family_names"].split()),
        handles=tuple(table["handles"].split()),
        places=tuple(table["places"].strip().split("\n")),
    )


_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

LANGUAGES = tuple(map(_language, _FILE["languages"]))
EMOJI: tuple[str, ...] = tuple(_FILE["emoji"].split())
TICKERS: tuple[str, ...] = tuple(_FILE["tickers"].split())
SITES: tuple[str, ...] = tuple(_FILE["sites"].split())
[ENGLISH] = (language for language in LANGUAGES if language.code == "en")
