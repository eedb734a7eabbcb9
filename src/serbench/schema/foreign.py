"""Schemas that people have: Avro's, JSON Schema's, and protobuf's by way of protoc.

Records are called as they are there, or after where they stand where they have no name. What has no
counterpart is refused with its place, or mapped as docs/types.md says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from serbench import programs
from serbench.errors import UserError
from serbench.schema.errors import field_step, shell
from serbench.schema.model import (
    MAX_DEPTH,
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
    """As `read_with_warnings`, without these."""
    return read_with_warnings(path, name, unions)[0]


def read_with_warnings(
    path: Path, name: str, unions: bool = False
) -> tuple[Schema, tuple[str, ...]]:
    """The file's schema, called `name`, and what it maps, in words; with `unions`, what holds
    several types is one where JSON tells them apart, else the text of its JSON. Of a .proto file
    the first message that no other one holds is the root. Raises `UserError` with the place of what
    is no schema or has no counterpart."""
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path}: a schema's file ends with {', '.join(SUFFIXES)}")
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    with _told_soundly(path):
        if path.suffix == ".proto":
            return _Proto(path, name).schema, ()  # a oneof's members are fields in JSON as well
        if path.suffix == ".avsc":
            avro = _Avro(path, name, _json(path), unions)
            return avro.schema, tuple(avro.warnings)
        from serbench.schema.json_schema import JsonSchema  # which needs this module

        found = JsonSchema(path, name, _json(path), unions)
        return found.schema, tuple(found.warnings)


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


class Reader:
    """What all have in common: names, types by their names, and what is said of mappings."""

    def __init__(self, path: Path, name: str, with_unions: bool = False) -> None:
        self.path = path
        self.name = name
        self.unions = Unions()
        self.has_unions = with_unions
        self.warnings: list[str] = []
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
_OF_PROTO = {
    1: Kind.F64, 2: Kind.F32, 3: Kind.I64, 4: Kind.U64, 5: Kind.I32, 6: Kind.U64, 7: Kind.U32,
    8: Kind.BOOL, 9: Kind.STRING, 12: Kind.BYTES, 13: Kind.U32, 15: Kind.I32, 16: Kind.I64,
    17: Kind.I32, 18: Kind.I64,
}  # fmt: skip
_REPEATED, _TEXT, _MESSAGE, _ENUM = 3, 9, 11, 14


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
            self.warnings.append(f"{self.name}: {at} is null throughout: an optional text")
            return optional(_STRING)
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
        return optional(inner) if "null" in told else inner


def _full(told: Mapping[str, Any], space: str) -> tuple[str, str]:
    """A name with its namespace, and the namespace of what is within."""
    name = str(told["name"])
    if "." in name:
        return name, name.rpartition(".")[0]
    space = told.get("namespace", space)
    return (f"{space}.{name}" if space else name), space


class _Proto(Reader):
    """What protoc makes of a file (https://protobuf.dev/reference/protobuf/google.protobuf/)."""

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(path, name)
        self._messages: dict[str, Any] = {}
        self._symbols: dict[str, Any] = {}
        self._known: dict[str, str] = {}
        own: list[str] = []
        _check_depth(path)
        for file in _descriptors(path):
            space = f".{file.package}" if file.package else ""
            self._collect(file.message_type, file.enum_type, space)
            own = [f"{space}.{message.name}" for message in file.message_type]
        if not own:
            self.refuse("$", "it has no message")
        held = {
            f.type_name
            for name, message in self._messages.items()
            for f in message.field
            if f.type_name != name
        }
        root = next((message for message in own if message not in held), own[0])
        self.schema = self.whole(self._message(root, "$"))

    def _collect(self, messages: Any, enums: Any, space: str) -> None:
        for message in messages:
            full = f"{space}.{message.name}"
            self._messages[full] = message
            self._collect(message.nested_type, message.enum_type, full)
        self._symbols |= {f"{space}.{enum.name}": enum for enum in enums}

    def _message(self, full: str, at: str) -> Type:
        if full in self._known:
            return RecordRef(self._known[full])
        message = self._messages[full]
        name = self._known[full] = self.begin(message.name)
        fields = tuple(
            Field(f.name, self._field(f, at + field_step(f.name))) for f in message.field
        )
        self.records[name] = Record(name, fields)
        return RecordRef(name)

    def _field(self, field: Any, at: str) -> Type:
        if field.type == _MESSAGE and self._messages[field.type_name].options.map_entry:
            key, value = self._messages[field.type_name].field
            if key.type != _TEXT:
                self.refuse(at, "a map's keys are texts; make it a list of messages")
            return MapOf(self._single(value, at + "{}"))
        its = self._single(field, at)
        if field.label == _REPEATED:
            return ListOf(its)
        may_lack = field.proto3_optional or field.type == _MESSAGE
        return OptionalOf(its) if may_lack or field.HasField("oneof_index") else its

    def _single(self, field: Any, at: str) -> Type:
        if field.type == _MESSAGE:
            return self._message(field.type_name, at)
        if field.type == _ENUM:
            name = self._known.get(field.type_name)
            if name is None:
                enum = self._symbols[field.type_name]
                name = self._known[field.type_name] = self.names.new(enum.name)
                self.enum(name, tuple(value.name for value in enum.value))
            return EnumRef(name)
        if field.type not in _OF_PROTO:
            self.refuse(at, "groups have no counterpart; make it a message")
        return Scalar(_OF_PROTO[field.type])


def _check_depth(path: Path) -> None:
    """protoc takes memory by the square of the depth. Braces in comments count, which nobody has so
    many of. Raises `UserError`."""
    depth = 0
    for brace in re.findall(rb"[{}]", path.read_bytes()):
        depth += 1 if brace == b"{" else -1
        if depth > MAX_DEPTH:
            raise UserError(f"{path}: messages are nested more than {MAX_DEPTH} levels deep")


def _descriptors(path: Path) -> Any:
    """Of the file and all that it imports, itself last."""
    try:
        from google.protobuf.descriptor_pb2 import FileDescriptorSet
    except ImportError:
        raise UserError(f"{path}: reading it takes: pip install 'serbench[formats]'") from None
    if not programs.which("protoc"):
        raise UserError(f"{path}: protoc is not installed (Debian: protobuf-compiler)")
    with TemporaryDirectory() as folder:
        out = Path(folder) / "set"
        # protoc begins in the file's folder, and obeys nothing there: of `--proto_path=a:b` it
        # would make two paths. It takes `@x.proto` for a file of options, but not `./@x.proto`.
        command = ["protoc", "--proto_path=.", "--include_imports"]
        command += [f"--descriptor_set_out={out}", f"./{path.name}"]
        done = programs.run(command, cwd=path.parent)
        if done.returncode != 0:
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[0]
            raise UserError(f"{path}: protoc: {said}; see: protoc --cpp_out=/tmp {shell(path)}")
        return FileDescriptorSet.FromString(out.read_bytes()).file
