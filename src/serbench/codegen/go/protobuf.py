"""Go's google.golang.org/protobuf: `.proto` text for protoc-gen-go, and conversions.

generate(schema) -> {"data.proto": ..., "convert.go": ...}

The files of a package `schema_protobuf`: protoc makes `data.pb.go` of the first; the second has
`Root`, the message of every value, `Populate`, `Convert` and `Visit`.
"""

from __future__ import annotations

from serbench.codegen.go import proto as go_proto
from serbench.codegen.idl import proto
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    return package(schema, "schema_protobuf")


def package(schema: Schema, name: str) -> dict[str, str]:
    """The same in a package of another name."""
    file = go_proto.lower(schema)
    convert = go_proto.conversions(schema, file, name, by_value=False)
    known = proto.well_known_files(file)
    return {"data.proto": proto.render(file), "convert.go": convert, **known}
