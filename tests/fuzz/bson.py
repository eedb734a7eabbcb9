"""BSON: lengths of documents and texts, types, ends that lack, depths."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass

from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, number, one_of, text_bytes
from tests.fuzz.values import with_bytes

# By the type's byte: how many bytes a value has that is no text, binary or document.
_FIXED_BYTES = {
    0x01: 8, 0x06: 0, 0x07: 12, 0x08: 1, 0x09: 8, 0x0A: 0, 0x10: 4, 0x11: 8, 0x12: 8, 0x13: 16,
    0x7F: 0, 0xFF: 0,
}  # fmt: skip
_DOCUMENT, _ARRAY, _WITH_SCOPE = 0x03, 0x04, 0x0F
_TEXTS = (0x02, 0x0D, 0x0E)
_TYPES = (*_FIXED_BYTES, _DOCUMENT, _ARRAY, *_TEXTS, 0x05, 0x0B, 0x0C, _WITH_SCOPE)


@dataclass
class Element:
    """A value is its bytes, or what a document or a list holds."""

    type: int
    name: bytes
    value: bytes | list[Element]
    length_more: int = 0
    end: bytes = b"\0"

    def encoded(self) -> bytes:
        return bytes([self.type]) + self.name + b"\0" + self.value_bytes()

    def value_bytes(self) -> bytes:
        if isinstance(self.value, bytes):
            return self.value
        inside = b"".join(element.encoded() for element in self.value) + self.end
        length = max(min(len(inside) + 4 + self.length_more, 2**31 - 1), -(2**31))
        return struct.pack("<i", length) + inside


def seeds() -> list[bytes]:
    import datetime as dt
    import re
    import uuid

    import bson

    others = {
        "at": dt.datetime(2026, 1, 2, tzinfo=dt.UTC),
        "id": bson.ObjectId(b"0123456789ab"),
        "money": bson.Decimal128("1.50"),
        "uuid": bson.Binary.from_uuid(uuid.UUID(int=1)),
        "old": bson.Binary(b"0123456789abcdef", 3),
        "own": bson.Binary(b"x", 128),
        "when": bson.Timestamp(1, 2),
        "code": bson.Code("x"),
        "text": "é",
        "number": bson.Int64(2**40),
        "pattern": re.compile("a.b"),
        "least": bson.MinKey(),
        "most": bson.MaxKey(),
        "elsewhere": bson.DBRef("collection", 1),
    }
    return [b"".join(map(bson.encode, with_bytes())), bson.encode(others)]


def parsed(data: bytes) -> list[Element]:
    """The documents, each as an element without a name."""
    found, at = [], 0
    while at < len(data):
        inside, at = _document(data, at)
        found.append(Element(_DOCUMENT, b"", inside))
    return found


def _document(data: bytes, at: int) -> tuple[list[Element], int]:
    end = at + int.from_bytes(data[at : at + 4], "little")
    at += 4
    elements = []
    while data[at]:
        type_, name_end = data[at], data.index(b"\0", at + 1)
        name, at = data[at + 1 : name_end], name_end + 1
        if type_ in (_DOCUMENT, _ARRAY):
            inside, at = _document(data, at)
            elements.append(Element(type_, name, inside))
            continue
        size = _size(type_, data, at)
        elements.append(Element(type_, name, data[at : at + size]))
        at += size
    if at + 1 != end:
        raise ValueError("no sound length")
    return elements, end


def _size(type_: int, data: bytes, at: int) -> int:
    if type_ in _FIXED_BYTES:
        return _FIXED_BYTES[type_]
    if type_ == 0x0B:
        return data.index(b"\0", data.index(b"\0", at) + 1) + 1 - at
    length = int.from_bytes(data[at : at + 4], "little")
    if type_ == _WITH_SCOPE:
        return length
    return 4 + length + {0x05: 1, 0x0C: 12}.get(type_, 0)


def _all(elements: list[Element]) -> list[Element]:
    found = []
    for element in elements:
        found.append(element)
        if isinstance(element.value, list):
            found += _all(element.value)
    return found


def _random(rng: random.Random, name: bytes) -> Element:
    type_ = rng.choice(_TYPES)
    if type_ in _FIXED_BYTES:
        value = rng.randbytes(_FIXED_BYTES[type_])
        if type_ in (0x09, 0x12, 0x01):
            value = struct.pack("<q", number(rng, 0, -(2**63), 2**63 - 1))
        return Element(type_, name, value)
    said = text_bytes(rng)[:1000]
    sized = struct.pack("<i", len(said) + 1) + said + b"\0"
    match type_:
        case 0x03 | 0x04:
            inside = [_random(rng, str(n).encode()) for n in range(rng.randrange(3))]
            return Element(type_, name, inside)
        case 0x05:
            code = rng.choice((0, 1, 2, 3, 4, 5, 9, 9, 128))
            return Element(type_, name, struct.pack("<iB", len(said), code) + said)
        case 0x0B:
            return Element(type_, name, said.replace(b"\0", b"") + b"\0imx\0")
        case 0x0C:
            return Element(type_, name, sized + b"0123456789ab")
        case 0x0F:
            inner = sized + b"\5\0\0\0\0"
            return Element(type_, name, struct.pack("<i", len(inner) + 4) + inner)
    return Element(type_, name, sized)


def _structure(rng: random.Random, data: bytes) -> bytes:
    documents = parsed(data)
    one = rng.choice(_all(documents))
    holders = [each for each in _all(documents) if isinstance(each.value, list)]
    match rng.randrange(9):
        case 0:
            holder = rng.choice(holders)
            holder.length_more = number(rng, 1, -(2**31), 2**31 - 1)
        case 1:
            rng.choice(holders).end = rng.choice((b"", b"\1", b"\0\0"))
        case 2:
            one.type = rng.choice(_TYPES)
        case 3:
            one.type = rng.randrange(256)
        case 4:
            one.name = text_bytes(rng).replace(b"\0", b"")
        case 5 if isinstance(one.value, bytes) and len(one.value) >= 4:  # a text's length, too
            low = -(2**31)
            length = number(
                rng, int.from_bytes(one.value[:4], "little", signed=True), low, -low - 1
            )
            one.value = struct.pack("<i", length) + one.value[4:]
        case 6 if isinstance(one.value, bytes):
            one.value = rng.randbytes(len(one.value))
        case 7:
            holder = rng.choice(holders)
            assert isinstance(holder.value, list)
            holder.value += [_random(rng, b"new") for _ in range(rng.choice((1, 1, 50)))]
        case _:
            vars(one).update(vars(_random(rng, one.name)))
    return b"".join(document.value_bytes() for document in documents)


def _nested(rng: random.Random, _: bytes) -> bytes:
    """Written from the inside, since as a tree it would be too deep for us as well."""
    data = b"\5\0\0\0\0"
    for _ in range(rng.choice((10, 90, 400, 3000))):
        inside = rng.choice((b"\x03", b"\x04")) + b"0\0" + data + b"\0"
        data = struct.pack("<i", 4 + len(inside)) + inside
    return data


KIND = Kind("bson", ".bson", seeds, one_of((6, _structure), (1, _nested), (1, any_bytes)))
