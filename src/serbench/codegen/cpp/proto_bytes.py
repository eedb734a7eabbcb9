"""C++ for protobuf whose strings are `bytes`: the same bytes and accessors, and no check for
UTF-8. (`features.utf8_validation` is of editions, which protoc 3.21 does not know.) Keys of maps
cannot be `bytes` and are checked.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.cpp import proto as cpp_proto
from serbench.codegen.idl.proto import ProtoField
from serbench.schema.model import Kind, Scalar, Schema


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.proto` and the conversions, as header and source."""
    return cpp_proto.sources(schema, "proto_bytes", "data_bytes", _as_bytes)


def _as_bytes(field: ProtoField) -> ProtoField:
    is_text = isinstance(field.element, Scalar) and field.element.kind == Kind.STRING
    return replace(field, type="bytes") if is_text else field
