"""Rust's bson: plain types whose logical ones are written as BSON's own, by serde.

    generate(schema) -> {"src/lib.rs": ..., "src/types.rs": ..., "src/logical.rs": ...}
    generate_borrowed(schema) -> {"src/lib.rs": ...}

The files of crates that take the place of `schema` and `schema-borrowed`, whose native types have
the traits of chrono and uuid: BSON's would be wrong there, since codecs of JSON share these crates.
"""

from __future__ import annotations

from serbench.codegen.rust import held, logical
from serbench.codegen.rust import types as rust
from serbench.schema.model import Schema


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the crate `schema_bson`, by their paths in it."""
    return held.added(rust.generate(schema, logical.OWN), schema, "bson")


def generate_borrowed(schema: Schema) -> dict[str, str]:
    """The sources of the crate `schema_bson_borrowed`, to which the first one is `schema`."""
    return rust.generate_borrowed(schema, logical.OWN.replace("crate", "schema", 1))
