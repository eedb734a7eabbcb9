"""JavaScript: conversions to the objects of pbf.

    generate(schema) -> {"oneofs.proto": ..., "of_pbf.js": ...}

pbf does not know `optional` of proto3, but the `oneof` of one field that it stands for. In an entry
of a map it reads a message that others left out, being empty, as undefined.
https://protobuf.dev/programming-guides/field_presence/#how-to-enable-explicit-presence-in-proto3
"""

from __future__ import annotations

from serbench.codegen.idl import proto
from serbench.codegen.javascript.proto import Library, conversions
from serbench.schema.model import Schema

_LIBRARY = Library(
    is_set="{message}._{name} !== undefined",
    integers=("{expression}", "integer({expression}, {wide})"),
    imports=(
        'import { PbfReader } from "pbf";\n'
        'import * as generated from "./pbf.js";\n\n'
        "const NOTHING = new Uint8Array(0);\n"
        "const empty = (type) => generated[`read${type}`](new PbfReader(NOTHING));\n"
    ),
    of_map='{expression} ?? empty("{type}")',
)


def generate(schema: Schema) -> dict[str, str]:
    file = proto.lower(schema)
    root = (
        f"export const write = generated.write{file.root};\n"
        f"export const read = generated.read{file.root};\n"
    )
    return {
        "oneofs.proto": proto.render(file, has_optional=False),
        "of_pbf.js": conversions(schema, file, _LIBRARY) + root,
    }
