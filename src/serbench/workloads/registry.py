"""Finds the built-in workloads: every module of this package that has a `WORKLOADS`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import serbench.workloads
from serbench.errors import nearest
from serbench.workloads.module import load_module
from serbench.workloads.workload import Workload, WorkloadError

__all__ = ["UnknownWorkload", "find", "has", "load_module", "names"]


class UnknownWorkload(WorkloadError):  # noqa: N818
    """No workload is called so; the text says which name is most like it."""

    def __init__(self, name: str) -> None:
        hint = nearest(name, names()) or " `serbench list workloads` shows all workloads."
        super().__init__(f"{name!r} is neither a file nor a workload.{hint}")


def names() -> list[str]:
    """The names of all workloads, sorted."""
    return sorted(name for module in _modules() for name in _offered(module))


def has(name: str) -> bool:
    return _module_of(name) is not None


def find(name: str) -> Workload:
    """The workload of this name. Raises `UnknownWorkload`."""
    module = _module_of(name)
    if module is None:
        raise UnknownWorkload(name)
    return _offered(module)[name]


def _module_of(name: str) -> str | None:
    likely = name.partition("-")[0]  # `containers` offers containers-small: spares the others
    modules = sorted(_modules(), key=lambda module: module != likely)
    return next((module for module in modules if name in _offered(module)), None)


@cache
def _modules() -> tuple[str, ...]:
    return tuple(info.name for info in pkgutil.iter_modules(serbench.workloads.__path__))


@cache
def _offered(module: str) -> dict[str, Workload]:
    imported = importlib.import_module(f"{serbench.workloads.__name__}.{module}")
    return {workload.name: workload for workload in getattr(imported, "WORKLOADS", ())}
