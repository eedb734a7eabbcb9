"""Finds the built-in workloads: every module of this package that has a `WORKLOADS`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import serbench.workloads
from serbench.errors import nearest
from serbench.workloads.module import load_module
from serbench.workloads.workload import Workload, WorkloadError

__all__ = ["UnknownWorkload", "find", "load_module", "names"]


class UnknownWorkload(WorkloadError):  # noqa: N818
    """No workload is called so; the text says which name is most like it."""

    def __init__(self, name: str) -> None:
        hint = nearest(name, names()) or " `serbench list workloads` shows all of them."
        super().__init__(f"no workload is called {name!r}.{hint}")


def names() -> list[str]:
    """The names of all workloads, sorted."""
    return sorted(name for module in _modules() for name in _offered(module))


def find(name: str) -> Workload:
    """The workload of this name. Raises `UnknownWorkload`."""
    likely = name.partition("-")[0]  # `containers` offers containers-small: spares the others
    for module in sorted(_modules(), key=lambda module: module != likely):
        if name in _offered(module):
            return _offered(module)[name]
    raise UnknownWorkload(name)


@cache
def _modules() -> tuple[str, ...]:
    return tuple(info.name for info in pkgutil.iter_modules(serbench.workloads.__path__))


@cache
def _offered(module: str) -> dict[str, Workload]:
    imported = importlib.import_module(f"{serbench.workloads.__name__}.{module}")
    return {workload.name: workload for workload in getattr(imported, "WORKLOADS", ())}
