"""C++ for protobuf whose maps are repeated messages with a key and a value: the same bytes, and no
hashing. It is what people had before `map`, and what some write still.
"""

from __future__ import annotations

from serbench.codegen.cpp import proto as cpp_proto
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.proto` and the conversions, as header and source."""
    return cpp_proto.sources(
        schema, "proto_entries", "data_entries", lambda field: field, maps=False
    )
