"""Java."""

from __future__ import annotations

from serbench.builders.driver import Builder
from serbench.languages.language import Language
from serbench.schema.model import Schema


def _builder() -> Builder:
    from serbench.builders.java.builder import BUILDER

    return BUILDER


def _types(schema: Schema) -> dict[str, str]:
    from serbench.codegen.java import types

    return types.generate(schema)


LANGUAGE = Language(
    key="java",
    name="Java",
    suffix=".java",
    builder=_builder,
    types=_types,
    build_s=(0.12, 0.001),
    library_s=(15.0, 2.0),
    runtime=("bin/java", "lib/libjli.so", "lib/server/libjvm.so"),
    jit=True,
    memory_bytes=192 * 2**20,
)
