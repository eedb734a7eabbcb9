"""The code generators of Go libraries, by the names that codecs' front matter calls them.

Each makes a package `serbench/schema_<name>`: serbench writes its sources, among them what is
between plain values and the library's types, and the library's own program adds the rest.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from serbench.codegen import names
from serbench.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Generator:
    """`tool` is the Go package of the library's program, `module` the one of
    serbench.codegen that writes sources, `commands` what runs in the package's directory.
    `compiler` is a program that must be installed, as (name, Debian package)."""

    tool: str
    module: str
    commands: Callable[[Path], list[list[str]]]
    compiler: tuple[str, str] | None = None
    # Modules of serbench.codegen that `module` builds on.
    also: tuple[str, ...] = ()

    def codegen(self) -> ModuleType:
        return import_module(f"serbench.codegen.{self.module}")

    def files(self, schema: Schema) -> dict[str, str]:
        """Sources of the package, by their names in it."""
        made: dict[str, str] = self.codegen().generate(schema)
        return made

    def sources(self) -> list[Path]:
        """The files whose change would change the package."""
        modules = [self.codegen(), names]
        modules += [import_module(f"serbench.codegen.{name}") for name in self.also]
        return [Path(__file__), *{Path(m.__file__) for m in modules if m.__file__}]

    def missing(self) -> tuple[str, str] | None:
        """The program that is not installed and its Debian package."""
        if self.compiler and not shutil.which(self.compiler[0]):
            return self.compiler
        return None


def _ffjson(directory: Path) -> list[list[str]]:
    return [["ffjson", "types.go"]]


GENERATORS = {
    "ffjson": Generator("github.com/pquerna/ffjson", "go_ffjson", _ffjson),
}
