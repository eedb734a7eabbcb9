"""What became of the fields of a record that has changed.

Formats that number fields want a field to keep its number for good, and no number to be used
twice: a field's number is its place in the ancestor; fields that were added follow those.
"""

from __future__ import annotations

from dataclasses import dataclass

from serbench.schema.model import Field, Record


@dataclass(frozen=True, slots=True)
class Descent:
    """`number` counts from 0; `before` is the field as it was, None if it was added."""

    number: int
    before: Field | None

    def is_added_to(self, record: Record) -> bool:
        return bool(record.ancestor) and self.before is None


def descents(record: Record) -> list[Descent]:
    """Of each field of the record, in order."""
    if not record.ancestor:
        return [Descent(number, None) for number in range(len(record.fields))]
    old_names = dict(record.renamed)
    places = {field.name: place for place, field in enumerate(record.ancestor)}
    found, free = [], len(record.ancestor)
    for field in record.fields:
        place = places.get(old_names.get(field.name, field.name))
        if place is None:
            found.append(Descent(free, None))
            free += 1
        else:
            found.append(Descent(place, record.ancestor[place]))
    return found


def removed(record: Record) -> list[tuple[int, Field]]:
    """Fields that are there no more, with their numbers."""
    kept = {descent.number for descent in descents(record)}
    return [(n, field) for n, field in enumerate(record.ancestor) if n not in kept]
