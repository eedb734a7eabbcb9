"""C++ for protobuf 35, whose compiler is not that of Debian's 3.21: the same `.proto` and
conversions under other names, so that one build may have both."""

from __future__ import annotations

from serbench.codegen.cpp import proto as cpp_proto
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.proto` and the conversions, as header and source."""
    return cpp_proto.sources(schema, "proto_35", "data_35", lambda field: field)
