"""Schemas of protobuf, as protoc reads them, and how values of theirs stand in protobuf's JSON.

https://protobuf.dev/reference/protobuf/google.protobuf/ says what protoc makes of a file.
"""

from __future__ import annotations

import hashlib
import importlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from serbench.errors import UserError, nearest
from serbench.machine import programs
from serbench.quoting import shell, shown_file
from serbench.schema import protojson
from serbench.schema.errors import field_step
from serbench.schema.lines import Lines
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
from serbench.schema.protojson import MessageReader, ProtoField, ProtoJson, Read
from serbench.schema.remarks import Remark, note, warning
from serbench.schema.type_names import TypeNames

SUFFIX = ".proto"

_STRING = Scalar(Kind.STRING)
# By `FieldDescriptorProto.Type`.
_KINDS = {
    1: Kind.F64, 2: Kind.F32, 3: Kind.I64, 4: Kind.U64, 5: Kind.I32, 6: Kind.U64, 7: Kind.U32,
    8: Kind.BOOL, 9: Kind.STRING, 12: Kind.BYTES, 13: Kind.U32, 15: Kind.I32, 16: Kind.I64,
    17: Kind.I32, 18: Kind.I64,
}  # fmt: skip
_MESSAGE, _ENUM = 11, 14
_REQUIRED, _REPEATED = 2, 3  # labels
_IMPLICIT, _LEGACY_REQUIRED = 2, 3  # of `FeatureSet.FieldPresence`
_ABSENT = {Kind.BOOL: False, Kind.STRING: "", Kind.BYTES: "", Kind.F32: 0.0, Kind.F64: 0.0}
_READS: dict[Kind, Read] = {
    Kind.BOOL: protojson.boolean,
    Kind.STRING: protojson.text,
    Kind.BYTES: protojson.binary,
    Kind.F32: protojson.floating,
    Kind.F64: protojson.floating,
}
_GOOGLE = ".google.protobuf."
# What has a JSON of its own and is kept as its fields are, in words, and as text.
_OWN_JSON: dict[str, tuple[str, Read]] = {
    "Timestamp": ("its seconds and nanoseconds since 1970-01-01", protojson.timestamp),
    "Duration": ("its seconds and nanoseconds", protojson.duration),
    "FieldMask": ("its paths, by the fields' own names", protojson.field_mask),
}
_TEXTS: dict[str, Read] = {
    "Struct": protojson.json_text(dict),
    "ListValue": protojson.json_text(list),
    "Value": protojson.json_text(),
    "Any": protojson.any_message,
}
_WRAPPERS = frozenset(
    f"{scalar}Value"
    for scalar in ("Double", "Float", "Int64", "UInt64", "Int32", "UInt32", "Bool", "String")
) | {"BytesValue"}
_SPECIAL = _WRAPPERS | _TEXTS.keys() | _OWN_JSON.keys()
_MODULES = ("any", "api", "descriptor", "duration", "empty", "field_mask", "source_context",
            "struct", "timestamp", "type", "wrappers")  # fmt: skip
# The first protoc that knows an edition.
_PROTOC_OF = {"2023": 27, "2024": 32}
_EDITION = re.compile(rb"""^\s*edition\s*=\s*["'](\w+)["']""", re.MULTILINE)
_IMPORT = re.compile(rb"""\bimport\s+(?:\w+\s+)?["']([^"'\n]+)["']""")
_NOT_FOUND = re.compile(r"(.+): File not found\.")
_ROOT = re.compile(r"\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", re.ASCII)
_PROTOC_S = 120


@dataclass(frozen=True, slots=True)
class Protobuf:
    """A schema, what it maps in words, and how its values are read; `facts` is all that these
    follow from."""

    schema: Schema
    remarks: tuple[Remark, ...]
    read: Read
    facts: str

    def values(self, lines: Lines) -> Lines:
        """The values of `lines`, which are protobuf's JSON."""
        return ProtoJson(lines, self.read)


def is_proto(path: Path) -> bool:
    return _file_and_root(path)[0].suffix == SUFFIX


def read(path: Path, name: str, proto_path: Sequence[Path] = ()) -> Protobuf:
    """The schema of a message in a .proto file, called `name`.

    The message is named behind a colon, `file.proto:package.Message`, or the one that no other
    uses. An import is looked for in the folders `proto_path`, then in the file's and those above.
    Raises `UserError` with the place of what is no schema or has no counterpart.
    """
    file, root = _file_and_root(path)
    if not file.is_file():
        raise UserError(f"{shown_file(file)}: no such file")
    try:
        return _Walk(file, name, _descriptors(file, proto_path), root).found
    except (SchemaError, RecursionError) as error:
        raise UserError(f"{shown_file(file)}: {error}") from None


def _file_and_root(path: Path) -> tuple[Path, str]:
    """A file whose name has a colon is no other one with a message."""
    file, colon, root = str(path).rpartition(":")
    if colon and file.endswith(SUFFIX) and _ROOT.fullmatch(root) and not path.exists():
        return Path(file), root
    return path, ""


@dataclass(frozen=True, slots=True)
class _Part:
    """A type, how its JSON is read, and what it is where a field without presence is left out."""

    type: Type
    read: Read
    absent: Any = None
    takes_null: bool = False


class _Walk:
    """`found` is what becomes of a file's descriptors, itself last, which are `data` in bytes."""

    def __init__(self, path: Path, name: str, data: bytes, root: str) -> None:
        from google.protobuf.descriptor_pb2 import FileDescriptorSet

        self._path = path
        self._name = name
        self._remarks: list[Remark] = []
        self._names = TypeNames()
        self._records: dict[str, Record] = {}
        self._enums: dict[str, Enum] = {}
        # By full names, which begin with a point, as all below.
        self._messages: dict[str, tuple[Any, Any]] = {}  # with the file of each
        self._symbols: dict[str, Any] = {}
        self._extensions: dict[str, list[tuple[str, Any, Any]]] = {}  # by what they extend
        self._known: dict[str, _Part] = {}
        own: list[str] = []
        for file in FileDescriptorSet.FromString(data).file:
            space = f".{file.package}" if file.package else ""
            self._collect(file, file, file.message_type, space)
            own = [f"{space}.{message.name}" for message in file.message_type]
        full = self._named(root) if root else self._only(own)
        if full.startswith(_GOOGLE) and full.removeprefix(_GOOGLE) in _SPECIAL:
            self._refuse("$", f"{full[1:]} is no object with fields in JSON; wrap it in a message")
        part = self._message(full, "$")
        root_name = str(part.type)
        schema = Schema(name, root_name, tuple(self._records.values()), tuple(self._enums.values()))
        facts = hashlib.sha256(data + full.encode()).hexdigest()
        self.found = Protobuf(schema, tuple(self._remarks), part.read, facts)

    def _collect(self, file: Any, holder: Any, messages: Any, space: str) -> None:
        for message in messages:
            full = f"{space}.{message.name}"
            self._messages[full] = message, file
            self._collect(file, message, message.nested_type, full)
        self._symbols |= {f"{space}.{enum.name}": enum for enum in holder.enum_type}
        for extension in holder.extension:
            extension_name = f"{space}.{extension.name}"[1:]
            self._extensions.setdefault(extension.extendee, []).append(
                (extension_name, extension, file)
            )

    def _named(self, root: str) -> str:
        wanted = "." + root.removeprefix(".")
        some = [
            full for full, (message, _) in self._messages.items() if not message.options.map_entry
        ]
        fitting = [full for full in some if full.endswith(wanted)]
        if wanted in fitting:
            return wanted
        if len(fitting) == 1:
            return fitting[0]
        known = [full[1:] for full in fitting or some]
        raise UserError(
            f"{shown_file(self._path)}: {'no' if not fitting else 'more than one'} message is "
            f"called {root}: {_some(known)}.{nearest(root, known)}"
        )

    def _only(self, own: list[str]) -> str:
        """The root where nobody named one."""
        if not own:
            self._refuse("$", "it has no message")
        held = {
            field.type_name
            for full, (message, _) in self._messages.items()
            for field in message.field
            if not f"{full}.".startswith(f"{field.type_name}.")  # within itself
        }
        candidates = [full for full in own if full not in held]
        if len(candidates) == 1:
            return candidates[0]
        finding = (
            "several messages that no other uses" if candidates else "no message but used ones"
        )
        some = [full[1:] for full in candidates or own]
        raise UserError(
            f"{shown_file(self._path)}: it has {finding}: {_some(some)}; name the one that values "
            f"are: {shell(self._path)}:{some[0]}"
        )

    def _message(self, full: str, at: str) -> _Part:
        if full in self._known:
            return self._known[full]
        message, file = self._messages[full]
        name = self._names.new(message.name)
        self._records[name] = Record(name, ())  # its place is before those of its fields
        reader = MessageReader(full[1:])
        part = self._known[full] = _Part(RecordRef(name), reader)
        fields, read = [], []
        some = [(field.name, field, file) for field in message.field]
        for called, extension, field_file in self._extensions.get(full, ()):
            some.append((f"[{called}]", extension, field_file))
        for called, field, field_file in some:
            made = self._field(field, message, field_file, at + field_step(called))
            fields.append(Field(called, made.type))
            json_name = called if field.extendee else field.json_name or called
            oneof = ""
            if field.HasField("oneof_index") and not field.proto3_optional:
                oneof = message.oneof_decl[field.oneof_index].name
            read.append(
                ProtoField(called, json_name, made.read, made.absent, oneof, made.takes_null)
            )
        self._records[name] = Record(name, tuple(fields))
        reader.have(read)
        return part

    def _field(self, field: Any, message: Any, file: Any, at: str) -> _Part:
        if self._is_map(field):
            return self._map(field, at)
        part = self._single(field, at)
        if field.label == _REPEATED:
            items = protojson.list_of(part.read, part.takes_null)
            return _Part(ListOf(part.type), items, [])
        presence = field.options.features.field_presence or file.options.features.field_presence
        if field.label == _REQUIRED or presence == _LEGACY_REQUIRED:
            return _Part(part.type, part.read, protojson.REQUIRED, part.takes_null)
        if not _is_implicit(field, file, presence):
            return _Part(OptionalOf(part.type), part.read, None, part.takes_null)
        return part

    def _is_map(self, field: Any) -> bool:
        if field.type != _MESSAGE:
            return False
        return bool(self._messages[field.type_name][0].options.map_entry)

    def _map(self, field: Any, at: str) -> _Part:
        entry, _ = self._messages[field.type_name]
        key, value = entry.field
        kind = _KINDS[key.type]
        if kind == Kind.STRING:
            item = self._single(value, at + "{}")
            return _Part(MapOf(item.type), protojson.map_of(item.read, item.takes_null), {})
        self._say(note, at, f"is a map whose keys are {kind}: a list of keys and values")
        name = self._names.new(entry.name)
        self._records[name] = Record(name, ())
        item = self._single(value, at + "[].value")
        fields = Field("key", Scalar(kind)), Field("value", item.type)
        self._records[name] = Record(name, fields)
        read_key = protojson.boolean_key if kind == Kind.BOOL else protojson.integer(kind)
        entries = protojson.entries_of(read_key, item.read, item.takes_null)
        return _Part(ListOf(RecordRef(name), is_map=True), entries, [])

    def _single(self, field: Any, at: str) -> _Part:
        if field.type == _MESSAGE:
            return self._of_message(field.type_name, at)
        if field.type == _ENUM:
            return self._enum(field.type_name)
        if field.type not in _KINDS:
            self._refuse(at, "groups have no counterpart; make it a message")
        kind = _KINDS[field.type]
        return _Part(
            Scalar(kind), _READS.get(kind) or protojson.integer(kind), _ABSENT.get(kind, 0)
        )

    def _of_message(self, full: str, at: str) -> _Part:
        name = full.removeprefix(_GOOGLE) if full.startswith(_GOOGLE) else ""
        if name in _WRAPPERS:
            [value] = self._messages[full][0].field
            part = self._single(value, at)
            self._say(note, at, f"is {full[1:]}: {part.type} or nothing")
            return _Part(part.type, part.read)
        if name in _TEXTS:
            self._say(warning, at, f"is {full[1:]}: the text of its JSON")
            return _Part(_STRING, _TEXTS[name], takes_null=name == "Value")
        if name in _OWN_JSON:
            words, of_json = _OWN_JSON[name]
            self._say(note, at, f"is {full[1:]}: {words}")
            return _Part(self._message(full, at).type, of_json)
        return self._message(full, at)

    def _enum(self, full: str) -> _Part:
        if full in self._known:
            return self._known[full]
        enum = self._symbols[full]
        name = self._names.new(enum.name)
        numbers: dict[int, str] = {}
        for value in enum.value:
            numbers.setdefault(value.number, value.name)
        symbols = {value.name: numbers[value.number] for value in enum.value}
        self._enums[name] = Enum(name, tuple(numbers.values()))
        first = enum.value[0].name
        if full == f"{_GOOGLE}NullValue":
            read, takes_null = protojson.null_value(first), True
        else:
            read, takes_null = protojson.enum(name, symbols, numbers, full[1:]), False
        self._known[full] = _Part(EnumRef(name), read, first, takes_null)
        return self._known[full]

    def _say(self, remark: Callable[[str], Remark], at: str, text: str) -> None:
        self._remarks.append(remark(f"{self._name}: {at} {text}"))

    def _refuse(self, at: str, text: str) -> NoReturn:
        raise UserError(f"{shown_file(self._path)}: {at}: {text}")


def _is_implicit(field: Any, file: Any, presence: int) -> bool:
    """Whether a field that is left out is one of the value zero."""
    if field.type == _MESSAGE or field.HasField("oneof_index") or field.extendee:
        return False
    if file.syntax == "editions":
        return presence == _IMPLICIT
    return bool(file.syntax == "proto3")


def _some(names: Sequence[str]) -> str:
    most = 20
    return ", ".join(names[:most]) + f" and {len(names) - most:,} more" * (len(names) > most)


def _descriptors(path: Path, proto_path: Sequence[Path]) -> bytes:
    """A `FileDescriptorSet` of the file and all that it imports, itself last."""
    try:
        importlib.import_module("google.protobuf.descriptor_pb2")
    except ImportError:
        raise UserError(
            f"{shown_file(path)}: reading it takes: pip install 'serbench[formats]'"
        ) from None
    if not programs.which("protoc"):
        raise UserError(f"{shown_file(path)}: protoc is not installed (Debian: protobuf-compiler)")
    for folder in proto_path:
        if not folder.is_dir():
            raise UserError(f"--proto-path {shell(folder)}: no such folder")
    own = path.parent.resolve()
    # Not the root, where a stranger's file would find dev/zero.
    above = [folder for folder in own.parents if folder != folder.parent]
    folders = [*(folder.resolve() for folder in proto_path), own, *above]
    folders = list(dict.fromkeys(folders))
    sources = _Sources(path, folders)
    with TemporaryDirectory() as place:
        # By names that we give: of `--proto_path=a:b` protoc would make two paths, and of `a=b` a
        # path under another name. The first of them that holds the file is where it is read from.
        command = ["protoc", "--include_imports", "--descriptor_set_out=set"]
        for number, folder in enumerate(folders):
            (Path(place) / f"p{number}").symlink_to(folder)
            command.append(f"--proto_path=p{number}")
        # What protoc was installed without (in Debian without libprotobuf-dev).
        (Path(place) / "google").write_bytes(_well_known())
        command.append("--descriptor_set_in=google")
        number, within = next(
            (number, own.relative_to(folder))
            for number, folder in enumerate(folders)
            if own.is_relative_to(folder)
        )
        command.append(str(Path(f"p{number}") / within / path.name))
        try:
            done = programs.run(command, cwd=Path(place), timeout_s=_PROTOC_S)
        except TimeoutError as error:
            raise UserError(f"{shown_file(path)}: {error}") from None
        if done.returncode != 0:
            raise UserError(f"{shown_file(path)}: {sources.refusal(done.stderr, proto_path)}")
        return (Path(place) / "set").read_bytes()


def _well_known() -> bytes:
    from google.protobuf.descriptor_pb2 import FileDescriptorSet

    found = FileDescriptorSet()
    for name in _MODULES:
        module = importlib.import_module(f"google.protobuf.{name}_pb2")
        module.DESCRIPTOR.CopyToProto(found.file.add())
    data: bytes = found.SerializeToString()
    return data


class _Sources:
    """The text of a file and of what it imports, as far as that is in the folders: what protoc says
    of them is not enough. Raises `UserError` for one that is nested too deep."""

    def __init__(self, path: Path, folders: Sequence[Path]) -> None:
        self._path = path
        self._folders = folders
        self._editions: set[str] = set()
        seen, todo = {path}, [path]
        while todo:
            file = todo.pop()
            try:
                source = file.read_bytes()
            except OSError as error:
                raise UserError(f"{shown_file(file)}: {error.strerror}") from None
            _check_depth(file, source)
            self._editions |= {found[1].decode() for found in _EDITION.finditer(source)}
            for found in set(map(self._found, _IMPORT.findall(source))) - seen - {None}:
                assert found
                seen.add(found)
                todo.append(found)

    def _found(self, name: bytes) -> Path | None:
        text = name.decode(errors="surrogateescape")
        if "\0" in text or ".." in Path(text).parts or Path(text).is_absolute():
            return None  # protoc refuses them
        some = (folder / text for folder in self._folders)
        try:
            return next((file for file in some if file.is_file()), None)
        except OSError:
            return None

    def refusal(self, output: str, proto_path: Sequence[Path]) -> str:
        """Why protoc refused the file, from what it said."""
        lines = [line for line in output.strip().splitlines() if "warning:" not in line.lower()]
        lines = [line for line in lines if " WARNING " not in line] or ["it said nothing"]
        for found in filter(None, map(_NOT_FOUND.fullmatch, lines)):
            where = "".join(f"{shown_file(folder)}, " for folder in proto_path)
            return (
                f"the import {found[1]} is in none of {where}the file's folder and those above it; "
                "name the folder that it begins in: --proto-path DIR"
            )
        version = programs.run(["protoc", "--version"]).stdout.strip().removeprefix("libprotoc ")
        for edition in sorted(self._editions):
            needed = _PROTOC_OF.get(edition, max(_PROTOC_OF.values()) + 1)
            # Before 22 it called itself 3.21 and the like.
            if int(version.partition(".")[0] or 0) < needed:
                least = f"protoc {needed} or newer" if edition in _PROTOC_OF else "a newer protoc"
                return (
                    f"edition {edition} takes {least}, and this is {version}; see: "
                    "https://protobuf.dev/installation"
                )
        return f"protoc: {lines[0]}; see: protoc --cpp_out=/tmp {shell(self._path)}"


def _check_depth(path: Path, source: bytes) -> None:
    """protoc takes memory by the square of the depth. Braces in comments count, which nobody has so
    many of. Raises `UserError`."""
    depth = 0
    for brace in re.findall(rb"[{}]", source):
        depth += 1 if brace == b"{" else -1
        if depth > MAX_DEPTH:
            raise UserError(
                f"{shown_file(path)}: messages are nested more than {MAX_DEPTH} levels deep"
            )
