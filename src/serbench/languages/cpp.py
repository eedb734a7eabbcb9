"""C++."""

from __future__ import annotations

from serbench.builders.driver import Builder
from serbench.languages.language import Language
from serbench.schema.model import Schema


def _builder() -> Builder:
    from serbench.builders.cpp.builder import BUILDER

    return BUILDER


def _types(schema: Schema) -> dict[str, str]:
    from serbench.codegen.cpp import types

    return types.generate(schema)


LANGUAGE = Language(
    key="cpp",
    name="C++",
    suffix=".cpp",
    builder=_builder,
    types=_types,
    build_s=(0.95, 0.0175),
    library_s=(25.0, 0.0),
    uses_malloc=True,
)
