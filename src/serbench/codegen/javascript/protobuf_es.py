"""JavaScript: conversions to the messages of Protobuf-ES.

    generate(schema) -> {"data.proto": ..., "of_protobuf_es.js": ...}

https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md#generated-code
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import DURATION, TIMESTAMP
from serbench.codegen.javascript.proto import Library, conversions
from serbench.codegen.javascript.well_known import Times
from serbench.schema.logical import Unit
from serbench.schema.model import Schema

_IMPORTS = (
    'import { create } from "@bufbuild/protobuf";\n'
    'import { file_data } from "./data_pb.js";\n\n'
    "export const { messages } = file_data;\n"
)
_WELL_KNOWN = 'import * as known from "@bufbuild/protobuf/wkt";\n'
_DATES = ("known.timestampFromDate(value)", "known.timestampDate(message)")
_TIMES = Times(
    made="create({type}, { seconds: {seconds}, nanos: {nanos} })",
    has_bigints=True,
    types={TIMESTAMP: "known.TimestampSchema", DURATION: "known.DurationSchema"},
    # https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md#well-known-types
    helpers={
        (TIMESTAMP, Unit.S): _DATES,
        (TIMESTAMP, Unit.MS): _DATES,
        (DURATION, Unit.MS): ("known.durationFromMs(value)", "known.durationMs(message)"),
    },
    imports=dict.fromkeys((TIMESTAMP, DURATION), _WELL_KNOWN),
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
        times=_TIMES,
    )
    root = f"export const Root = messages[{numbers[file.root]}];\n"
    return {
        "data.proto": proto.render(file),
        "of_protobuf_es.js": conversions(schema, file, library) + root,
    }
