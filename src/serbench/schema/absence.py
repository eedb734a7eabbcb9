"""Fields that tell absent from null."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from serbench.schema.model import (
    VALUE,
    Field,
    OptionalOf,
    Record,
    RecordRef,
    Schema,
    SchemaError,
)
from serbench.schema.names import fresh, pascal_case


def telling_absent(schema: Schema, asked: Collection[tuple[str, str]]) -> Schema:
    """The schema in which these fields, by their records' names and their own, tell absent from
    null. Each gets a record of its own, called after it, which comes last. Raises `SchemaError` for
    a field that is not optional."""
    taken = {record.name for record in schema.records}
    taken |= {enum.name for enum in schema.enums} | {union.name for union in schema.unions}
    told = []

    def changed(record: Record, field: Field) -> Field:
        if (record.name, field.name) not in asked:
            return field
        if not isinstance(field.type, OptionalOf):
            raise SchemaError(
                f"{record.name}.{field.name}: it tells absent from null, and its type is not "
                f"optional; make it optional: {field.type} | None"
            )
        name = fresh(record.name + pascal_case(field.name), taken.__contains__)
        taken.add(name)
        told.append(Record(name, (Field(VALUE, field.type),)))
        return Field(field.name, OptionalOf(RecordRef(name), tells_absent=True))

    records = [
        replace(record, fields=tuple(changed(record, field) for field in record.fields))
        for record in schema.records
    ]
    return replace(schema, records=(*records, *told))
