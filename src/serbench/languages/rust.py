"""Rust."""

from __future__ import annotations

from serbench.builders.driver import Builder
from serbench.languages.language import Language
from serbench.schema.model import Schema


def _builder() -> Builder:
    from serbench.builders.rust.builder import BUILDER

    return BUILDER


def _types(schema: Schema) -> dict[str, str]:
    from serbench.codegen.rust import types

    return types.generate(schema)


LANGUAGE = Language(
    key="rust",
    name="Rust",
    suffix=".rs",
    builder=_builder,
    types=_types,
    build_s=(0.55, 0.021),
    library_s=(20.0, 3.0),
    uses_malloc=True,
)
