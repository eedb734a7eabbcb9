"""Python: which logical types of a schema its codec hands to the library as they are.

    generate(schema) -> {"native.py": ...}

`TYPES` of the module has their words, for codecs whose library takes them by a setting or a hook.
It is empty where a schema has no logical types, so that the codec is measured there without these.
`HAS_TYPED_MAPS` says whether the library is given maps whose keys are no text.
"""

from __future__ import annotations

from serbench.codegen.python.types import HEADER
from serbench.schema.conventions import logical_scalars, typed_maps
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    words = sorted({str(scalar.logical) for scalar in logical_scalars(schema) if scalar.native})
    has_maps = any(native for _, native in typed_maps(schema))
    text = f"{HEADER}\nTYPES = {tuple(words)!r}\nHAS_TYPED_MAPS = {has_maps}\n"
    return {"native.py": text}
