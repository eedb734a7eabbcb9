"""Writes the Cargo.lock of all codecs and of each generator (see `serbench.builders.locking`)."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from serbench.builders.codec import shipped
from serbench.builders.locking import LockError
from serbench.builders.packages import Packages
from serbench.builders.rust.builder import BUILDER
from serbench.builders.rust.workspace import LOCK, OF_ANY_CODEC, PYPI, SOURCES, Workspace
from serbench.machine import programs
from serbench.schema.logical import Date
from serbench.schema.model import Field, Kind, Record, Scalar, Schema


def pypi_lists() -> set[Packages]:
    """Those of the programs that generators call."""
    return {packages for packages, _ in PYPI.values()}


def write(upgrade: bool) -> None:
    """At versions that front matter allows and the oldest supported Rust accepts."""
    for crate in sorted((SOURCES / "generators").iterdir()):
        _write(crate, crate / "Cargo.lock", upgrade)
    codecs = [
        replace(codec, extra=codec.extra | OF_ANY_CODEC) for codec in shipped(BUILDER.language)
    ]
    with tempfile.TemporaryDirectory() as name:
        # So that what logical types are made of is locked, too.
        fields = (Field("day", Scalar(Kind.I32, logical=Date())),)
        schema = Schema("lock", "Root", (Record("Root", fields),))
        workspace = Workspace(Path(name), schema, frozenset())
        workspace.write(codecs)
        for path in workspace.path.glob("types-*"):
            (path / "src" / "serbench_proto.rs").touch()
        _write(workspace.path, LOCK, upgrade)


def _write(directory: Path, lock: Path, upgrade: bool) -> None:
    if upgrade:
        (directory / "Cargo.lock").unlink(missing_ok=True)
    command = ["cargo", "metadata", "--format-version=1"]
    oldest = {"CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS": "fallback"}
    done = programs.run(command, cwd=directory, env=programs.installing(oldest))
    if done.returncode != 0:
        raise LockError(f"cargo does not resolve {directory}: {done.stderr.strip()}")
    with suppress(shutil.SameFileError):
        shutil.copy(directory / "Cargo.lock", lock)
