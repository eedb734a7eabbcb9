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
    INTEGER_RANGE,
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
from serbench.schema.type_names import TypeNames, singular
from serbench.schema.variants import Unions, can_be_told_apart

SUFFIXES = (".avsc", ".json", ".proto")
_STRING = Scalar(Kind.STRING)
_RAW_JSON = Scalar(Kind.STRING, raw_json=True)


def read_schema(path: Path, name: str, unions: bool = False) -> Schema:
    """The file's schema, called `name`; with `unions`, what holds several types is one where JSON
    tells them apart, else the text of its JSON. Of a .proto file see `serbench.schema.protobuf`.
    Raises `UserError` with the place of what is no schema or has no counterpart."""
    if protobuf.is_proto(path):  # a oneof's members are fields in JSON as well
        return protobuf.read(path, name).schema
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path}: a schema's file ends with {', '.join(SUFFIXES)}")
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    with _told_soundly(path):
        reader = _Avro if path.suffix == ".avsc" else _JsonSchema
        return reader(path, name, _json(path), unions).schema


def read_avro(
    path: Path, name: str, told: Any, unions: bool = False
) -> tuple[Schema, tuple[str, ...]]:
    """The schema in an Avro file, and what it maps, in words. Raises `UserError`."""
    with _told_soundly(path):
        its = _Avro(path, name, told, unions)
        return its.schema, tuple(its.warnings)


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


class _Reader:
    """What all have in common: names, and types by their names."""

    def __init__(self, path: Path, name: str, with_unions: bool = False) -> None:
        self.path = path
        self.name = name
        self.unions = Unions()
        self._with_unions = with_unions
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
        if not self._with_unions:
            return _RAW_JSON
        some = types()
        return self.unions.of(some) if can_be_told_apart(some) else _RAW_JSON

    def refuse(self, at: str, said: str) -> NoReturn:
        raise UserError(f"{self.path}: {at}: {said}")

    def enum(self, name: str, symbols: tuple[str, ...]) -> EnumRef:
        self.enums[name] = Enum(name, symbols)
        return EnumRef(name)

    def begin(self, wire_name: str, parent: str = "") -> str:
        """A record's name; its place among them is before those of its fields."""
        name = self.names.new(wire_name, parent)
        self.records[name] = Record(name, ())
        return name


def _optional(type_: Type) -> Type:
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
_OF_JSON_SCHEMA = {"boolean": Kind.BOOL, "number": Kind.F64, "string": Kind.STRING}


class _Avro(_Reader):
    """https://avro.apache.org/docs/1.12.0/specification/"""

    def __init__(self, path: Path, name: str, told: Any, with_unions: bool) -> None:
        super().__init__(path, name, with_unions)
        self.warnings: list[str] = []
        self._known: dict[str, Type] = {}
        self.schema = self.whole(self._type(told, "", "$", singular(name)))

    def _type(self, told: Any, space: str, at: str, called: str, parent: str = "") -> Type:
        if isinstance(told, list):
            return self._union(told, space, at, called, parent)
        if told == "null":
            self.warnings.append(f"{self.name}: {at} is null throughout: an optional text")
            return _optional(_STRING)
        if isinstance(told, str):
            return self._named(told, space, at)
        kind = told["type"]
        if logical := told.get("logicalType"):
            self.warnings.append(f"{self.name}: {at} is {logical}: the {kind} below it")
        match kind:
            case "record" | "error":
                return self._record(told, space, at)
            case "enum":
                name = self.names.new(told["name"].rpartition(".")[2], parent)
                its = self.enum(name, tuple(told["symbols"]))
                self._known[_full(told, space)[0]] = its
                return its
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
        some = [its for its in told if its != "null"]
        inner = (
            self._type(some[0], space, at, called, parent)
            if len(some) == 1
            else self.union(lambda: [self._type(t, space, at, called, parent) for t in some])
        )
        return _optional(inner) if "null" in told else inner


def _full(told: Mapping[str, Any], space: str) -> tuple[str, str]:
    """A name with its namespace, and the namespace of what is within."""
    name = str(told["name"])
    if "." in name:
        return name, name.rpartition(".")[0]
    space = told.get("namespace", space)
    return (f"{space}.{name}" if space else name), space


class _JsonSchema(_Reader):
    """https://json-schema.org/draft/2020-12: objects with `properties`, of which those that are not
    `required` are optional, `additionalProperties` as maps, arrays, enums of texts, `$ref` within
    the file, and `anyOf` with null. Integers take 64 bits, or the fewest that `minimum` and
    `maximum` leave."""

    def __init__(self, path: Path, name: str, told: Any, with_unions: bool) -> None:
        super().__init__(path, name, with_unions)
        self._told = told
        self._known: dict[str, Type] = {}
        self.schema = self.whole(self._type(told, "$", singular(name)))

    def _type(self, told: Any, at: str, called: str, parent: str = "") -> Type:
        if reference := told.get("$ref"):
            return self._referred(reference, at)
        several = told.get("anyOf") or told.get("oneOf")
        if several:
            return self._one_of(several, at, called, parent)
        kind = told.get("type")
        if isinstance(kind, list):
            return self._one_of([{**told, "type": one} for one in kind], at, called, parent)
        if "enum" in told and all(isinstance(symbol, str) for symbol in told["enum"]):
            return self.enum(self.names.new(called, parent), tuple(told["enum"]))
        match kind:
            case "object":
                return self._object(told, at, called, parent)
            case "array" if "items" in told:
                return ListOf(self._type(told["items"], at + "[]", singular(called), parent))
            case "integer":
                return Scalar(_integer(told.get("minimum"), told.get("maximum")))
            case "string" if told.get("contentEncoding") == "base64":
                return Scalar(Kind.BYTES)
            case _ if kind in _OF_JSON_SCHEMA:
                return Scalar(_OF_JSON_SCHEMA[kind])
            case _:
                return _RAW_JSON

    def _object(self, told: Mapping[str, Any], at: str, called: str, parent: str) -> Type:
        if "properties" not in told:
            values = told.get("additionalProperties")
            if isinstance(values, dict):
                return MapOf(self._type(values, at + "{}", singular(called), parent))
            return _RAW_JSON
        name = self.begin(told.get("title", called), parent)
        return self._fields(told, name, at)

    def _fields(self, told: Mapping[str, Any], name: str, at: str) -> Type:
        required = set(told.get("required", ()))
        fields = []
        for key, its in told["properties"].items():
            type_ = self._type(its, at + field_step(key), key, name)
            fields.append(Field(key, type_ if key in required else _optional(type_)))
        self.records[name] = Record(name, tuple(fields))
        return RecordRef(name)

    def _referred(self, reference: str, at: str) -> Type:
        if reference in self._known:
            return self._known[reference]
        told = self._told
        if not reference.startswith("#"):
            self.refuse(at, f"{reference!r} is not in this file")
        for step in reference.removeprefix("#").split("/")[1:]:
            told = told[step.replace("~1", "/").replace("~0", "~")]
        called = reference.rpartition("/")[2] or self.name
        if "properties" in told:  # before its fields, which may come back to it
            name = self.begin(told.get("title", called))
            self._known[reference] = RecordRef(name)
            return self._fields(told, name, at)
        self._known[reference] = self._type(told, at, called)
        return self._known[reference]

    def _one_of(self, told: list[Any], at: str, called: str, parent: str) -> Type:
        some = [its for its in told if its.get("type") != "null"]
        is_optional = len(some) < len(told)
        inner = (
            self._type(some[0], at, called, parent)
            if len(some) == 1
            else self.union(lambda: [self._type(t, at, called, parent) for t in some])
        )
        return _optional(inner) if is_optional else inner


def _integer(low: Any, high: Any) -> Kind:
    """The first that holds all from `low` to `high`; 64 bits where one of them is not said."""
    if not isinstance(low, int) or not isinstance(high, int):
        return Kind.U64 if isinstance(low, int) and low >= 0 else Kind.I64
    fits = (k for k, (least, most) in INTEGER_RANGE.items() if least <= low and high <= most)
    return min(fits, key=lambda k: INTEGER_RANGE[k][1] - INTEGER_RANGE[k][0], default=Kind.I64)
