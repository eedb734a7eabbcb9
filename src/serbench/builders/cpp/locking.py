"""What C++ has of PyPI (see `serbench.builders.locking`); recipes lock the rest."""

from __future__ import annotations

from serbench.builders.cpp.plan import tools
from serbench.builders.packages import Packages


def pypi_lists() -> set[Packages]:
    """Those of the programs that generators call."""
    return tools()


def write(upgrade: bool) -> None:
    """Nothing more: recipes name versions and hashes."""
