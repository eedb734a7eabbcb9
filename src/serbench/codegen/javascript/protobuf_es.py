"""JavaScript: conversions to the messages of Protobuf-ES.

    generate(schema) -> {"data.proto": ..., "of_protobuf_es.js": ...}

https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md#generated-code
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from serbench.codegen.idl import proto
from serbench.codegen.javascript.proto import Library, conversions
from serbench.schema.model import Schema

_IMPORTS = (
    'import { create } from "@bufbuild/protobuf";\n'
    'import { file_data } from "./data_pb.js";\n\n'
    "export const { messages } = file_data;\n"
)
# https://github.com/bufbuild/protobuf-es/blob/main/packages/protobuf/src/reflect/names.ts
_RESERVED = frozenset({"constructor", "toString", "toJSON", "valueOf"})


def local_name(name: str) -> str:
    """What Protobuf-ES calls a field: as in protobuf's JSON, but for members of every object."""
    camel = re.sub(r"_+(.?)", lambda found: found[1].upper(), name)
    return f"{camel}$" if camel in _RESERVED else camel


def generate(schema: Schema) -> dict[str, str]:
    file = proto.lower(schema)
    numbers = {message.name: number for number, message in enumerate(file.structs)}

    def made(message: str, members: Iterable[str]) -> str:
        return f"create(messages[{numbers[message]}], {{ {', '.join(members)} }})"

    library = Library(
        is_set="{message}.{name} !== undefined",
        integers=("BigInt({expression})", "integer({expression}, {wide})"),
        absent="undefined",
        imports=_IMPORTS,
        name=local_name,
        made=made,
    )
    root = f"export const Root = messages[{numbers[file.root]}];\n"
    return {
        "data.proto": proto.render(file),
        "of_protobuf_es.js": conversions(schema, file, library) + root,
    }
