"""Python: an Avro schema, and plain values as dicts by its names.

    generate(schema) -> {"avro.py": ...}

`SCHEMA` of the module is that of the root.
"""

from __future__ import annotations

import json

from serbench.codegen.idl import avro
from serbench.codegen.python.conversions import Shape, module
from serbench.codegen.python.types import literal, names
from serbench.schema.model import Kind, Schema

# A long of the same bits.
_U64 = ("({0} if {0} < 1 << 63 else {0} - (1 << 64))", "({0} & (1 << 64) - 1)")


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    fields = {record.name: avro.field_names(record) for record in schema.records}
    shape = Shape(
        record=lambda record, parts: (
            "{"
            + ", ".join(f"{literal(fields[record][wire])}: {part}" for wire, part in parts.items())
            + "}"
        ),
        part=lambda expression, record, wire, place: (
            f"{expression}[{literal(fields[record][wire])}]"
        ),
        scalars={Kind.U64: _U64},
        enum=("SYMBOL_{numbers}[{}]", "MEMBER_{numbers}[{}]"),
    )
    symbols = []
    for enum in schema.enums:
        name = known.types[enum.name]
        pairs = ", ".join(
            f"types.{name}({literal(wire)}): {literal(symbol)}"
            for wire, symbol in avro.symbol_names(enum).items()
        )
        symbols.append(
            f"SYMBOL_{name} = {{{pairs}}}\n"
            f"MEMBER_{name} = {{symbol: member for member, symbol in SYMBOL_{name}.items()}}\n"
        )
    text = json.dumps(avro.lower_bare(schema))
    return {
        "avro.py": "\n\n".join([module(schema, shape), *symbols, f"SCHEMA = {literal(text)}\n"])
    }
