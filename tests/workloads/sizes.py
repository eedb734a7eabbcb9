"""How many bytes a value takes in formats that are simple enough to say in a few lines.

Written from the formats' definitions, so that sizes are held against something other than the
libraries that serbench measures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from serbench.schema.model import Kind, ListOf, OptionalOf, RecordRef, Scalar, Schema, Type

_UNSIGNED = (Kind.U32, Kind.U64)


def leb128(value: int) -> int:
    """A varint of seven bits a byte, of the 64 bits of two's complement."""
    return max(1, ((value & (2**64 - 1)).bit_length() + 6) // 7)


def zigzag(value: int) -> int:
    return leb128((value << 1) ^ (value >> 63))


def bincode_varint(value: int) -> int:
    """One byte up to 250; a tag and 2, 4 or 8 bytes above."""
    return next(n for most, n in ((250, 1), (2**16, 3), (2**32, 5), (2**64, 9)) if value <= most)


def positional(schema: Schema, value: Any, length: Callable[[int], int]) -> int:
    """Formats without tags (postcard, bincode): fields in order, a byte before an optional,
    unsigned integers and lengths as `length` says."""

    def size(type_: Type, value: Any) -> int:
        match type_:
            case Scalar(Kind.BOOL):
                return 1
            case Scalar(Kind.STRING):
                return length(len(value.encode())) + len(value.encode())
            case Scalar(kind) if kind in _UNSIGNED:
                return length(value)
            case OptionalOf(item):
                return 1 + (0 if value is None else size(item, value))
            case ListOf(item):
                return length(len(value)) + sum(size(item, v) for v in value)
            case RecordRef(name):
                return sum(size(f.type, value[f.name]) for f in schema.record(name).fields)
        raise AssertionError(type_)

    return size(RecordRef(schema.root), value)


def protobuf(schema: Schema, value: Any) -> int:
    """proto3 with fields numbered from 1 to 15: a tag byte each, zeros left out, lists of
    integers packed."""

    def message(name: str, value: Any) -> int:
        return sum(field(f.type, value[f.name]) for f in schema.record(name).fields)

    def field(type_: Type, value: Any) -> int:
        match type_:
            case OptionalOf(item):
                return 0 if value is None else 1 + content(item, value)
            case ListOf(Scalar(kind)) if kind is not Kind.STRING:
                return 1 + delimited(sum(leb128(v) for v in value)) if value else 0
            case ListOf(item):
                return sum(1 + content(item, v) for v in value)
            case RecordRef():
                return 1 + content(type_, value)
        return 1 + content(type_, value) if value else 0

    def content(type_: Type, value: Any) -> int:
        match type_:
            case RecordRef(name):
                return delimited(message(name, value))
            case Scalar(Kind.STRING):
                return delimited(len(value.encode()))
        return leb128(value)

    def delimited(n: int) -> int:
        return leb128(n) + n

    return message(schema.root, value)


def as_lists(value: Any) -> Any:
    """The value with every record a list of its fields: MessagePack as most libraries write it."""
    if isinstance(value, list):
        return [as_lists(v) for v in value]
    if hasattr(value, "__struct_fields__"):
        return [as_lists(getattr(value, name)) for name in value.__struct_fields__]
    return value
