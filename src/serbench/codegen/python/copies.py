"""Python: a deep copy of a plain value, written out: `copy.deepcopy` keeps books of what it met.

generate(schema) -> {"copies.py": ...}
"""

from __future__ import annotations

from serbench.codegen.python.conversions import Shape, module
from serbench.codegen.python.types import names
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    shape = Shape(
        record=lambda record, parts: f"types.{known.types[record]}({', '.join(parts.values())})",
        part=lambda its, record, wire, place: f"{its}.{known.fields[record][wire]}",
        enum=("{}", "{}"),
        copies=True,
    )
    return {"copies.py": module(schema, shape) + "copy = to\n"}
