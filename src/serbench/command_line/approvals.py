"""The folders whose `serbench.toml` may run code, as the user approved them.

An approval is of a folder and of what its files held: it lapses when one of them changes, unless it
is for always. Approvals are in the user's state directory, a file for each folder; the cache may be
cleaned.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from serbench.errors import UserError
from serbench.quoting import shell, shown_file

# A folder that is trusted with all below it: for CI, whose repository is its own.
VARIABLE = "SERBENCH_TRUST"


@dataclass(frozen=True, slots=True)
class Approval:
    """`files` are SHA-256 digests by path, as it was written; "" is of a file that was not there.
    `always`: whatever becomes of the files."""

    folder: Path
    files: Mapping[str, str] = field(default_factory=dict)
    always: bool = False


def home() -> Path:
    return platformdirs.user_state_path("serbench") / "approved"


def load(folder: Path) -> Approval | None:
    """That of a folder, absolute and without symbolic links. Raises `UserError` if another user
    could have written it."""
    return _read(_file(folder))


def every() -> list[Approval]:
    """All of them, by folder."""
    try:
        paths = sorted(home().glob("*.json"))
    except OSError:
        return []
    return sorted(
        (approval for path in paths if (approval := _read(path))),
        key=lambda approval: approval.folder,
    )


def save(approval: Approval) -> None:
    """Keeps it in place of an earlier one of the folder. Raises `UserError`."""
    path = _file(approval.folder)
    kept = {
        "folder": str(approval.folder),
        "always": approval.always,
        "files": dict(approval.files),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.parent.chmod(0o700)
        number, beside = tempfile.mkstemp(dir=path.parent)  # of mode 0600
        try:
            with os.fdopen(number, "w", encoding="ascii") as file:
                json.dump(kept, file, indent=1)
            Path(beside).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(beside).unlink()
            raise
    except OSError as error:
        raise UserError(
            f"{shown_file(path)}: it cannot be written: {error.strerror}; see: "
            f"ls -ld {shell(path.parent)}"
        ) from None


def remove(folder: Path) -> bool:
    """Whether there was one."""
    try:
        _file(folder).unlink()
    except FileNotFoundError:
        return False
    return True


def is_trusted(folder: Path) -> bool:
    """Whether the environment says so. Raises `UserError` for a relative path, by which any folder
    would be trusted that a command is started in."""
    trusted = os.environ.get(VARIABLE, "")
    if not trusted:
        return False
    if not Path(trusted).is_absolute():
        raise UserError(
            f"{VARIABLE}={shell(trusted)}: it is the absolute path of a folder whose code is yours"
        )
    return folder.is_relative_to(Path(trusted).resolve())


def _file(folder: Path) -> Path:
    return home() / f"{hashlib.sha256(os.fsencode(folder)).hexdigest()[:32]}.json"


def _read(path: Path) -> Approval | None:
    try:
        for status in (path.parent.stat(), path.stat()):
            if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o022:
                raise UserError(
                    f"{shown_file(path)}: another user can write this approval; look, then: "
                    f"rm -r {shell(path.parent)}"
                )
        kept = json.loads(path.read_text(encoding="ascii"))
        return Approval(Path(kept["folder"]), kept["files"], kept["always"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        raise UserError(
            f"{shown_file(path)}: it cannot be read as an approval; remove it: rm {shell(path)}"
        ) from None
