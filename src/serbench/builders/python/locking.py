"""The lists of packages that Python's drivers are built of (see `serbench.builders.locking`)."""

from __future__ import annotations

from serbench.builders.codec import shipped
from serbench.builders.interpreted import wanted
from serbench.builders.packages import Packages
from serbench.builders.python.builder import BUILDER, DRIVER, GENERATORS


def pypi_lists() -> set[Packages]:
    of_generators = [
        package_list
        for generator in GENERATORS.values()
        for package_list in (generator.packages, generator.tools)
    ]
    return {DRIVER, *map(wanted, shipped(BUILDER.language)), *of_generators}


def write(upgrade: bool) -> None:
    """All that there is comes from PyPI."""
