"""Schemas that people have: Avro's, JSON Schema's, and protobuf's (`serbench.schema.protobuf`).

Records are called as they are there, or after where they stand where they have no name. What has no
counterpart is refused with its place, or mapped as docs/types.md says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from serbench.errors import UserError
from serbench.schema import protobuf
from serbench.schema.errors import field_step
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    SchemaError,
    Type,
)
from serbench.schema.remarks import Remark, note
from serbench.schema.type_names import TypeNames, singular
from serbench.schema.variants import Unions, can_be_told_apart

SUFFIXES = (".avsc", ".json", ".proto")
_STRING = Scalar(Kind.STRING)
_RAW_JSON = Scalar(Kind.STRING, raw_json=True)


def read_schema(path: Path, name: str, unions: bool = False) -> Schema:
    """As `read_with_remarks`, without these."""
    return read_with_remarks(path, name, unions)[0]


def read_with_remarks(
    path: Path, name: str, unions: bool = False
) -> tuple[Schema, tuple[Remark, ...]]:
    """The file's schema, called `name`, and what it maps, in words; with `unions`, what holds
    several types is one where JSON tells them apart, else the text of its JSON. Of a .proto file
    see `serbench.schema.protobuf`. Raises `UserError` with the place of what is no schema or has no
    counterpart."""
    if protobuf.is_proto(path):  # a oneof's members are fields in JSON as well
        proto = protobuf.read(path, name)
        return proto.schema, proto.remarks
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path}: a schema's file ends with {', '.join(SUFFIXES)}")
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    with _told_soundly(path):
        if path.suffix == ".avsc":
            avro = _Avro(path, name, _json(path), unions)
            return avro.schema, tuple(avro.remarks)
        from serbench.schema.json_schema import JsonSchema  # which needs this module

        found = JsonSchema(path, name, _json(path), unions)
        return found.schema, tuple(found.remarks)


def read_avro(
    path: Path, name: str, told: Any, unions: bool = False
) -> tuple[Schema, tuple[Remark, ...]]:
    """The schema in an Avro file, and what it maps, in words. Raises `UserError`."""
    with _told_soundly(path):
        reader = _Avro(path, name, told, unions)
        return reader.schema, tuple(reader.remarks)


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # and integers of too many digits
        raise UserError(f"{path}: it is no JSON that can be read: {error}") from None


@contextmanager
def _told_soundly(path: Path) -> Iterator[None]:
    """What a schema says may be anything where the walks below expect a text or an object; that is
    the file's fault."""
    try:
        yield
    except SchemaError as error:
        raise UserError(f"{path}: {error}") from None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise UserError(f"{path}: it is no sound schema: {type(error).__name__} {error}") from None


class Reader:
    """What all have in common: names, types by their names, and what is said of mappings."""

    def __init__(self, path: Path, name: str, with_unions: bool = False) -> None:
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
            return _RAW_JSON
        some = types()
        return self.unions.of(some) if can_be_told_apart(some) else _RAW_JSON

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


_OF_AVRO = {
    "boolean": Kind.BOOL,
    "int": Kind.I32,
    "long": Kind.I64,
    "float": Kind.F32,
    "double": Kind.F64,
    "string": Kind.STRING,
    "bytes": Kind.BYTES,
}
# By `FieldDescriptorProto.Type`.


class _Avro(Reader):
    """https://avro.apache.org/docs/1.12.0/specification/"""

    def __init__(self, path: Path, name: str, told: Any, with_unions: bool) -> None:
        super().__init__(path, name, with_unions)
        self._known: dict[str, Type] = {}
        self.schema = self.whole(self._type(told, "", "$", singular(name)))

    def _type(self, told: Any, space: str, at: str, called: str, parent: str = "") -> Type:
        if isinstance(told, list):
            return self._union(told, space, at, called, parent)
        if told == "null":
            self.remarks.append(note(f"{self.name}: {at} is null throughout: an optional text"))
            return optional(_STRING)
        if isinstance(told, str):
            return self._named(told, space, at)
        kind = told["type"]
        if logical := told.get("logicalType"):
            self.remarks.append(note(f"{self.name}: {at} is {logical}: the {kind} below it"))
        match kind:
            case "record" | "error":
                return self._record(told, space, at)
            case "enum":
                name = self.names.new(told["name"].rpartition(".")[2], parent)
                enum = self.enum(name, tuple(told["symbols"]))
                self._known[_full(told, space)[0]] = enum
                return enum
            case "fixed":
                self._known[_full(told, space)[0]] = Scalar(Kind.BYTES)
                return Scalar(Kind.BYTES)
            case "array":
                item = self._type(told["items"], space, at + "[]", singular(called), parent)
                return ListOf(item)
            case "map":
                value = self._type(told["values"], space, at + "{}", singular(called), parent)
                return MapOf(value)
            case _:
                return self._type(kind, space, at, called, parent)

    def _named(self, name: str, space: str, at: str) -> Type:
        if name in _OF_AVRO:
            return Scalar(_OF_AVRO[name])
        full = name if "." in name or not space else f"{space}.{name}"
        if full not in self._known:
            self.refuse(at, f"no type is called {name!r}")
        return self._known[full]

    def _record(self, told: Mapping[str, Any], space: str, at: str) -> Type:
        full, inner = _full(told, space)
        name = self.begin(full.rpartition(".")[2])
        self._known[full] = RecordRef(name)
        fields = tuple(
            Field(
                f["name"], self._type(f["type"], inner, at + field_step(f["name"]), f["name"], name)
            )
            for f in told["fields"]
        )
        self.records[name] = Record(name, fields)
        return RecordRef(name)

    def _union(self, told: list[Any], space: str, at: str, called: str, parent: str) -> Type:
        some = [branch for branch in told if branch != "null"]
        inner = (
            self._type(some[0], space, at, called, parent)
            if len(some) == 1
            else self.union(lambda: [self._type(t, space, at, called, parent) for t in some])
        )
        return optional(inner) if "null" in told else inner


def _full(told: Mapping[str, Any], space: str) -> tuple[str, str]:
    """A name with its namespace, and the namespace of what is within."""
    name = str(told["name"])
    if "." in name:
        return name, name.rpartition(".")[0]
    space = told.get("namespace", space)
    return (f"{space}.{name}" if space else name), space
