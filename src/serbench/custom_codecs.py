"""Codecs that people bring: files outside the package, of a company or of a library's author."""

from __future__ import annotations

import re
from pathlib import Path

from serbench.builders.codec import Codec, read_codec
from serbench.errors import UserError
from serbench.languages.registry import LANGUAGES
from serbench.quoting import shell, shown_file

_LANGUAGE_OF = {language.suffix: language.key for language in LANGUAGES.values()}
# It becomes names of packages, folders and programs.
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def is_path(text: str) -> bool:
    """Whether somebody means a codec's file, and no codec by name."""
    return Path(text).suffix in _LANGUAGE_OF


def files(text: str) -> list[Path]:
    """Those that a path means, in which `*`, `?` and `[...]` fit anything in the last part;
    the path itself if it fits none."""
    path = Path(text)
    return sorted(path.parent.glob(path.name)) or [path]


def read(path: Path) -> Codec:
    """Raises `UserError` for what is no codec's file."""
    language = _LANGUAGE_OF[path.suffix]
    if not path.is_file():
        step = "name one that is there"
        if _NAME.fullmatch(path.stem):  # what could not be made is no advice
            step = f"make one: serbench new codec {language} {path.stem}"
        raise UserError(f"{shown_file(path)}: no such file; {step}")
    check_name(path)
    return read_codec(language, path.resolve())


def check_name(path: Path) -> None:
    """Raises `UserError` for a file that no codec can be called after."""
    if not _NAME.fullmatch(path.stem):
        raise UserError(
            f"{shown_file(path)}: a codec is called as its file is, with small letters of English, "
            "digits, and - between them; choose another name"
        )


def in_folder(folder: Path) -> list[Codec]:
    """Those of a folder, by name. Raises `UserError` if there are none."""
    if not folder.is_dir():
        raise UserError(
            f"{shown_file(folder)}: no such folder of codecs; make it: mkdir -p {shell(folder)}"
        )
    found = paths(folder)
    if not found:
        suffixes = ", ".join(_LANGUAGE_OF)
        raise UserError(
            f"{shown_file(folder)}: no codec is in it: a file that ends with {suffixes}"
        )
    return [read(path) for path in found]


def paths(folder: Path) -> list[Path]:
    """The files of a folder that are codecs, by name; none if it is not there."""
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return []
    return [path for path in inside if is_path(path.name) and path.is_file()]
