"""Go's github.com/gogo/protobuf: `.proto` text for protoc-gen-gogofaster, and conversions.

generate(schema) -> {"data.proto": ..., "convert.go": ...}

The generator refuses proto3's `optional`, so this file is proto2: what is always there is an
`optional` field that is not nullable, which it writes even if it equals 0, where proto3 leaves it
out. The bytes are those of the same format and any reader of it reads them; there are more of them.
Its options make the language's own types of protobuf's messages for times.
"""

from __future__ import annotations

from serbench.codegen.go import proto as go_proto
from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import ProtoField, ProtoFile
from serbench.schema.model import Kind, Scalar, Schema


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    file = go_proto.lower(schema)
    convert = go_proto.conversions(schema, file, "schema_gogo", by_value=True)
    return {"data.proto": render(file, "schema_gogo"), "convert.go": convert}


def render(file: ProtoFile, package: str) -> str:
    """The text of the messages in proto2, with gogo's options."""
    parts = ['syntax = "proto2";', "", f"package {proto.PACKAGE};", ""]
    parts += [f'option go_package = "{package}";', ""]
    parts += ['import "gogoproto/gogo.proto";', *proto.imports(file)]
    for message in file.structs:
        parts += ["", f"message {message.name} {{", *map(_declaration, message.fields), "}"]
    for enum in file.enums:
        values = [f"  {name} = {i};" for i, name in enumerate(enum.values)]
        parts += ["", f"enum {enum.name} {{", *values, "}"]
    return "\n".join(parts) + "\n"


_STANDARD = {
    proto.TIMESTAMP: "(gogoproto.stdtime) = true",
    proto.DURATION: "(gogoproto.stdduration) = true",
}


def _declaration(field: ProtoField) -> str:
    is_message = field.holds_message
    kind_of = field.element.kind if isinstance(field.element, Scalar) and not is_message else None
    is_bytes, is_text = kind_of is Kind.BYTES, kind_of is Kind.STRING
    options = []
    match field.cardinality:
        case "map":
            kind = f"map<string, {field.type}>"
            options = ["(gogoproto.nullable) = false"] if is_message else []
        case "repeated":
            kind = f"repeated {field.type}"
            if is_message:
                options = ["(gogoproto.nullable) = false"]
            elif not is_bytes and not is_text:
                options = ["packed = true"]
        case cardinality:
            kind = f"optional {field.type}"
            if not is_bytes:  # a slice, which is nil where there is none
                nullable = "true" if cardinality == "optional" else "false"
                options = [f"(gogoproto.nullable) = {nullable}"]
    options += [_STANDARD[field.type]] if field.is_well_known else []
    clause = f" [{', '.join(options)}]" if options else ""
    return f"  {kind} {field.name} = {field.number}{clause};"
