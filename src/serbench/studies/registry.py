"""The studies by name."""

from __future__ import annotations

from importlib import import_module

from serbench.errors import check_known
from serbench.studies.study import Study

NAMES = ("complex-objects", "cpp-containers", "nested-structures", "cpp-serializers", "goser")


def find(name: str) -> Study:
    """Raises `UserError` if there is no such study."""
    check_known("study", name, NAMES)
    study: Study = import_module(f"serbench.studies.{name.replace('-', '_')}").STUDY
    return study
