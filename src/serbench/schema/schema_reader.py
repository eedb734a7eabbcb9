"""What readers of schemas that people have share: names, types by their names, and remarks.

Records are called as they are there, or after where they stand where they have no name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from serbench.errors import UserError
from serbench.schema.model import (
    Enum,
    EnumRef,
    Kind,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
)
from serbench.schema.remarks import Remark
from serbench.schema.remote_files import Location
from serbench.schema.type_names import TypeNames
from serbench.schema.variants import Unions, can_be_told_apart

STRING = Scalar(Kind.STRING)
RAW_JSON = Scalar(Kind.STRING, raw_json=True)


class Reader:
    """What all have in common: names, types by their names, and what is said of mappings."""

    def __init__(self, path: Location, name: str, with_unions: bool = False) -> None:
        self.path = path
        self.name = name
        self.unions = Unions()
        self.has_unions = with_unions
        self.remarks: list[Remark] = []
        self.names = TypeNames()
        self.records: dict[str, Record] = {}
        self.enums: dict[str, Enum] = {}

    def whole(self, root: Type) -> Schema:
        if not isinstance(root, RecordRef):
            self.refuse("$", "the root is no record; wrap it in one")
        records, enums = tuple(self.records.values()), tuple(self.enums.values())
        return Schema(self.name, root.name, records, enums, unions=self.unions.all())

    def union(self, types: Callable[[], list[Type]]) -> Type:
        """Of several types, which are made only for a union: they may have records."""
        if not self.has_unions:
            return RAW_JSON
        some = types()
        return self.unions.of(some) if can_be_told_apart(some) else RAW_JSON

    def refuse(self, at: str, message: str) -> NoReturn:
        raise UserError(f"{self.path}: {at}: {message}")

    def enum(self, name: str, symbols: tuple[str, ...]) -> EnumRef:
        self.enums[name] = Enum(name, symbols)
        return EnumRef(name)

    def begin(self, wire_name: str, parent: str = "") -> str:
        """A record's name; its place among them is before those of its fields."""
        name = self.names.new(wire_name, parent)
        self.records[name] = Record(name, ())
        return name


def optional(type_: Type) -> Type:
    return type_ if isinstance(type_, OptionalOf) else OptionalOf(type_)
