"""Python: for libraries that take dataclasses: the plain ones, or their like in what they write.

    generate(schema) -> {"fitted.py": ...}

`Root` is the plain one and `to` and `back` are None where the library takes all logical types of
the schema natively. Elsewhere each class is written once more, with what the format's convention
has for the other ones, and these two convert.
"""

from __future__ import annotations

from serbench.codegen.python import logical
from serbench.codegen.python.conversions import classes, module
from serbench.codegen.python.types import (
    FITTED,
    HEADER,
    TYPING,
    enum_imports,
    names,
    record_text,
)
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    if not logical.converts(schema):
        root = f"Root = types.{known.types[schema.root]}\nto = back = None\n"
        return {"fitted.py": f"{HEADER}\nfrom serbench_schema import types\n\n{root}"}
    imports = (
        f"from dataclasses import dataclass as _dataclass\n{TYPING}{FITTED.imports(schema)}"
        f"{enum_imports(schema, known)}"
    )
    records = [
        record_text(record, known, "@_dataclass", annotations=FITTED) for record in schema.records
    ]
    parts = [module(schema, classes(known, "", imports)), *records]
    return {"fitted.py": "\n\n".join([*parts, f"Root = {known.types[schema.root]}\n"])}
