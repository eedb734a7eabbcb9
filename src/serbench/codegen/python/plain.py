"""Python: plain values as dicts by wire names, or as lists, for libraries that take these.

    generate(schema) -> {"mappings.py": ..., "sequences.py": ..., "sparse.py": ..., "bare.py": ...}

In `sparse`, what is absent is not there at all. `bare` is as `mappings` for libraries that refuse a
`StrEnum`: enums are texts of no other class.

`AS_THEY_ARE` is as in `json`. If a library takes any logical type natively, `mappings` has
`back_of_text` besides, for libraries that give text of those.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.python import logical
from serbench.codegen.python.conversions import BARE, mapping, module, sequence, sparse
from serbench.schema.conventions import logical_scalars
from serbench.schema.features import NAMES, first_use
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    as_they_are = not first_use(schema, NAMES) and not logical.converts(schema)
    mappings = f"{module(schema, mapping())}AS_THEY_ARE = {as_they_are}\n"
    texts = {}
    if any(scalar.native for scalar in logical_scalars(schema)):
        shape = replace(mapping(), native=logical.of_text)
        texts["texts.py"] = module(schema, shape)
        mappings += "\n\nfrom serbench_schema.texts import back as back_of_text\n"
    return {
        **texts,
        "mappings.py": mappings,
        "sequences.py": module(schema, sequence()),
        "sparse.py": module(schema, sparse()),
        "bare.py": module(schema, replace(mapping(), enum=BARE)),
    }
