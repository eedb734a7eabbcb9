"""What a shell completes: names of this installation, and of the results file that is here.

Whatever goes wrong completes nothing: a shell has no place for an error. Nor is a name completed
that a shell would not leave as it is. Files and tags may be a stranger's, Bash puts a completion
into the command line as it stands, and zsh evaluates it: `$(…)` in a file's name would run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

Completer = Callable[[str], list[str]]
# Letters and digits of any script, and the signs that mean nothing to a shell where they stand.
_HARMLESS = re.compile(r"[\w./+@%,:=-]+")


def _completing(names: Callable[[], Iterable[str]], separated: bool = False) -> Completer:
    """`separated`: several, between commas, of which the last is completed."""

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",") if separated else ("", "", incomplete)
        try:
            found = (name for name in names() if name.startswith(last))
            return [f"{before}{comma}{name}" for name in found if _HARMLESS.fullmatch(name)]
        except Exception:
            return []

    return complete


def _languages() -> Iterable[str]:
    from serbench.languages.registry import LANGUAGES

    return LANGUAGES


def _operations() -> Iterable[str]:
    from serbench.operations import NAMES

    return (*NAMES, "parts", "all")


def _codecs() -> Iterable[str]:
    from serbench.builders.codec import DRIVERS

    for language in _languages():
        for path in sorted((DRIVERS / language / "codecs").iterdir()):
            yield f"{language}/{path.stem}"


def _workloads() -> Iterable[str]:
    from serbench.workloads.registry import names

    return names()


def _targets() -> Iterable[str]:
    yield from _workloads()
    yield from (path.name for path in sorted(Path().iterdir()) if not path.name.startswith("."))


def _runs() -> Iterable[str]:
    from serbench.results.store import Store

    with Store(Path("serbench.duckdb"), read_only=True) as store:
        for run in reversed(store.runs()):
            yield from filter(None, (run.tag, run.run))


def one_of(names: Iterable[str]) -> Completer:
    return _completing(lambda: names)


languages = _completing(_languages, separated=True)
operations = _completing(_operations, separated=True)
codecs = _completing(_codecs)
workloads = _completing(_workloads)
targets = _completing(_targets)
runs = _completing(_runs)
