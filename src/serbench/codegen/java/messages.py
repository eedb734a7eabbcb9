"""Java: what conversions of protobuf messages have in common, whoever generates their classes.

A writer of conversions derives from `Messages` and says what well-known messages and enums are in
its classes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from serbench.codegen.idl.proto import Message, ProtoField, ProtoFile
from serbench.codegen.java import logical
from serbench.codegen.java import types as java
from serbench.codegen.java.types import BOXED, DATA, SCALARS, boxed_type, plain_type
from serbench.schema.model import (
    KEY,
    VALUE,
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)


class Messages(ABC):
    """`put<i>`, `get<i>` and `visit<i>` are the methods of the message numbered i; `outer` is what
    the messages' classes lie in."""

    def __init__(self, schema: Schema, file: ProtoFile, outer: str) -> None:
        self.schema, self.file, self.outer = schema, file, outer
        self.known = java.names(schema)
        self.numbers = {message.name: i for i, message in enumerate(file.structs)}
        self.enums = {enum.enum: i for i, enum in enumerate(file.enums)}

    @abstractmethod
    def well_known_type(self, field: ProtoField) -> str:
        """The class of a message of protobuf's own."""

    @abstractmethod
    def well_known_to_plain(self, field: ProtoField, value: str) -> str: ...

    @abstractmethod
    def enum_type(self, field: ProtoField) -> str:
        """Boxed."""

    @abstractmethod
    def enum_number(self, value: str) -> str:
        """The place of a message's enum in the schema."""

    @abstractmethod
    def plain_enum(self, number: int, value: str) -> str:
        """The plain value of the enum with this number."""

    @abstractmethod
    def get(self, field: ProtoField, type_: Type, value: str) -> list[str]:
        """Statements that set `value`, of the plain type, from the field of the message `m`."""

    @abstractmethod
    def visits(self, field: ProtoField) -> list[str]:
        """Statements that add the field of the message `m` to the visit sum `sum`."""

    def plain(self, type_: Type) -> str:
        return plain_type(type_, self.known, f"{DATA}.")

    def boxed(self, type_: Type) -> str:
        return boxed_type(type_, self.known, f"{DATA}.")

    def to_plain(self, field: ProtoField, value: str) -> str:
        match field.element:
            case Scalar() if field.is_well_known:
                return self.well_known_to_plain(field, value)
            case Scalar(Kind.I8):
                return f"(byte) (int) {value}"
            case Scalar(Kind.I16 | Kind.U8):
                return f"(short) (int) {value}"
            case Scalar(Kind.U32):
                return f"{value} & 0xffffffffL"
            case Scalar(Kind.BYTES) as scalar:
                return logical.get(scalar, f"{value}.toByteArray()")
            case Scalar() as scalar:
                return logical.get(scalar, value)
            case EnumRef(name):
                return self.plain_enum(self.enums[name], value)
            case RecordRef() | UnionRef() | ListOf() | MapOf() | OptionalOf():
                return f"get{self.numbers[field.type]}({value})"

    def entry(self, message: Message, new_builder: str, puts: Iterable[str]) -> list[str]:
        """The methods of the message of an entry of a map whose keys are no text; `puts` are
        statements that put key and value into the builder `b`."""
        assert message.record is not None
        entry, number = RecordRef(message.record), self.numbers[message.name]
        name = f"{self.outer}.{message.name}"
        lines = [
            "",
            f"  private static {name} put{number}({self.plain(entry)} v) {{",
            f"    {name}.Builder b = {new_builder};",
            *(f"    {put}" for put in puts),
            "    return b.build();",
            "  }",
            "",
            f"  private static void get{number}({name} m, {self.plain(ListOf(entry, True))} v) {{",
        ]
        for f, type_ in zip(message.fields, self.known.entries[entry.name], strict=True):
            lines.append(f"    {self.boxed(type_)} {f.wire};")
            lines += [f"    {line}" for line in self.get(f, type_, f.wire)]
        lines += [f"    v.put({KEY}, {VALUE});", "  }"]
        lines += ["", f"  private static long visit{number}({name} m) {{", "    long sum = 0;"]
        lines += [f"    {line}" for f in message.fields for line in self.visits(f)]
        return [*lines, "    return sum;", "  }"]

    def added(self, field: ProtoField, value: str, to: str) -> str:
        """A statement that adds an element to a plain list, or an entry to a map."""
        if field.is_typed_map:
            return f"get{self.numbers[field.type]}({value}, {to})"
        return f"{to}.add({self.to_plain(field, value)})"

    def visit(self, field: ProtoField, value: str) -> str:
        """What an element of the field adds to the visit sum."""
        match field.element:
            case Scalar(logical=of) as scalar if of and not logical.is_lowered(scalar):
                return logical.visit(of, self.to_plain(field, value))
            case Scalar(Kind.BOOL):
                return f"({value} ? 1L : 0L)"
            case Scalar(Kind.U32):
                return f"({value} & 0xffffffffL)"
            case Scalar(Kind.F32) | Scalar(Kind.F64):
                return f"Visit.bits({value})"
            case Scalar(Kind.STRING):
                return f"Visit.text({value})"
            case Scalar(Kind.BYTES):
                return f"visitBytes({value})"
            case Scalar():
                return value
            case EnumRef():
                return self.enum_number(value)
            case RecordRef() | UnionRef() | ListOf() | MapOf() | OptionalOf():
                return f"visit{self.numbers[field.type]}({value})"

    def element_type(self, field: ProtoField) -> str:
        """The boxed Java type of what is in lists and maps of messages."""
        match field.element:
            case Scalar() if field.is_well_known:
                return self.well_known_type(field)
            case Scalar(Kind.I8 | Kind.I16 | Kind.U8 | Kind.U16 | Kind.U32):
                return "Integer"
            case Scalar(Kind.BYTES):
                return "ByteString"
            case Scalar(kind):
                return BOXED.get(SCALARS[kind], SCALARS[kind])
            case EnumRef():
                return self.enum_type(field)
            case RecordRef() | UnionRef() | ListOf() | MapOf() | OptionalOf():
                return f"{self.outer}.{field.type}"
