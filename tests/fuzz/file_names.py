"""Names of files: the same file, whatever it is called, and never its neighbours."""

from __future__ import annotations

import os
import random
from pathlib import Path

from tests.fuzz.kind import Kind
from tests.fuzz.mutation import text

_MOST_BYTES = 200  # of a name, on the file systems that there are
_PATTERNS = (
    "*",
    "?",
    "[a-z]",
    "{a,b}",
    "**",
    "~",
    "$(touch x)",
    "%",
    "=",
    "year=2020",
    "'",
    "\udcff",
)


def _name(rng: random.Random) -> str:
    parts = (rng.choice((*_PATTERNS, text(rng))) for _ in range(rng.choice((1, 1, 2, 3))))
    name = os.fsencode("".join(parts).replace("/", "").replace("\0", ""))[:_MOST_BYTES]
    return os.fsdecode(name) + ".csv"


def read_alone(path: Path) -> None:
    """With a neighbour of another form beside it. Raises `AssertionError` where that is read."""
    from serbench.preparation.readings import Target
    from serbench.preparation.targets import resolve_all

    neighbour = path.with_name("neighbour.csv")
    neighbour.write_text("c\n1\n2\n")
    try:
        [target] = resolve_all([Target(str(path))], None, seed=1)
    finally:
        neighbour.unlink()
    root = target.schema.record(target.schema.root)
    assert [field.name for field in root.fields] == ["a", "b"]
    assert target.expected.values == 1


KIND = Kind(
    "file_names",
    ".csv",
    lambda: [b"a,b\n1,x\n"],
    lambda rng, data: data,
    read=read_alone,
    file_name=_name,
)
