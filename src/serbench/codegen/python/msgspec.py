"""Python: msgspec's Structs, as its documentation has them, and conversions.

    generate(schema) -> {"structs.py": ..., "arrays.py": ...}

The Structs of `arrays` are written without their fields' names.
https://jcristharif.com/msgspec/structs.html
"""

from __future__ import annotations

from serbench.codegen.names import Names
from serbench.codegen.python.conversions import Shape, module
from serbench.codegen.python.types import HEADER, PLAIN, literal, names
from serbench.schema.model import Record, Schema


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    texts = {}
    for name, option in (("structs", ""), ("arrays", ", array_like=True")):
        parts = [f"{HEADER}\nfrom msgspec import Struct, field\n"]
        if schema.enums:
            parts.append(
                "from serbench_schema.types import "
                + ", ".join(known.types[enum.name] for enum in schema.enums)
                + "\n"
            )
        parts += [_struct(record, known, option) for record in schema.records]
        texts[f"{name}.py"] = "\n\n".join([*parts, f"Root = {known.types[schema.root]}\n"])
        shape = Shape(
            record=lambda record, parts, its=name: (
                f"{its}.{known.types[record]}({', '.join(parts.values())})"
            ),
            part=lambda its, record, wire, place: f"{its}.{known.fields[record][wire]}",
            enum=("{}", "{}"),
            imports=f"from serbench_schema import {name}\n",
        )
        texts[f"of_{name}.py"] = module(schema, shape)
    return texts


def _struct(record: Record, known: Names, option: str) -> str:
    lines = []
    for f in record.fields:
        name = known.fields[record.name][f.name]
        renamed = "" if name == f.name else f" = field(name={literal(f.name)})"
        lines.append(f"    {name}: {PLAIN.text(f.type, known)}{renamed}")
    body = "\n".join(lines or ["    pass"])
    return f"class {known.types[record.name]}(Struct{option}):\n{body}\n"
