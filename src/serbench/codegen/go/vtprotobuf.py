"""Go's github.com/planetscale/vtprotobuf: the messages of google.golang.org/protobuf once more, to
which its generator adds methods.

    generate(schema) -> {"data.proto": ..., "convert.go": ...}
"""

from __future__ import annotations

from serbench.codegen.go import protobuf
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package `schema_vtprotobuf`, by their names in it."""
    return protobuf.package(schema, "schema_vtprotobuf")
