"""Python's protobuf: `.proto` text for protoc, and conversions.

    generate(schema) -> {"data.proto": ..., "of_messages.py": ...}

protoc makes `data_pb2.py` of the first. The root's constructor takes all fields at once, and dicts
for the messages among them; if it were given messages, it would copy each of them.
https://googleapis.dev/python/protobuf/latest/google/protobuf/message.html
"""

from __future__ import annotations

from dataclasses import dataclass

from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import Message, ProtoField
from serbench.codegen.python import logical
from serbench.codegen.python.conversions import attribute, call, numbers
from serbench.codegen.python.types import HEADER, names
from serbench.schema.model import EnumRef, RecordRef, Scalar, Schema


@dataclass(frozen=True, slots=True)
class Library:
    """What a library's messages are: attributes of `module`. `is_set` is the expression of whether
    an optional is there; lists and maps are handed over by `list` and `map`. `takes_dicts`: in
    place of the messages within a message. `has_well_known`: whether it has messages for protobuf's
    own, rather than values of the language's types."""

    module: str
    is_set: str
    list: str
    map: str
    takes_dicts: bool = False
    has_well_known: bool = False


PROTOBUF = Library(
    "data_pb2",
    'message.HasField("{name}")',
    "list({expression})",
    "dict({expression})",
    takes_dicts=True,
    has_well_known=True,
)

# Methods of protobuf's own messages that take plain values and give them back, by whether these are
# integers. The constructor of a message takes datetime and timedelta in their place, but in maps.
_METHODS = {
    (proto.TIMESTAMP, False): ("FromDatetime", "ToDatetime(_UTC)"),
    (proto.TIMESTAMP, True): ("FromNanoseconds", "ToNanoseconds()"),
    (proto.DURATION, False): ("FromTimedelta", "ToTimedelta()"),
    (proto.DURATION, True): ("FromNanoseconds", "ToNanoseconds()"),
}
_MAKER = """\
def {name}(value):
    made = _{message}()
    made.{method}(value)
    return made
"""


def _is_integer(field: ProtoField) -> bool:
    assert isinstance(field.element, Scalar)
    assert field.element.logical
    return logical.plain_type(field.element.logical) == "int"


def _is_made(field: ProtoField) -> bool:
    """Whether a message of protobuf's own has to be made of the plain value."""
    return field.is_well_known and (_is_integer(field) or field.cardinality == "map")


def _maker(field: ProtoField) -> str:
    """The name of the function that makes it."""
    method, _ = _METHODS[field.type, _is_integer(field)]
    return f"_{_message(field).lower()}_of_{method.removeprefix('From').lower()}"


def _message(field: ProtoField) -> str:
    return field.type.rpartition(".")[2]


def generate(schema: Schema) -> dict[str, str]:
    file = proto.lower(schema)
    return {
        "data.proto": proto.render(file),
        "of_messages.py": conversions(schema, file, PROTOBUF),
    }


def conversions(schema: Schema, file: proto.ProtoFile, library: Library) -> str:
    """A module whose functions `to` and `back` convert the root; `Root` is its message."""
    return _Module(schema, file, library).text()


class _Module:
    def __init__(self, schema: Schema, file: proto.ProtoFile, library: Library) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self.library = library

    def text(self) -> str:
        parts = [numbers(self.names.types[enum.name]) for enum in self.schema.enums]
        for message in self.file.structs:
            parts += [self._to(message), self._back(message)]
        root = self.file.root
        parts.append(f"back = back_{root}\nRoot = {self.library.module}.{root}\n")
        if self.library.takes_dicts:
            parts.append(f"def to(value):\n    return Root(**to_{root}(value))\n")
        else:
            parts.append(f"to = to_{root}\n")
        known = self._well_known()
        made = {
            _maker(field): _MAKER.format(
                name=_maker(field),
                message=_message(field),
                method=_METHODS[field.type, _is_integer(field)][0],
            )
            for field in known
            if _is_made(field)
        }
        body = "\n\n".join([*made.values(), *parts])
        imports = "from datetime import UTC as _UTC\n" if "(_UTC)" in body else ""
        for name in sorted(set(map(_message, known))):
            module = f"google.protobuf.{name.lower()}_pb2"
            imports += f"from {module} import {name} as _{name}\n"
        imports += f"from serbench_schema import {self.library.module}, types\n"
        return f"{HEADER}\n{imports}{logical.import_line(self.schema, body)}\n\n{body}"

    def _well_known(self) -> list[ProtoField]:
        fields = [field for message in self.file.structs for field in message.fields]
        return [f for f in fields if f.is_well_known] if self.library.has_well_known else []

    def _to(self, message: Message) -> str:
        plain = self._plain(message)
        made = {f.name: self._field_to(f, plain[f.name]) for f in message.fields}
        if self.library.takes_dicts:
            members = ", ".join(f'"{name}": {part}' for name, part in made.items())
            made_ = f"{{{members}}}"
        else:
            made_ = call(f"{self.library.module}.{message.name}", made)
        return f"def to_{message.name}(value):\n    return {made_}\n"

    def _plain(self, message: Message) -> dict[str, str]:
        """Where the value of each field stands on the plain side."""
        if message.record is None:  # a wrapper
            return {f.name: "value" for f in message.fields}
        if message.record in self.names.entries:
            return {f.name: f"value[{place}]" for place, f in enumerate(message.fields)}
        attributes = self.names.fields[message.record]
        return {f.name: f"value.{attributes[f.wire]}" for f in message.fields}

    def _back(self, message: Message) -> str:
        parts = [self._field_back(f) for f in message.fields]
        if message.record is None:
            return f"def back_{message.name}(message):\n    return {parts[0]}\n"
        lines = "".join(f"        {part},\n" for part in parts)
        body = f"(\n{lines}    )" if parts else "()"
        made = f"types.{self.names.types[message.record]}"
        if message.record in self.names.entries:
            made = ""
        return f"def back_{message.name}(message):\n    return {made}{body}\n"

    def _field_to(self, field: ProtoField, expression: str) -> str:
        """None is no field at all."""
        if self._is_same(field):
            return expression
        one = self._element(field, "v", "to")
        match field.cardinality:
            case "singular":
                return self._element(field, expression, "to")
            case "optional":
                return f"None if (v := {expression}) is None else {one}"
            case "repeated":
                items = f"{expression}.items()" if field.is_typed_map else expression
                return f"[{one} for v in {items}]"
            case _:
                return f"{{k: {one} for k, v in {expression}.items()}}"

    def _field_back(self, field: ProtoField) -> str:
        name = field.name
        expression = attribute("message", name)
        is_same = self._is_same(field)
        match field.cardinality:
            case "singular":
                return self._element(field, expression, "back")
            case "optional":
                is_set = self.library.is_set.format(expression=expression, name=name)
                return f"{self._element(field, expression, 'back')} if {is_set} else None"
            case "repeated":
                one = self._element(field, "v", "back")
                if field.is_typed_map:
                    return f"dict([{one} for v in {expression}])"
                return (
                    self.library.list.format(expression=expression)
                    if is_same
                    else f"[{one} for v in {expression}]"
                )
            case _:
                one = self._element(field, "v", "back")
                return (
                    self.library.map.format(expression=expression)
                    if is_same
                    else f"{{k: {one} for k, v in {expression}.items()}}"
                )

    def _is_same(self, field: ProtoField) -> bool:
        match field.element:
            case Scalar() if field.is_well_known:
                return not self.library.has_well_known
            case Scalar():
                return logical.conversion(field.element) == logical.SAME
            case EnumRef():
                return False
            case _:
                return not field.is_message

    def _element(self, field: ProtoField, expression: str, way: str) -> str:
        if field.wrapper is not None:
            return f"{way}_{field.wrapper}({expression})"
        match field.element:
            case RecordRef(name):
                return f"{way}_{self.file.types[name]}({expression})"
            case EnumRef(name):
                table = "NUMBER" if way == "to" else "OF"
                return f"{table}_{self.names.types[name]}[{expression}]"
            case Scalar() if field.is_well_known and self.library.has_well_known:
                if way == "back":
                    return f"{expression}.{_METHODS[field.type, _is_integer(field)][1]}"
                return f"{_maker(field)}({expression})" if _is_made(field) else expression
            case Scalar():
                to, back = logical.conversion(field.element)
                return (to if way == "to" else back).format(expression)
            case _:
                return expression
