"""JavaScript: conversions to the objects of pbf.

    generate(schema) -> {"oneofs.proto": ..., "of_pbf.js": ...}

pbf does not know `optional` of proto3, but the `oneof` of one field that it stands for. In an entry
of a map it reads a message that others left out, being empty, as undefined. Nor does it know types
of other packages: protobuf's own messages stand in the file, under names that no schema's have.
https://protobuf.dev/programming-guides/field_presence/#how-to-enable-explicit-presence-in-proto3
"""

from __future__ import annotations

from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import DURATION, TIMESTAMP, ProtoFile
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


_TIME = """
message {name} {{
  int64 seconds = 1;
  int32 nanos = 2;
}}
"""


def generate(schema: Schema) -> dict[str, str]:
    # pbf makes a function of each map, called by the message and the field.
    file = proto.lower(schema).numbered()
    root = (
        f"export const write = generated.write{file.root};\n"
        f"export const read = generated.read{file.root};\n"
    )
    return {
        "oneofs.proto": _with_times(file),
        "of_pbf.js": conversions(schema, file, _LIBRARY) + root,
    }


def _with_times(file: ProtoFile) -> str:
    """The text of the file, in which protobuf's own messages are its own."""
    names = {name: f"google_{name.rpartition('.')[2]}" for name in (DURATION, TIMESTAMP)}
    same = {name: name for name in file.type_names()}
    renamed = file.renamed({**same, **names}, lambda message: [f.name for f in message.fields])
    used = {field.type for message in renamed.structs for field in message.fields}
    text = proto.render(renamed, has_optional=False)
    return text + "".join(_TIME.format(name=name) for name in names.values() if name in used)
