"""Python: `.proto` text for betterproto2's compiler, and conversions to its messages.

    generate(schema) -> {"plain.proto": ..., "of_betterproto.py": ...}

The compiler spells names in its own way, by which two may become one: they are numbers here, which
no bytes hold. https://betterproto.github.io/python-betterproto2/getting-started/
"""

from __future__ import annotations

from serbench.codegen.idl import proto
from serbench.codegen.idl.file import IdlEnum
from serbench.codegen.python.proto import Library, conversions
from serbench.schema.model import Schema

_LIBRARY = Library(proto.PACKAGE, "{expression} is not None", "{expression}", "{expression}")


def generate(schema: Schema) -> dict[str, str]:
    lowered = proto.lower(schema)
    types = {name: f"Type{number}" for number, name in enumerate(lowered.type_names())}

    def values(enum: IdlEnum) -> list[str]:
        return [f"{types[enum.name].upper()}_VALUE{n}" for n in range(len(enum.values))]

    file = lowered.renamed(
        types, lambda struct: [f"part{field.number}" for field in struct.fields], values
    )
    return {
        "plain.proto": proto.render(file),
        "of_betterproto.py": conversions(schema, file, _LIBRARY),
    }
