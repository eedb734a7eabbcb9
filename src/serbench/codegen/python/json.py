"""Python: plain values as dicts of what JSON has, for libraries that take these.

    generate(schema) -> {"json.py": ...}

`AS_THEY_ARE` of the module says whether this is what a library writes that takes dataclasses by
their attributes.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.python import logical
from serbench.codegen.python.conversions import BASE64, mapping, module
from serbench.schema.features import NAMES, first_use
from serbench.schema.model import Kind, Schema


def generate(schema: Schema) -> dict[str, str]:
    """Bytes are base64; of logical types that a library writes natively, JSON gives text."""
    imports = "from binascii import a2b_base64, b2a_base64\n\n"
    shape = replace(mapping({Kind.BYTES: BASE64}, imports), native=logical.of_text)
    text = module(schema, shape)
    as_they_are = not logical.converts(schema) and not any(
        first_use(schema, feature) for feature in (NAMES, Kind.BYTES)
    )
    return {"json.py": f"{text}AS_THEY_ARE = {as_they_are}\n"}
