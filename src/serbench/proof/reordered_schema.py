"""The schema that a target's values are written by to be read by the target's own: the root's
fields in reverse order.

To a format of names it is the same schema; to one of numbers or positions every field is of
another type.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from serbench.measure.verification import Expected
from serbench.schema.digest import Digester
from serbench.schema.model import RecordRef, Schema, nested_types


def reversed_schema(schema: Schema) -> Schema | None:
    """None where the root has nothing to reverse, or holds itself."""
    root = schema.record(schema.root)
    fields = [field for record in schema.records for field in record.fields]
    held = {t.name for f in fields for t in nested_types(f.type) if isinstance(t, RecordRef)}
    if len(root.fields) < 2 or root.name in held:
        return None
    turned = replace(root, fields=root.fields[::-1])
    records = tuple(turned if record is root else record for record in schema.records)
    return replace(schema, records=records)


def reversed_values(schema: Schema, lines: Path, to: Path) -> Expected:
    """The canonical values of `lines`, written to a file as the reversed `schema` has them."""
    digester = Digester(schema)
    found = lines.read_bytes().splitlines()
    names = [field.name for field in schema.record(schema.root).fields]
    with to.open("wb") as file:
        for line in found:
            value = msgspec.json.decode(line)
            turned = {name: value[name] for name in names}
            digester.add(turned)
            file.write(msgspec.json.encode(turned) + b"\n")
    return Expected(to, len(found), digester.digest, digester.visit)
