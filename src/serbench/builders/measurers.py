"""Who measures the footprints of each language, imported when asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from serbench.builders.footprint import Measurer


def measurer(language: str) -> Measurer | None:
    """None for a language whose footprints nothing measures."""
    name = f"serbench.builders.{language}.footprint"
    if not find_spec(name):
        return None
    made: Measurer = import_module(name).MEASURER
    return made
