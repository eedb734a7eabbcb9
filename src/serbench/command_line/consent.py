"""What `serbench.toml` may do only with the user's consent, and what it may never do.

It may be a stranger's: it came with a repository, an archive, or lies in a folder of many. So what
it names is executed only after the user approved it (`serbench trust`), and so is data read that
lies outside of its folder. Nothing is written outside of its folder, approved or not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serbench import custom_codecs
from serbench.command_line.parameters import Reach
from serbench.errors import UserError
from serbench.report.text import plain, shortened

CODEC = "codec"
MODULE = "workload module"
QUERY = "query"
REVISION = "revision"
CLUSTER = "cluster"
DATA = "data outside of the folder"
# The prefix of targets that `serbench.schema.tables` has; importing it takes long.
_SQL = "sql:"
# What somebody can look through; more is no folder of codecs.
_MOST_FILES = 1000
_MOST_FILE_BYTES = 16 << 20
_MOST_SHOWN = 5


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """Something that needs consent: its kind, and the path or text as it was written."""

    kind: str
    text: str

    def __str__(self) -> str:
        text = f'"{self.text}"' if self.kind == QUERY else self.text
        return f"{self.kind} {shortened(plain(text), 200)}"


def words(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def parts(reach: Reach | None, value: Any) -> Iterator[Part]:
    """What needs consent of what a parameter is given by `serbench.toml` of the current folder."""
    for word in words(value):
        match reach:
            case Reach.CODECS if custom_codecs.is_path(word):
                yield from (Part(CODEC, str(path)) for path in custom_codecs.files(word))
            case Reach.CODEC_FOLDER:
                yield from (Part(CODEC, str(path)) for path in custom_codecs.paths(Path(word)))
            case Reach.TARGETS:
                yield from _of_target(word)
            case Reach.QUERIES:
                yield Part(QUERY, word)
            case Reach.REVISIONS:
                yield Part(REVISION, word)
            case Reach.CLUSTER if value is True:
                yield Part(CLUSTER, "without TLS")
            case Reach.CLUSTER if value:
                yield Part(CLUSTER, word)
            case Reach.READS if is_outside(word):
                yield Part(DATA, word)


def _of_target(target: str) -> Iterator[Part]:
    """`FILE:RUN` names a results file."""
    if target.startswith(_SQL):
        yield Part(QUERY, target.removeprefix(_SQL))
    elif Path(target).suffix == ".py":
        yield Part(MODULE, target)
    elif is_outside(target) or is_outside(target.rpartition(":")[0]):
        yield Part(DATA, target)


def is_outside(text: str) -> bool:
    """Whether a path leads out of the current folder, by symbolic links too, or is a URL."""
    if "://" in text:
        return True
    try:
        return not Path(text).resolve().is_relative_to(Path().resolve())
    except (OSError, RuntimeError, ValueError):  # a circle of links, or no path at all
        return True


def check_written(option: str, value: Any) -> None:
    """Raises `UserError` for what must not be written, because `serbench.toml` says so."""
    for word in words(value):
        if is_outside(word):
            why = f"{Path().resolve()}, the folder of serbench.toml, does not hold it"
        elif any(name.startswith(".") for name in _inside(word).parts):
            why = "serbench.toml may not have hidden files written, which other programs obey"
        else:
            continue
        raise UserError(
            f"serbench.toml: {option} = {plain(word)!r}: {plain(why)}; say it on the command line: "
            f"--{option}"
        )


def _inside(text: str) -> Path:
    return Path(text).resolve().relative_to(Path().resolve())


def digests(found: Iterable[Part]) -> dict[str, str]:
    """SHA-256 of the files that are code, by path; "" where there is no file. Raises `UserError`
    if nobody could look all of that through."""
    paths = sorted({part.text for part in found if part.kind in (CODEC, MODULE)})
    if len(paths) > _MOST_FILES:
        raise UserError(
            f"serbench.toml names {len(paths):,} files of code, more than {_MOST_FILES:,}; name "
            "fewer in it"
        )
    return {path: _digest(Path(path)) for path in paths}


def _digest(path: Path) -> str:
    try:
        if not path.is_file():  # a pipe would be waited for
            return ""
        with path.open("rb") as file:
            code = file.read(_MOST_FILE_BYTES + 1)
    except OSError:
        return ""
    if len(code) > _MOST_FILE_BYTES:
        raise UserError(f"{plain(str(path))}: {_MOST_FILE_BYTES >> 20} MiB at most of code")
    return hashlib.sha256(code).hexdigest()


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """What became of files since they were approved: `changed`, `new` or `gone`, by path."""
    outcomes = {}
    for path in sorted({*before, *now}):
        was, is_ = before.get(path, ""), now.get(path, "")
        if was != is_:
            outcomes[path] = "changed" if was and is_ else "new" if is_ else "gone"
    return outcomes


def few(texts: Iterable[str]) -> str:
    """The first of them, and how many more there are."""
    all_ = list(texts)
    more = len(all_) - _MOST_SHOWN
    return ", ".join(all_[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
