"""Python: classes of attrs, as its documentation has them first, and conversions.

    generate(schema) -> {"attrs.py": ..., "of_attrs.py": ...}

https://www.attrs.org/en/stable/overview.html
"""

from __future__ import annotations

from serbench.codegen.python.slotted import classes
from serbench.codegen.python.types import literal
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    imports = "from attrs import define, field as _field\n"
    return classes(schema, "attrs", imports, "@define", _argument)


def _argument(name: str) -> str:
    """An argument would be called as its field is, but `__init__` has a `self` already."""
    return f" = _field(alias={literal('self_of_value' if name == 'self' else name)})"
