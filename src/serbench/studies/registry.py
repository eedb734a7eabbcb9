"""The studies by name."""

from __future__ import annotations

from importlib import import_module

from serbench.errors import UserError, nearest
from serbench.studies.study import Study

NAMES = ("complex-objects", "cpp-containers", "nested-structures", "cpp-serializers", "goser")


def find(name: str) -> Study:
    """Raises `UserError` if there is no such study."""
    if name not in NAMES:
        raise UserError(f"no study {name!r}; there are: {', '.join(NAMES)}.{nearest(name, NAMES)}")
    study: Study = import_module(f"serbench.studies.{name.replace('-', '_')}").STUDY
    return study
