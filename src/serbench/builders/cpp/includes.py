"""Which files a C++ source is made of: itself, and what it includes in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


class Includes:
    """Looks for what is included in the directories and, before that, beside the file that
    includes it. `generated` are files by the names they are included by, with their text; nobody
    reads them from a disk. Reads each file once."""

    def __init__(self, directories: Sequence[Path], generated: Mapping[str, str]) -> None:
        self._directories = directories
        self._generated = generated
        self._included: dict[Path | str, list[Path | str]] = {}

    def followed(self, roots: Iterable[Path | str]) -> set[Path]:
        """The roots and all that they include, directly or not. A root that is a string names a
        generated file. What is found nowhere is a library's, and left out."""
        found: set[Path | str] = set()
        todo = list(roots)
        while todo:
            at = todo.pop()
            if at not in found:
                found.add(at)
                if at not in self._included:
                    self._included[at] = list(self._look_up(at))
                todo += self._included[at]
        return {file for file in found if isinstance(file, Path)}

    def _look_up(self, at: Path | str) -> Iterator[Path | str]:
        directories = self._directories
        if isinstance(at, Path):
            text, directories = at.read_text(), [at.parent, *directories]
        else:
            text = self._generated[at]
        for name in _INCLUDE.findall(text):
            if name in self._generated:
                yield name
            else:
                places = (directory / name for directory in directories)
                yield from islice(filter(Path.is_file, places), 1)
