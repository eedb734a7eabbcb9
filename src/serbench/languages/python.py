"""Python."""

from __future__ import annotations

from serbench.builders.driver import Builder
from serbench.languages.language import Language
from serbench.schema.model import Schema


def _builder() -> Builder:
    from serbench.builders.python.builder import BUILDER

    return BUILDER


def _types(schema: Schema) -> dict[str, str]:
    from serbench.codegen.python import types

    return types.generate(schema)


LANGUAGE = Language(
    key="python",
    name="Python",
    suffix=".py",
    builder=_builder,
    types=_types,
    build_s=(0.5, 0.001),
    library_s=(5.0, 3.0),
    # https://docs.python.org/3/library/venv.html: where a copy finds the standard library.
    beside={"pyvenv.cfg": "home = {directory}\n"},
)
