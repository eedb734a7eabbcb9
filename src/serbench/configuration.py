"""`serbench.toml`: what a folder's commands take where the command line says nothing.

A table for each command, with its options by their long names and `targets` for what it is given:

    [run]
    targets = ["events.jsonl"]
    codec = ["codecs/mine.rs", "rust/*"]
    budget = 120

    [compare]
    fail-if-slower = 5

    [codecs]
    dir = "codecs"
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from serbench.errors import UserError, nearest

NAME = "serbench.toml"
# A table that is no command's.
_CODECS = "codecs"


class Parameter(Protocol):
    """What is asked of click's."""

    name: str | None
    opts: list[str]
    nargs: int


class Command(Protocol):
    params: list[Any]


def read(folder: Path) -> dict[str, dict[str, Any]]:
    """The tables of the folder's file; none if it has none. Raises `UserError`."""
    path = folder / NAME
    if not path.is_file():
        return {}
    try:
        tables = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path.name}: {error}; mend it, or move it away") from None
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise UserError(f"{path.name}: {name} stands outside of a table; put it below [run]")
    return tables


def defaults(
    tables: Mapping[str, dict[str, Any]], commands: Mapping[str, Command]
) -> dict[str, dict[str, Any]]:
    """As click takes them (`Context.default_map`). Raises `UserError` for what no command has."""
    found = {}
    for name, table in tables.items():
        if name == _CODECS:
            _check(table, name, {"dir"})
            continue
        command = commands.get(name)
        if command is None:
            known = [*commands, _CODECS]
            raise UserError(f"{NAME}: [{name}] is no command.{nearest(name, known)}")
        parameters: dict[str, Parameter] = {
            option.lstrip("-"): p for p in command.params for option in p.opts
        }
        _check(table, name, parameters)
        found[name] = {
            str(parameters[key].name): _value(name, key, its, parameters[key])
            for key, its in table.items()
        }
    return found


def codecs_folder(tables: dict[str, dict[str, Any]]) -> Path | None:
    """That of own codecs. Raises `UserError`."""
    folder = tables.get(_CODECS, {}).get("dir")
    if folder is None:
        return None
    if not isinstance(folder, str):
        raise UserError(f"{NAME}: [{_CODECS}] dir: it is the path of a folder")
    return Path(folder)


def _check(table: dict[str, Any], name: str, known: Iterable[str]) -> None:
    for key in table:
        if key not in known:
            raise UserError(f"{NAME}: [{name}] has no {key!r}.{nearest(key, known)}")


def _value(table: str, key: str, value: Any, parameter: Parameter) -> Any:
    """Lists become words between commas where the command line has these."""
    several = getattr(parameter, "multiple", False) or parameter.nargs == -1
    if isinstance(value, list):
        if not all(isinstance(one, str) for one in value):
            raise UserError(f"{NAME}: [{table}] {key}: a list of texts is meant")
        return value if several else ",".join(value)
    if isinstance(value, dict):
        raise UserError(f"{NAME}: [{table}] {key}: a table is not meant here")
    return [str(value)] if several else value
