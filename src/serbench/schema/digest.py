"""Canonical bytes, digests and visit sums of values, as docs/protocol.md defines them.

The values are what `msgspec.json.decode` makes of a canonical line: dicts, lists
and scalars, with bytes as base64, enums by name, and NaN and infinities as texts or floats.
This is the reference that every driver's digest is held against; it is compiled to closures
per schema, since it runs over the whole working set before anything is measured.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Callable, Iterable
from typing import Any

import xxhash

from serbench.schema.errors import field_step, item_step
from serbench.schema.model import (
    INTEGER_RANGE,
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
    json_shape,
)
from serbench.schema.nonfinite import NUMBERS
from serbench.schema.variants import shape_of

_MASK = 2**64 - 1
_PACK = {
    Kind.BOOL: struct.Struct("<?").pack,
    Kind.I8: struct.Struct("<b").pack,
    Kind.U8: struct.Struct("<B").pack,
    Kind.I16: struct.Struct("<h").pack,
    Kind.U16: struct.Struct("<H").pack,
    Kind.I32: struct.Struct("<i").pack,
    Kind.U32: struct.Struct("<I").pack,
    Kind.F32: struct.Struct("<f").pack,
    Kind.I64: struct.Struct("<q").pack,
    Kind.U64: struct.Struct("<Q").pack,
    Kind.F64: struct.Struct("<d").pack,
}
# Canonical bytes have one NaN, whatever the bits of the value.
_NAN = {Kind.F32: bytes.fromhex("0000c07f"), Kind.F64: bytes.fromhex("000000000000f87f")}
_u32 = struct.Struct("<I").pack
_u64 = struct.Struct("<Q").pack

# Appends the canonical bytes of a value to a buffer and returns its visit sum.
Writer = Callable[[Any, bytearray], int]


class ValueRangeError(ValueError):
    """A value that its type cannot hold. `path` leads to it from the root: `$.user.id`."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class Digester:
    """Digests values of one schema.

    digester = Digester(schema)
    digester.add(value)          # for each value of the working set
    digester.digest, digester.visit
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._records: dict[str, Writer] = {}
        self._write = self._record(schema.root)
        self._all = xxhash.xxh64()
        self._visit = 0

    def canonical_bytes(self, value: Any) -> bytes:
        out = bytearray()
        self._write(value, out)
        return bytes(out)

    def add(self, value: Any) -> None:
        """Raises `ValueRangeError` for a number or text the type cannot hold."""
        digest, visit = self.one(value)
        self._visit += visit
        self._all.update(_u64(digest))

    def one(self, value: Any) -> tuple[int, int]:
        """The digest and the visit sum of a value alone, which is not added. Raises as `add`."""
        out = bytearray()
        visit = self._write(value, out)
        return xxhash.xxh64_intdigest(out), visit

    @property
    def digest(self) -> str:
        return self._all.hexdigest()

    @property
    def visit(self) -> str:
        return f"{self._visit & _MASK:016x}"

    def _record(self, name: str) -> Writer:
        if name in self._records:
            return lambda value, out: self._records[name](value, out)  # recursive
        self._records[name] = lambda value, out: write(value, out)
        fields = [(f.name, self._writer(f.type)) for f in self._schema.record(name).fields]

        def write(value: Any, out: bytearray) -> int:
            total = 0
            for key, writer in fields:
                try:
                    total += writer(value[key], out)
                except ValueRangeError as error:
                    raise _inside(error, field_step(key)) from None
            return total

        self._records[name] = write
        return write

    def _writer(self, type_: Type) -> Writer:
        match type_:
            case Scalar(kind):
                return _scalar(kind)
            case EnumRef(name):
                return _enum(self._schema.enum(name).symbols)
            case RecordRef(name):
                return self._record(name)
            case UnionRef(name):
                return self._union(name)
            case OptionalOf(item):
                return _optional(self._writer(item))
            case ListOf(item):
                return _list(self._writer(item))
            case MapOf(value):
                return _map(self._writer(value))

    def _union(self, name: str) -> Writer:
        variants = self._schema.union(name).variants
        writers = {
            json_shape(variant): (i, _u32(i), self._writer(variant))
            for i, variant in enumerate(variants)
        }

        def write(value: Any, out: bytearray) -> int:
            i, raw, writer = writers[shape_of(value)]
            out += raw
            return i + writer(value, out)

        return write


def digest_of_bytes(values: Iterable[bytes]) -> str:
    """The digest of a working set from the canonical bytes of its values."""
    return sums_of((xxhash.xxh64_intdigest(value), 0) for value in values)[0]


def sums_of(ones: Iterable[tuple[int, int]]) -> tuple[str, str]:
    """The digest and the visit sum of a working set from those of its values, as `Digester.one`
    gives them."""
    digests, visit = xxhash.xxh64(), 0
    for one, value_visit in ones:
        digests.update(_u64(one))
        visit += value_visit
    return digests.hexdigest(), f"{visit & _MASK:016x}"


def visit_of_leaf(schema: Schema, leaf: Scalar | EnumRef) -> Callable[[Any], int]:
    """What a leaf of this type adds to a visit sum."""
    if isinstance(leaf, EnumRef):
        write = _enum(schema.enum(leaf.name).symbols)
    else:
        write = _scalar(leaf.kind)
    return lambda value: write(value, bytearray()) & _MASK


def _inside(error: ValueRangeError, step: str) -> ValueRangeError:
    return ValueRangeError("$" + step + error.path[1:], error.reason)


def _text(raw: bytes, out: bytearray) -> int:
    out += _u64(len(raw))
    out += raw
    return len(raw) + raw[0] + raw[-1] if raw else 0


def _string(value: str, out: bytearray) -> int:
    try:
        return _text(value.encode(), out)
    except UnicodeEncodeError:
        raise ValueRangeError("$", "a lone surrogate is not text") from None


def _bytes(value: str | bytes, out: bytearray) -> int:
    return _text(value if isinstance(value, bytes) else binascii.a2b_base64(value), out)


def _scalar(kind: Kind) -> Writer:
    if kind is Kind.STRING:
        return _string
    if kind is Kind.BYTES:
        return _bytes
    pack = _PACK[kind]
    if kind in (Kind.F32, Kind.F64):
        nan = _NAN[kind]

        def write_float(value: float | str, out: bytearray) -> int:
            number = NUMBERS[value] if isinstance(value, str) else value
            try:
                raw = pack(number) if number == number else nan
            except OverflowError:
                raise ValueRangeError("$", f"{value} does not fit {kind}") from None
            out += raw
            return int.from_bytes(raw, "little")

        return write_float

    def write(value: int, out: bytearray) -> int:
        try:
            out += pack(value)
        except struct.error:
            low, high = INTEGER_RANGE[kind]
            raise ValueRangeError("$", f"{value} is not a {kind}, from {low} to {high}") from None
        return value

    return write


def _enum(symbols: tuple[str, ...]) -> Writer:
    number = {symbol: (i, _u32(i)) for i, symbol in enumerate(symbols)}

    def write(value: str, out: bytearray) -> int:
        i, raw = number[value]
        out += raw
        return i

    return write


def _optional(item: Writer) -> Writer:
    def write(value: Any, out: bytearray) -> int:
        if value is None:
            out += b"\0"
            return 0
        out += b"\1"
        return 1 + item(value, out)

    return write


def _list(item: Writer) -> Writer:
    def write(value: list[Any], out: bytearray) -> int:
        out += _u64(len(value))
        total = len(value)
        for i, element in enumerate(value):
            try:
                total += item(element, out)
            except ValueRangeError as error:
                raise _inside(error, item_step(i)) from None
        return total

    return write


def _map(item: Writer) -> Writer:
    def write(value: dict[str, Any], out: bytearray) -> int:
        out += _u64(len(value))
        total = len(value)
        for raw, key in sorted((_encoded(key), key) for key in value):
            total += _text(raw, out)
            try:
                total += item(value[key], out)
            except ValueRangeError as error:
                raise _inside(error, field_step(key)) from None
        return total

    return write


def _encoded(key: str) -> bytes:
    try:
        return key.encode()
    except UnicodeEncodeError:
        raise ValueRangeError("$", "a lone surrogate in a key is not text") from None
