"""Python: plain values as dicts by wire names, or as lists, for libraries that take these and bytes.

    generate(schema) -> {"mappings.py": ..., "sequences.py": ...}
"""

from __future__ import annotations

from serbench.codegen.python.conversions import mapping, module, sequence
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    return {
        "mappings.py": module(schema, mapping()),
        "sequences.py": module(schema, sequence()),
    }
