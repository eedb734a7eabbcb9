"""Python: classes of attrs, as its documentation has them first, and conversions.

    generate(schema) -> {"attrs.py": ..., "of_attrs.py": ...}

https://www.attrs.org/en/stable/overview.html
"""

from __future__ import annotations

from serbench.codegen.python.slotted import classes
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    return classes(schema, "attrs", "from attrs import define\n", "@define")
