"""Go."""

from __future__ import annotations

from serbench.builders.driver import Builder
from serbench.languages.language import Language
from serbench.schema.model import Schema


def _builder() -> Builder:
    from serbench.builders.go.builder import BUILDER

    return BUILDER


def _types(schema: Schema) -> dict[str, str]:
    from serbench.codegen.go import types

    return types.generate(schema)


LANGUAGE = Language(
    key="go",
    name="Go",
    suffix=".go",
    builder=_builder,
    types=_types,
    build_s=(0.3, 0.004),
    library_s=(14.0, 3.0),
)
