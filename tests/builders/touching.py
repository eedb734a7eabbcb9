"""Whose fingerprints change when a file of serbench changes.

    python touching.py LANGUAGE

Prints, as JSON, the ids of codecs by the paths of all files in the package: those whose drivers
would be built anew if the file had a line more. Changes files as they are read, and none on the
disk: there are hundreds, and each is a try. Spawns nothing, and needs no compiler.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import serbench
from serbench.builders.codec import shipped
from serbench.builders.cpp import probe as cpp_probe
from serbench.builders.cpp.compressors import compressors
from serbench.builders.driver import BuildResult
from serbench.builders.work import Work
from serbench.languages.registry import LANGUAGES
from serbench.operations import EXTRA
from serbench.schema.logical import BigInt, Date
from serbench.schema.model import Field, Kind, Record, Scalar, Schema, scalar_of

PACKAGE = Path(serbench.__file__).parent
# With logical types, since drivers for others are made of less.
FIELDS = (Field("x", Scalar(Kind.I32, logical=Date())), Field("y", scalar_of(BigInt())))
SCHEMA = Schema("s", "R", (Record("R", FIELDS),))
COMMENTS = {".py": "#", ".toml": "#", ".lock": "#", ".xml": "<!-- -->", ".sum": "", ".json": ""}


def main(language: str) -> None:
    # What is installed here is another question.
    cpp_probe.probe = lambda codecs: cpp_probe.Probe(
        None, "", (), (), {codec.id: cpp_probe.Library() for codec in codecs}
    )
    # Builders fingerprint what they are about to build; that is all that is wanted of them.
    Work.done = lambda work, *_: BuildResult(drivers=work.fingerprints)
    builder, codecs = LANGUAGES[language].builder(), [*shipped(language)]
    if language == "cpp":
        codecs += compressors()

    def fingerprints() -> dict[str, str]:
        return builder.build(SCHEMA, codecs, EXTRA, lambda *_: None).drivers

    print(json.dumps(touched(fingerprints)))


class Files:
    """The package's, as `Path` reads them from now on: `changed` ones have a line more."""

    def __init__(self) -> None:
        found = (path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc")
        self.texts = {path: path.read_bytes() for path in sorted(found)}
        self.changed: set[Path] = set()
        self.read: set[Path] = set()
        read_bytes, read_text = Path.read_bytes, Path.read_text

        def bytes_of(path: Path) -> bytes:
            return self._bytes(path) if path in self.texts else read_bytes(path)

        def text_of(path: Path, *args: Any, **options: Any) -> str:
            if path in self.texts:
                return self._bytes(path).decode()
            return read_text(path, *args, **options)

        Path.read_bytes, Path.read_text = bytes_of, text_of

    def _bytes(self, path: Path) -> bytes:
        self.read.add(path)
        text = self.texts[path]
        return text + f"{COMMENTS.get(path.suffix, '//')}\n".encode() * (path in self.changed)


def touched(fingerprints: Callable[[], dict[str, str]]) -> dict[str, list[str]]:
    """By file. Those that were not read are changed all at once: most are of others."""
    files = Files()
    before = fingerprints()

    def differing(*changed: Path) -> list[str]:
        files.changed = set(changed)
        after = fingerprints()
        return [codec for codec, made_of in before.items() if after[codec] != made_of]

    read = sorted(files.read)
    assert not differing(*(files.texts.keys() - files.read)), "a file was read in another way"
    ids = {path: differing(path) for path in read}
    return {str(path.relative_to(PACKAGE)): ids.get(path, []) for path in files.texts}


if __name__ == "__main__":
    main(sys.argv[1])
