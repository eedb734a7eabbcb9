"""Python: plain values as dicts of what JSON has, for libraries that take these.

    generate(schema) -> {"json.py": ...}
"""

from __future__ import annotations

from serbench.codegen.python.conversions import BASE64, mapping, module
from serbench.schema.model import Kind, Schema


def generate(schema: Schema) -> dict[str, str]:
    """Bytes are base64."""
    imports = "from binascii import a2b_base64, b2a_base64\n\n"
    return {"json.py": module(schema, mapping({Kind.BYTES: BASE64}, imports))}
