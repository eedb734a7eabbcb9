"""The memory allocator that drivers run with: the system's, or mimalloc preloaded in its place.

A preloaded library serves every call to `malloc` of an unmodified program, as
https://microsoft.github.io/mimalloc/overrides.html describes. Virtual machines and Go have heaps of
their own, which it does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes.util import find_library

from serbench.builders.driver import Availability
from serbench.errors import UserError, check_known
from serbench.languages.registry import LANGUAGES
from serbench.machine.system_packages import advice
from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError

SYSTEM = "system"
MIMALLOC = "mimalloc"
ALLOCATORS = (SYSTEM, MIMALLOC)
PACKAGE = "libmimalloc2.0"


def availability() -> Availability:
    """Whether mimalloc is here to be preloaded; `version` is the file name of its library."""
    if library := find_library(MIMALLOC):
        return Availability(True, library)
    return Availability(False, reason="its shared library was not found", packages=(PACKAGE,))


def check(allocator: str) -> None:
    """Raises `UserError` for an allocator that does not exist, or is not installed."""
    check_known("allocator", allocator, ALLOCATORS)
    if allocator == MIMALLOC and not (found := availability()).available:
        raise UserError(f"mimalloc: {found.reason}; install it with: {advice([PACKAGE])}")


def environment(allocator: str, language: str) -> dict[str, str]:
    """The variables with which a driver has the allocator in place."""
    if allocator == SYSTEM or not LANGUAGES[language].uses_malloc:
        return {}
    return {"LD_PRELOAD": availability().version}


def reason_against(allocator: str, language: str, driver: Sequence[str]) -> str:
    """Why a driver does not run with the allocator; empty if it does. Asked of the driver itself,
    since the loader only warns of what it cannot preload."""
    preloading = environment(allocator, language)
    if not preloading:
        return ""
    try:
        with Driver(driver, environment=preloading) as running:
            found = running.describe().allocator
    except (DriverDeath, DriverError, OSError) as error:
        return str(error)
    if found.startswith(allocator):
        return ""
    return f"it runs with the allocator {found!r}, although {allocator} was preloaded"
