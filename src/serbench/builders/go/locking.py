"""Writes go.sum (see `serbench.builders.locking`)."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from serbench.builders.codec import shipped
from serbench.builders.go import tool
from serbench.builders.go.builder import BUILDER
from serbench.builders.go.generators import GENERATORS
from serbench.builders.go.module import GO_MOD, GO_SUM, Module
from serbench.builders.locking import LockError
from serbench.builders.packages import Packages
from serbench.schema.logical import Date
from serbench.schema.model import Field, Record, Schema, scalar_of


def pypi_lists() -> set[Packages]:
    """Those of the programs that generators call."""
    return {generator.packages for generator in GENERATORS.values()}


def _imports() -> str:
    """A file of Go that imports what generated sources do."""
    paths = {path for generator in GENERATORS.values() for path in generator.imports}
    return "package generated\n\n" + "".join(f'import _ "{path}"\n' for path in sorted(paths))


def write(upgrade: bool) -> None:
    """Versions are those of go.mod, which is written by hand; what codecs import and it lacks, the
    go command adds."""
    with tempfile.TemporaryDirectory() as name:
        # One with logical types, so that their packages are there.
        root = Record("Root", (Field("on", scalar_of(Date())),))
        module = Module(Path(name), Schema("lock", "Root", (root,)))
        module.write(shipped(BUILDER.language))
        # `-e`: packages of generators are not there, nor needed, since their tools are named.
        generated = module.path / "generated"
        generated.mkdir()
        (generated / "imports.go").write_text(_imports())
        packages = ["./driver", "./logical", "./conventions", "./codec/...", "./generated", "tool"]
        command = ["go", "list", "-e", "-deps", *packages]
        try:
            tool.run(command, module.path, may_add=True)
        except tool.GoError as error:
            raise LockError(str(error)) from None
        for lock in (GO_MOD, GO_SUM):
            shutil.copyfile(module.path / lock.name, lock)
