"""JavaScript."""

from __future__ import annotations

from serbench.builders.driver import Builder
from serbench.languages.language import Language
from serbench.schema.model import Schema


def _builder() -> Builder:
    from serbench.builders.javascript.builder import BUILDER

    return BUILDER


def _types(schema: Schema) -> dict[str, str]:
    from serbench.codegen.javascript import types

    return types.generate(schema)


LANGUAGE = Language(
    key="javascript",
    name="JavaScript",
    suffix=".js",
    builder=_builder,
    types=_types,
    build_s=(0.5, 0.001),
    library_s=(3.0, 1.0),
    beside={},
    jit=True,
    memory_bytes=192 * 2**20,
)
