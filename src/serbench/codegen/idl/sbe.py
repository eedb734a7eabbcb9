"""Simple Binary Encoding: a schema lowered to the blocks of one message, and its message schema.

    lower(schema) -> Message
    way_to_leaf(message) -> the steps to the access leaf

SBE knows blocks of fields of fixed size, groups that repeat a block, and data of variable length,
in this order. A record within another lies in the block of that one; a list is a group, and a map a
group of keys and values; an optional is a group of none or one, or a field beside a flag. SBE's own
null values are values of the data too. https://github.com/aeron-io/simple-binary-encoding/wiki

Members are called by their numbers, `f1` and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from serbench.schema.access import FieldOf, access_of
from serbench.schema.model import (
    EnumRef,
    Field,
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

# The compiler of message schemas: where Maven has it, and the class that Java runs.
COMPILER = "uk.co.real-logic:sbe-all:1.38.1"
COMPILER_CLASS = "uk.co.real_logic.sbe.SbeTool"
SBE_FILE = "data.xml"
PACKAGE = "serbench.sbe.generated"
MESSAGE = "Root"

T = TypeVar("T", "Group", "Data")

_TEXT = (Kind.STRING, Kind.BYTES)
_TYPES = {
    Kind.BOOL: "uint8",
    Kind.I8: "int8",
    Kind.I16: "int16",
    Kind.I32: "int32",
    Kind.I64: "int64",
    Kind.U8: "uint8",
    Kind.U16: "uint16",
    Kind.U32: "uint32",
    Kind.U64: "uint64",
    Kind.F32: "float",
    Kind.F64: "double",
}
# Enums keep a number for SBE's null value.
_MOST_OF_A_BYTE = 254

_XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="{package}" id="1"
    version="0" byteOrder="littleEndian">
  <types>
    <composite name="messageHeader">
      <type name="blockLength" primitiveType="uint16"/>
      <type name="templateId" primitiveType="uint16"/>
      <type name="schemaId" primitiveType="uint16"/>
      <type name="version" primitiveType="uint16"/>
    </composite>
    <composite name="groupSizeEncoding">
      <type name="blockLength" primitiveType="uint16"/>
      <type name="numInGroup" primitiveType="uint32" minValue="0" maxValue="2147483647"/>
    </composite>
    <composite name="varDataEncoding">
      <type name="length" primitiveType="uint32" maxValue="1073741824"/>
      <type name="varData" primitiveType="uint8" length="0"/>
    </composite>
{enums}
  </types>
  <sbe:message name="{name}" id="1">
{message}
  </sbe:message>
</sbe:messageSchema>
"""


@dataclass(frozen=True, slots=True)
class _Member:
    """What the block has by a name."""

    number: int

    @property
    def name(self) -> str:
        return f"f{self.number}"


@dataclass(frozen=True, slots=True)
class Fixed(_Member):
    """A field of fixed size."""

    type: Scalar | EnumRef


@dataclass(frozen=True, slots=True)
class Data(_Member):
    """Text or bytes."""

    type: Scalar


@dataclass(frozen=True, slots=True)
class Group(_Member):
    """An entry for each item of a list or a map, or for the value of an optional."""

    type: OptionalOf | ListOf | MapOf
    block: Block


@dataclass(frozen=True, slots=True)
class Flagged:
    """An optional value; the flag is 1 if it is there. If not, `item` is 0 or empty."""

    flag: Fixed
    item: Fixed | Data


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a record, or of a typed map's entry, among those of the block. `number` is that
    of no other record or member."""

    number: int
    record: str
    parts: tuple[tuple[Field, Part], ...]


@dataclass(frozen=True, slots=True)
class Recursive:
    """A record within itself, which no block has."""


Part: TypeAlias = Fixed | Data | Flagged | Group | Fields | Recursive


@dataclass(frozen=True, slots=True)
class Block:
    """What stands for a value of the type: in the message, or in the entry of a group, which of a
    map has a key before it. `path` has the names of the message and of the groups; `number` is that
    of no other block."""

    number: int
    path: tuple[str, ...]
    type: Type
    key: Data | None
    part: Part

    def members(self) -> Iterator[Fixed | Data | Group]:
        """In the order of their numbers; what has none of fixed size comes last in the bytes."""
        if self.key:
            yield self.key
        yield from _members(self.part)


@dataclass(frozen=True, slots=True)
class Message:
    """`enums` are numbers by names."""

    schema: Schema
    enums: dict[str, int]
    root: Block

    def xml(self) -> str:
        """The message schema."""
        return _XML.format(
            package=PACKAGE,
            enums="\n".join(self._enums()),
            name=MESSAGE,
            message="\n".join(self._members(self.root, "    ")),
        )

    def _enums(self) -> Iterator[str]:
        for enum in self.schema.enums:
            wide = "uint8" if len(enum.symbols) <= _MOST_OF_A_BYTE else "uint16"
            yield f'    <enum name="{self.enum(enum.name)}" encodingType="{wide}">'
            for i in range(len(enum.symbols)):
                yield f'      <validValue name="value{i}">{i}</validValue>'
            yield "    </enum>"

    def enum(self, name: str) -> str:
        """The name of SBE's type."""
        return f"Enum{self.enums[name]}"

    def _members(self, block: Block, indent: str) -> list[str]:
        fields, groups, data = [], [], []
        for member in block.members():
            named = f'name="{member.name}" id="{member.number}"'
            match member:
                case Fixed(type=EnumRef(enum)):
                    fields.append(f'{indent}<field {named} type="{self.enum(enum)}"/>')
                case Fixed(type=Scalar(kind)):
                    fields.append(f'{indent}<field {named} type="{_TYPES[kind]}"/>')
                case Data():
                    data.append(f'{indent}<data {named} type="varDataEncoding"/>')
                case Group(block=entry):
                    groups.append(f"{indent}<group {named}>")
                    groups += self._members(entry, f"{indent}  ")
                    groups.append(f"{indent}</group>")
        return [*fields, *groups, *data]


def _members(part: Part) -> Iterator[Fixed | Data | Group]:
    match part:
        case Flagged(flag, item):
            yield flag
            yield item
        case Fields(parts=parts):
            for _, inner in parts:
                yield from _members(inner)
        case Fixed() | Data() | Group():
            yield part


@dataclass(frozen=True, slots=True)
class IfFlagged:
    """Into an optional value, if its flag is 1."""

    flag: Fixed


@dataclass(frozen=True, slots=True)
class LastEntry:
    """Into the last entry of a group, if it has any. The groups `before` it come first in the
    bytes."""

    before: tuple[Group, ...]
    group: Group


@dataclass(frozen=True, slots=True)
class Leaf:
    """The leaf itself, and what comes before it in the bytes if it is data: groups, then data."""

    before: tuple[Group | Data, ...]
    member: Fixed | Data


def way_to_leaf(message: Message) -> list[IfFlagged | LastEntry | Leaf]:
    """The steps to the access leaf, that leaf last; none if the schema has no such leaf."""
    found = access_of(message.schema)
    if found is None:
        return []
    way: list[IfFlagged | LastEntry | Leaf] = []
    block, part = message.root, message.root.part
    for step in found.steps:
        match step, part:
            case FieldOf(index=index), Fields(parts=parts):
                part = parts[index][1]
            case _, Flagged(flag, item):
                way.append(IfFlagged(flag))
                part = item
            case _, Group():
                way.append(LastEntry(tuple(_before(part, block, Group)), part))
                block, part = part.block, part.block.part
    match part:
        case Data():
            groups = (member for member in block.members() if isinstance(member, Group))
            way.append(Leaf((*groups, *_before(part, block, Data)), part))
        case Fixed():
            way.append(Leaf((), part))
        case _:
            raise AssertionError(part)
    return way


def _before(member: T, block: Block, kind: type[T]) -> Iterator[T]:
    """The members of this kind that come before that one."""
    for other in block.members():
        if other == member:
            return
        if isinstance(other, kind):
            yield other


def lower(schema: Schema) -> Message:
    """The message that holds a value of the schema."""
    enums = {e.name: i for i, e in enumerate(schema.enums)}
    return Message(schema, enums, _Lowering(schema).block(RecordRef(schema.root), (MESSAGE,)))


class _Lowering:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._members = 0
        self._blocks = 0
        self._open: set[str] = set()

    def block(self, type_: Type, path: tuple[str, ...], *, is_entry: bool = False) -> Block:
        """That of a value, or of a key and a value."""
        number = self._blocks
        self._blocks += 1
        key = Data(self._number(), Scalar(Kind.STRING)) if is_entry else None
        return Block(number, path, type_, key, self._part(type_, path))

    def _number(self) -> int:
        self._members += 1
        return self._members

    def _part(self, type_: Type, path: tuple[str, ...]) -> Part:
        match type_:
            case Scalar() | EnumRef():
                return self._leaf(type_)
            case RecordRef(name) if name in self._open:
                return Recursive()
            case RecordRef(name):
                number = self._number()
                inside = {name} - self._schema.map_entries
                self._open |= inside
                fields = self._schema.record(name).fields
                parts = tuple((f, self._part(f.type, path)) for f in fields)
                self._open -= inside
                return Fields(number, name, parts)
            case OptionalOf(Scalar() | EnumRef() as item):
                return Flagged(Fixed(self._number(), Scalar(Kind.U8)), self._leaf(item))
            case OptionalOf(item) | ListOf(item) | MapOf(item):
                number = self._number()
                below = (*path, f"F{number}")
                entry = self.block(item, below, is_entry=isinstance(type_, MapOf))
                return Group(number, type_, entry)
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)

    def _leaf(self, type_: Scalar | EnumRef) -> Fixed | Data:
        if isinstance(type_, Scalar) and type_.kind in _TEXT:
            return Data(self._number(), type_)
        return Fixed(self._number(), type_)
