"""The lists of packages that Python's drivers are built of (see `serbench.build.locking`)."""

from __future__ import annotations

from serbench.build.codec import shipped
from serbench.build.interpreted import wanted
from serbench.build.packages import Packages
from serbench.build.python.builder import BUILDER, DRIVER, GENERATORS


def pypi_lists() -> set[Packages]:
    of_generators = [
        package_list
        for generator in GENERATORS.values()
        for package_list in (generator.packages, generator.tools)
    ]
    return {DRIVER, *map(wanted, shipped(BUILDER.language)), *of_generators}


def write(upgrade: bool) -> None:
    """All that there is comes from PyPI."""
