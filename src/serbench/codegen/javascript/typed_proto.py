"""JavaScript: `.proto` text, and conversions to the objects of ts-proto (and of `protobuf_ts`).

    generate(schema) -> {"data.proto": ..., "of_typed_proto.js": ...}

Their plugins make TypeScript of the first, and a bundler the module `data.js` of that. To both, a
message is any object that has the fields: absent ones are undefined, maps objects, integers of 64
bits bigints. Names are numbers here, which no bytes hold: protobuf-ts makes no code for an optional
scalar called `constructor`.
"""

from __future__ import annotations

from serbench.codegen.idl import proto
from serbench.codegen.javascript.conversions import BIGINTS
from serbench.codegen.javascript.proto import Library, conversions
from serbench.codegen.javascript.well_known import Times
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    return with_times(schema, Times(has_bigints=True))


def with_times(schema: Schema, times: Times) -> dict[str, str]:
    file = proto.lower(schema).numbered()
    library = Library(
        is_set="{message}.{name} !== undefined",
        integers=BIGINTS,
        absent="undefined",
        imports=f'export {{ {file.root} as Root }} from "./data.js";\n',
        times=times,
    )
    return {
        "data.proto": proto.render(file),
        "of_typed_proto.js": conversions(schema, file, library),
    }
