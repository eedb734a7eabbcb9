"""What every code generator offers."""

from __future__ import annotations

from typing import Protocol

from serbench.schema.model import Schema


class Generator(Protocol):
    """A module that writes sources. A builder's table names the modules themselves; what they are
    made of is found from there (`serbench.builders.provenance`)."""

    @property
    def __name__(self) -> str: ...

    def generate(self, schema: Schema) -> dict[str, str]:
        """The texts of files, by their paths in the folder or package that is theirs."""
