"""`serbench trust`: what a folder's `serbench.toml` would run, and the consent to it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serbench.command_line import approvals, consent
from serbench.errors import UserError
from serbench.quoting import shell
from serbench.report.text import plain

if TYPE_CHECKING:
    from serbench.command_line.configuration import Configuration

_NAME = "serbench.toml"


def command(
    context: typer.Context,
    show: Annotated[
        bool, typer.Option("--show", help="Only say what it would run and read.")
    ] = False,
    always: Annotated[
        bool,
        typer.Option("--always", help="Trust this folder even if its files change later."),
    ] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="Revoke the approval.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List the approved folders.")] = False,
) -> None:
    check_forms(show, always, revoke, list_)
    if list_:
        show_all()
    elif revoke:
        withdraw()
    else:
        approve(context.obj, always=always, only=show)


def check_forms(*forms: bool) -> None:
    """Raises `UserError` if more than one is wanted."""
    if sum(forms) > 1:
        raise UserError("--show, --always, --revoke and --list exclude each other: name one")


def approve(found: Configuration | None, *, always: bool = False, only: bool = False) -> None:
    """Prints all that needs consent, and approves it unless that is `only` shown. Raises
    `UserError` if there is no file, or `always` would be consent to other users' files."""
    if found is None:
        raise UserError(f"there is no {_NAME} in {plain(str(Path().resolve()))}")
    parts = found.parts()
    now = found.digests()
    before = approvals.load(found.folder)
    changes = consent.changes(before.files, now) if before else {}
    print(plain(str(found.folder)))
    for part in parts:
        text = "\n    ".join(plain(line) for line in part.text.splitlines())
        state = changes.get(part.text, "")
        if part.kind in (consent.CODEC, consent.MODULE) and not now[part.text]:
            state = "no such file"
        print(f"  {part.kind}: {text}{f' ({state})' if state else ''}")
    if not parts and not always:
        print(f"  nothing of {_NAME} needs to be approved")
    elif only:
        print(_state(found, before))
    else:
        if always:
            _check_own(found.folder)
        approvals.save(approvals.Approval(found.folder, now, always))
        until = "whatever becomes of it" if always else f"until one of these or {_NAME} changes"
        print(f"approved, {until}")


def _state(found: Configuration, before: approvals.Approval | None) -> str:
    if approvals.is_trusted(found.folder):
        return f"approved by {approvals.VARIABLE}"
    if found.is_approved():
        return "approved"
    if before is None:
        return "not approved; approve it: serbench trust"
    return f"changed since it was approved ({_NAME} or what is marked); approve it: serbench trust"


def _check_own(folder: Path) -> None:
    about = folder.stat()
    if about.st_uid not in (os.geteuid(), 0) or stat.S_IMODE(about.st_mode) & stat.S_IWOTH:
        raise UserError(
            f"{plain(str(folder))}: other users can write into it; approve what is there now: "
            "serbench trust"
        )


def withdraw() -> None:
    """Takes the current folder's approval back."""
    folder = Path().resolve()
    state = "no longer approved" if approvals.remove(folder) else "was not approved"
    print(f"{plain(str(folder))} {state}")


def show_all() -> None:
    """Prints the folders that are approved."""
    for approval in approvals.every():
        gone = "" if approval.folder.is_dir() else ", which is gone"
        print(
            f"{shell(approval.folder)}{gone}{', whatever becomes of it' if approval.always else ''}"
        )
