"""What a kind of file is to the fuzzer, and how a user's command reads one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# Reads a file as a user's command does; raises `UserError` for what it refuses.
Read = Callable[[Path], None]


def read_values(path: Path) -> None:
    """All that `serbench run FILE` does before it builds: the schema, the values, their digest."""
    from serbench.preparation.readings import Target
    from serbench.preparation.targets import resolve_all

    resolve_all([Target(str(path))], None, seed=1)


@dataclass(frozen=True)
class Kind:
    """`seeds` makes honest files, which are read; `mutate` makes another file of one of them, the
    same for the same state of its random numbers. A file is called `case` and `suffix`, or as
    `file_name` makes its whole name."""

    name: str
    suffix: str
    seeds: Callable[[], list[bytes]]
    mutate: Callable[[random.Random, bytes], bytes]
    read: Read = read_values
    file_name: Callable[[random.Random], str] | None = None

    def case(self, seed: int, number: int) -> tuple[str, bytes]:
        """The name and the bytes of a case's file."""
        rng = random.Random(f"{self.name} {seed} {number}")
        name = self.file_name(rng) if self.file_name else f"case{self.suffix}"
        return name, self.mutate(rng, rng.choice(honest(self)))


@cache
def honest(kind: Kind) -> list[bytes]:
    return kind.seeds()
