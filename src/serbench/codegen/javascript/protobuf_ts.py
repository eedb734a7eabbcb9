"""JavaScript: what `typed_proto` makes, with the functions of protobuf-ts for dates.

    generate(schema) -> {"data.proto": ..., "of_typed_proto.js": ..., "messages.ts": ...}

The last is there if the schema has timestamps: what the bundler is to make `data.js` of.
https://github.com/timostamm/protobuf-ts/blob/main/MANUAL.md#googleprotobuftimestamp
"""

from __future__ import annotations

from serbench.codegen.idl.proto import TIMESTAMP
from serbench.codegen.javascript import typed_proto
from serbench.codegen.javascript.well_known import Times
from serbench.schema.logical import Unit
from serbench.schema.model import Schema

_DATES = ("Timestamp.fromDate(value)", "Timestamp.toDate(message)")
_IMPORT = 'import { Timestamp } from "./data.js";\n'
_TIMES = Times(
    has_bigints=True,
    helpers={(TIMESTAMP, Unit.S): _DATES, (TIMESTAMP, Unit.MS): _DATES},
    imports={TIMESTAMP: _IMPORT},
)
_MESSAGES = """\
export * from "./data";
export { Timestamp } from "./google/protobuf/timestamp";
"""


def generate(schema: Schema) -> dict[str, str]:
    made = typed_proto.with_times(schema, _TIMES)
    has_timestamps = _IMPORT in made["of_typed_proto.js"]
    return {**made, "messages.ts": _MESSAGES} if has_timestamps else made
