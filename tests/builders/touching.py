"""Whose fingerprints change when a file of serbench changes.

    python touching.py LANGUAGE   on PYTHONPATH a copy of the sources, which is changed and mended

Prints, as JSON, the ids of codecs by the paths of all files in the package: those whose drivers
would be built anew if the file had a line more. Spawns nothing, and needs no compiler.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import serbench
from serbench.builders.codec import shipped
from serbench.builders.cpp import probe as cpp_probe
from serbench.builders.cpp.compressors import compressors
from serbench.builders.driver import BuildResult
from serbench.builders.work import Work
from serbench.languages.registry import LANGUAGES
from serbench.operations import EXTRA
from serbench.schema.model import Field, Kind, Record, Scalar, Schema

PACKAGE = Path(serbench.__file__).parent
SCHEMA = Schema("s", "R", (Record("R", (Field("x", Scalar(Kind.I32)),)),))
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

    print(json.dumps(touched(files(), fingerprints(), fingerprints)))


def files() -> list[tuple[str, Path]]:
    found = (path for path in PACKAGE.rglob("*") if path.is_file())
    return [(str(p.relative_to(PACKAGE)), p) for p in sorted(found) if p.suffix != ".pyc"]


def touched(
    files: list[tuple[str, Path]],
    before: dict[str, str],
    fingerprints: Callable[[], dict[str, str]],
) -> dict[str, list[str]]:
    """By file. What all together do not change, none of them changes: most files are of others."""
    texts = {path: path.read_text() for _, path in files}
    for path, text in texts.items():
        path.write_text(f"{text}{COMMENTS.get(path.suffix, '//')}\n")
    after = fingerprints()
    for path, text in texts.items():
        path.write_text(text)
    changed = [codec for codec, made_of in before.items() if after[codec] != made_of]
    if len(files) == 1 or not changed:
        return {name: changed for name, _ in files}
    middle = len(files) // 2
    halves = (touched(half, before, fingerprints) for half in (files[:middle], files[middle:]))
    return {name: ids for half in halves for name, ids in half.items()}


if __name__ == "__main__":
    main(sys.argv[1])
