"""Values from their canonical bytes (docs/protocol.md), as drivers tell what they decoded."""

from __future__ import annotations

import binascii
import math
import struct
from collections.abc import Callable, Iterator
from typing import Any

from serbench.schema.errors import field_step, item_step
from serbench.schema.model import (
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
from serbench.schema.nonfinite import NUMBERS, text_of

_UNPACK = {
    Kind.BOOL: struct.Struct("<?"),
    Kind.I8: struct.Struct("<b"),
    Kind.U8: struct.Struct("<B"),
    Kind.I16: struct.Struct("<h"),
    Kind.U16: struct.Struct("<H"),
    Kind.I32: struct.Struct("<i"),
    Kind.U32: struct.Struct("<I"),
    Kind.F32: struct.Struct("<f"),
    Kind.I64: struct.Struct("<q"),
    Kind.U64: struct.Struct("<Q"),
    Kind.F64: struct.Struct("<d"),
}
_U64 = _UNPACK[Kind.U64]

# Takes the bytes and where a value begins in them; returns it and where it ends.
Reader = Callable[[bytes, int], tuple[Any, int]]


class Nonfinite(str):
    """NaN or an infinity as canonical lines have it, and no text of the value's."""


class CanonicalReader:
    """Reads values of one schema as `msgspec.json.decode` makes them of a canonical line.

    What no canonical line can hold is told all the same: text that is not UTF-8 has lone
    surrogates for its stray bytes, a symbol that the schema has not is `symbol 17`.
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._records: dict[str, Reader] = {}
        self._read = self._record(schema.root)

    def value(self, canonical: bytes) -> dict[str, Any]:
        """Raises `ValueError` for bytes that are no whole value."""
        try:
            value, end = self._read(canonical, 0)
        except (struct.error, IndexError):
            raise ValueError("the canonical bytes are cut off") from None
        if end != len(canonical):
            raise ValueError(f"{len(canonical) - end} canonical bytes are left over")
        record: dict[str, Any] = value
        return record

    def _record(self, name: str) -> Reader:
        if name in self._records:
            return lambda raw, at: self._records[name](raw, at)  # recursive
        self._records[name] = lambda raw, at: read(raw, at)
        fields = [(f.name, self._reader(f.type)) for f in self._schema.record(name).fields]

        def read(raw: bytes, at: int) -> tuple[Any, int]:
            value = {}
            for field, reader in fields:
                value[field], at = reader(raw, at)
            return value, at

        self._records[name] = read
        return read

    def _reader(self, type_: Type) -> Reader:
        match type_:
            case Scalar(Kind.STRING):
                return _string
            case Scalar(Kind.BYTES):
                return _bytes
            case Scalar(Kind.F32 | Kind.F64 as kind):
                return _float(_UNPACK[kind])
            case Scalar(kind):
                return _number(_UNPACK[kind])
            case EnumRef(name):
                return _enum(self._schema.enum(name).symbols)
            case RecordRef(name):
                return self._record(name)
            case UnionRef(name):
                return _union([self._reader(v) for v in self._schema.union(name).variants])
            case OptionalOf(item):
                return _optional(self._reader(item))
            case ListOf(item):
                return _list(self._reader(item))
            case MapOf(value):
                return _map(self._reader(value))


def _number(packed: struct.Struct) -> Reader:
    def read(raw: bytes, at: int) -> tuple[Any, int]:
        return packed.unpack_from(raw, at)[0], at + packed.size

    return read


def _float(packed: struct.Struct) -> Reader:
    def read(raw: bytes, at: int) -> tuple[Any, int]:
        [number] = packed.unpack_from(raw, at)
        value = number if math.isfinite(number) else Nonfinite(text_of(number))
        return value, at + packed.size

    return read


def _counted(raw: bytes, at: int) -> tuple[bytes, int]:
    [size], start = _U64.unpack_from(raw, at), at + _U64.size
    if start + size > len(raw):
        raise IndexError
    return raw[start : start + size], start + size


def _string(raw: bytes, at: int) -> tuple[Any, int]:
    text, end = _counted(raw, at)
    return text.decode("utf-8", "surrogateescape"), end


def _bytes(raw: bytes, at: int) -> tuple[Any, int]:
    data, end = _counted(raw, at)
    return binascii.b2a_base64(data, newline=False).decode(), end


def _enum(symbols: tuple[str, ...]) -> Reader:
    number = _number(_UNPACK[Kind.U32])

    def read(raw: bytes, at: int) -> tuple[Any, int]:
        i, end = number(raw, at)
        return symbols[i] if i < len(symbols) else f"symbol {i}", end

    return read


def _union(variants: list[Reader]) -> Reader:
    number = _number(_UNPACK[Kind.U32])

    def read(raw: bytes, at: int) -> tuple[Any, int]:
        i, end = number(raw, at)
        if i >= len(variants):
            raise ValueError(f"a union has no variant {i}")
        return variants[i](raw, end)

    return read


def _optional(item: Reader) -> Reader:
    def read(raw: bytes, at: int) -> tuple[Any, int]:
        return item(raw, at + 1) if raw[at] else (None, at + 1)

    return read


def _list(item: Reader) -> Reader:
    def read(raw: bytes, at: int) -> tuple[Any, int]:
        [count], at = _U64.unpack_from(raw, at), at + _U64.size
        items = []
        for _ in range(count):
            value, at = item(raw, at)
            items.append(value)
        return items, at

    return read


def _map(item: Reader) -> Reader:
    def read(raw: bytes, at: int) -> tuple[Any, int]:
        [count], at = _U64.unpack_from(raw, at), at + _U64.size
        entries = {}
        for _ in range(count):
            key, at = _string(raw, at)
            entries[key], at = item(raw, at)
        return entries, at

    return read


def differences(expected: Any, found: Any, path: str = "$") -> Iterator[tuple[str, Any, Any]]:
    """Every place where two values of one schema differ, in the order of `expected`: its path and
    what stands there. Floats are compared by their bits; what one of them has not is None."""
    match expected, found:
        case dict(), dict():
            for key in (*expected, *(key for key in found if key not in expected)):
                inner = path + field_step(key)
                yield from differences(expected.get(key), found.get(key), inner)
        case list(), list():
            for i in range(max(len(expected), len(found))):
                one, other = (items[i] if i < len(items) else None for items in (expected, found))
                yield from differences(one, other, path + item_step(i))
        case float(), float():
            if _bits(expected) != _bits(found):
                yield path, expected, found
        case str(), float() | Nonfinite() if expected in NUMBERS:  # of a canonical line
            if expected != found:
                yield path, Nonfinite(expected), found
        case _:
            if expected != found:
                yield path, expected, found


def _bits(value: float) -> bytes:
    return struct.pack("<d", value)


def leaves(value: Any, path: str = "$") -> Iterator[tuple[str, Any]]:
    """Every leaf with its path; what is absent or empty is a leaf too. Floats by their bits."""
    match value:
        case dict() if value:
            for key, part in value.items():
                yield from leaves(part, path + field_step(key))
        case list() if value:
            for i, part in enumerate(value):
                yield from leaves(part, path + item_step(i))
        case float():
            yield path, _bits(value)
        case dict():
            yield path, {}
        case list():
            yield path, []
        case _:
            yield path, value
