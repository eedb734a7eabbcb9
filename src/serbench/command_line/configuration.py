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

Each command prints what it took from the file. It may be a stranger's: see
`serbench.command_line.consent`.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from serbench.command_line import approvals, consent
from serbench.command_line.consent import Part
from serbench.command_line.parameters import Reach, long_name, reaches
from serbench.errors import UserError, nearest
from serbench.report.text import plain, shortened, without_controls

NAME = "serbench.toml"
_MOST_BYTES = 64 << 10
# A table that is no command's.
_CODECS = "codecs"
# The command that asks for consent says all of it on its command line.
_ASKING = "trust"
# They look at codecs; others would compile and run them.
_LOOKING = ("list", "doctor")


class Parameter(Protocol):
    """What is asked of typer's, as of those below."""

    name: str | None
    opts: list[str]
    nargs: int


class Command(Protocol):
    params: list[Any]
    callback: Any


class Context(Protocol):
    info_name: str | None
    command: Any
    params: dict[str, Any]
    default_map: Any

    def get_parameter_source(self, name: str) -> Any: ...


@dataclass(frozen=True, slots=True)
class Configuration:
    """The file of the current folder. `folder` is absolute and without symbolic links, `digest` the
    file's SHA-256."""

    folder: Path
    digest: str
    tables: Mapping[str, Mapping[str, Any]]
    commands: Mapping[str, Command]

    def defaults(self) -> dict[str, dict[str, Any]]:
        """As typer takes them (`Context.default_map`). Raises `UserError` for what no command
        has."""
        found = {}
        for name, table in self.tables.items():
            if name == _CODECS:
                _check(table, name, {"dir"})
                self.codecs_folder()
                continue
            command = self.commands.get(name)
            if command is None or name == _ASKING:
                known = [
                    *(command_name for command_name in self.commands if command_name != _ASKING),
                    _CODECS,
                ]
                raise UserError(f"{NAME}: [{name}] is no command.{nearest(name, known)}")
            parameters = _parameters(command)
            _check(table, name, parameters)
            found[name] = {
                str(parameters[key].name): _value(name, key, value, parameters[key])
                for key, value in table.items()
            }
        return found

    def codecs_folder(self) -> str | None:
        """That of own codecs. Raises `UserError`."""
        folder = self.tables.get(_CODECS, {}).get("dir")
        if folder is not None and not isinstance(folder, str):
            raise UserError(f"{NAME}: [{_CODECS}] dir: it is the path of a folder")
        return folder

    def parts(self) -> list[Part]:
        """All that needs consent, of all commands."""
        found = set(self._codec_parts())
        for name, values in self.defaults().items():
            reach = reaches(self.commands[name].callback) if values else {}
            for key, value in values.items():
                found |= set(consent.parts(reach.get(key), value))
        return sorted(found)

    def _codec_parts(self) -> list[Part]:
        folder = self.codecs_folder()
        return [] if folder is None else list(consent.parts(Reach.CODEC_FOLDER, folder))

    def digests(self) -> dict[str, str]:
        """Those of the file itself and of the code that it names."""
        return {NAME: self.digest} | consent.digests(self.parts())

    def is_approved(self) -> bool:
        if approvals.is_trusted(self.folder):
            return True
        approval = approvals.load(self.folder)
        return approval is not None and (approval.always or approval.files == self.digests())

    def check(self, context: Context) -> None:
        """Before a command begins: says what it takes of the file. Raises `UserError` for what it
        must not take."""
        command = context.command
        reach = reaches(command.callback)
        taken = _taken(context)
        names = {str(p.name): _key(p) for p in command.params}
        for name, value in taken.items():
            if reach.get(name) is Reach.WRITES:
                consent.check_written(names[name], value)
        needed = [part for name in taken for part in consent.parts(reach.get(name), taken[name])]
        if needed and not self.is_approved():
            raise UserError(self._refusal(needed))
        is_quiet = context.params.get("_quiet") and "_quiet" not in taken
        if taken and not is_quiet:
            listed = ", ".join(f"{names[name]} = {_shown(value)}" for name, value in taken.items())
            _say(f"{context.info_name}: {listed}")
        if folder := self.codecs_folder():
            self._promise(folder, context.info_name in _LOOKING, bool(is_quiet))

    def _promise(self, folder: str, is_looking: bool, is_quiet: bool) -> None:
        """The codecs of the folder are there when codecs are asked for; most commands do not."""
        from serbench import catalog, custom_codecs
        from serbench.builders.codec import Codec

        def bring() -> list[Codec]:
            needed = self._codec_parts()
            if needed and not self.is_approved():
                if not is_looking:
                    raise UserError(self._refusal(needed))
                if not is_quiet:
                    _say(f"without the codecs of {_shown(folder)}, not approved: serbench trust")
                return []
            if not is_quiet:
                _say(f"codecs from {_shown(folder)}")
            return custom_codecs.in_folder(Path(folder))

        catalog.promise(bring)

    def _refusal(self, needed: Iterable[Part]) -> str:
        approval = approvals.load(self.folder)
        place = f"{NAME} of {plain(str(self.folder))}"
        step = "look at it: serbench trust --show; approve it: serbench trust"
        if approval is None:
            listed = consent.few(map(str, sorted(set(needed))))
            return f"{place} would use what you did not approve: {listed}; {step}"
        changed = consent.changes(approval.files, self.digests())
        listed = consent.few(f"{plain(path)} {how}" for path, how in changed.items())
        return f"{place}: since you approved it: {listed}; {step}"


def load(folder: Path, commands: Mapping[str, Command]) -> Configuration | None:
    """The folder's file; None if there is none. Raises `UserError`."""
    path = folder / NAME
    if not path.is_file():  # a pipe would be waited for
        return None
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            raise UserError(f"{NAME}: {_MOST_BYTES >> 10} KiB at most; move it away")
        tables = tomllib.loads(raw.decode())
        _check_text(tables)
    except RecursionError:
        raise UserError(f"{NAME}: lists in lists without end; mend it, or move it away") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{NAME}: {plain(str(error))}; mend it, or move it away") from None
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise UserError(f"{NAME}: {name} stands outside of a table; put it below [run]")
    digest = hashlib.sha256(raw).hexdigest()
    return Configuration(folder.resolve(), digest, tables, commands)


def _check_text(value: Any) -> None:
    """Help pages and error messages show it, and a terminal obeys control characters."""
    if isinstance(value, dict):
        for key, one in value.items():
            _check_text(key)
            _check_text(one)
    elif isinstance(value, list):
        for one in value:
            _check_text(one)
    elif isinstance(value, str):
        bare = value.replace("\n", "").replace("\t", "")
        if without_controls(bare) != bare:
            raise UserError(f"{NAME}: {_shown(value)} has control characters; remove them")


def _parameters(command: Command) -> dict[str, Parameter]:
    return {option.lstrip("-"): p for p in command.params for option in p.opts}


def _key(parameter: Parameter) -> str:
    """As it is called in the file: an option by its long name, an argument by its own."""
    return (long_name(parameter) or max(parameter.opts, key=len)).lstrip("-")


def _taken(context: Context) -> dict[str, Any]:
    """What the command line did not say. Of arguments that may be many, some versions of click
    call none what the command line said."""
    return {
        name: value
        for name, value in (context.default_map or {}).items()
        if context.get_parameter_source(name).name == "DEFAULT_MAP"
        or (isinstance(value, list) and not context.params.get(name))
    }


def _shown(value: Any) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return shortened(plain(text), 80)


def _say(text: str) -> None:
    """Not by `progress`, which a `quiet` of the file would silence."""
    print(f"{NAME}: {text}", file=sys.stderr)


def _check(table: Mapping[str, Any], name: str, known: Iterable[str]) -> None:
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
