"""C++ for protobuf whose lists of numbers are not packed, as they were by default before proto3:
each number has a tag of its own.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.cpp import proto as cpp_proto
from serbench.codegen.idl.proto import ProtoField
from serbench.schema.model import EnumRef, Kind, Scalar, Schema


def generate(schema: Schema) -> dict[str, str]:
    """Relative path to text: the `.proto` and the conversions, as header and source."""
    return cpp_proto.sources(schema, "proto_unpacked", "data_unpacked", _unpacked)


def _unpacked(field: ProtoField) -> ProtoField:
    match field.element:
        case EnumRef():
            is_number = True
        case Scalar(kind) if not field.is_well_known:
            is_number = kind not in (Kind.STRING, Kind.BYTES)
        case _:
            is_number = False
    return replace(field, is_packed=not (is_number and field.cardinality == "repeated"))
