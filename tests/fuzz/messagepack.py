"""MessagePack: type bytes, length prefixes, extensions, timestamps, depths."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, number, one_of, patched, text_bytes
from tests.fuzz.values import with_bytes

# By the first byte: what it is, and how many bytes its length has.
_SIZED = {
    0xC4: ("bin", 1), 0xC5: ("bin", 2), 0xC6: ("bin", 4), 0xC7: ("ext", 1), 0xC8: ("ext", 2),
    0xC9: ("ext", 4), 0xD9: ("str", 1), 0xDA: ("str", 2), 0xDB: ("str", 4), 0xDC: ("array", 2),
    0xDD: ("array", 4), 0xDE: ("map", 2), 0xDF: ("map", 4),
}  # fmt: skip
_FIXED_BYTES = {
    0xC0: 0, 0xC1: 0, 0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8,
    0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17,
}  # fmt: skip
_PER_ITEM = {"array": 1, "map": 2}


@dataclass
class Item:
    """`head` is the first byte and the length as it is written, `payload` what is no item."""

    head: bytes
    payload: bytes = b""
    items: list[Item] = field(default_factory=list)

    def encoded(self) -> bytes:
        return self.head + self.payload + b"".join(item.encoded() for item in self.items)

    def all(self) -> Iterator[Item]:
        yield self
        for item in self.items:
            yield from item.all()


def seeds() -> list[bytes]:
    import datetime as dt

    import msgpack

    moment = dt.datetime(2026, 1, 2, 3, 4, 5, 6, dt.UTC)
    large = {"text": "x" * 70_000, "list": list(range(300)), "map": {str(n): n for n in range(20)}}
    return [
        b"".join(map(msgpack.packb, with_bytes())),
        msgpack.packb({"rows": with_bytes(3)}),
        msgpack.packb({"at": moment, "float": 0.5}, datetime=True),
        msgpack.packb(large),
        msgpack.packb({"n": [1, -1, 200, 2**16, 2**32, -(2**31), 2**63]}),
    ]


def parsed(data: bytes) -> list[Item]:
    """Of well-formed bytes; raises `ValueError` or `LookupError`."""
    items, at = [], 0
    while at < len(data):
        item, at = _parsed(data, at, 0)
        items.append(item)
    return items


def _parsed(data: bytes, at: int, depth: int) -> tuple[Item, int]:
    if depth > 100:
        raise ValueError("deep")
    first, start = data[at], at
    at += 1
    what, length = "", 0
    if 0x80 <= first < 0xC0:
        what, length = (
            ("map", first & 15)
            if first < 0x90
            else ("array", first & 15)
            if first < 0xA0
            else ("str", first & 31)
        )
    elif first in _SIZED:
        what, size = _SIZED[first]
        length, at = int.from_bytes(data[at : at + size], "big"), at + size
    elif first in _FIXED_BYTES:
        what, length = "fixed", _FIXED_BYTES[first]
    item = Item(data[start:at])
    if what in _PER_ITEM:
        for _ in range(_PER_ITEM[what] * length):
            one, at = _parsed(data, at, depth + 1)
            item.items.append(one)
        return item, at
    length += what == "ext"
    item.payload = data[at : at + length]
    return item, at + length


def text_item(payload: bytes) -> Item:
    return Item(b"\xdb" + len(payload).to_bytes(4, "big"), payload)


def _random(rng: random.Random, depth: int) -> Item:
    match rng.randrange(6 if depth < 5 else 4):
        case 0:
            return text_item(text_bytes(rng)[:2000])
        case 1:
            first = rng.choice((*_FIXED_BYTES, 0xE0, 0x7F))
            return Item(bytes([first]), rng.randbytes(_FIXED_BYTES.get(first, 0)))
        case 2:  # timestamps, whole and not, and extensions of others
            payload = rng.randbytes(rng.choice((0, 1, 4, 8, 12, 13)))
            code = rng.choice((0xFF, 0xFF, 0xFF, 0, 1, 127, 128))
            return Item(bytes([0xC7, len(payload), code]), payload)
        case 3:
            stamp = struct.pack(
                ">Iq",
                rng.choice((0, 10**9 - 1, 10**9, 2**32 - 1)),
                number(rng, 0, -(2**63), 2**63 - 1),
            )
            return Item(b"\xc7\x0c\xff", stamp)
        case 4:
            items = [_random(rng, depth + 1) for _ in range(rng.randrange(4))]
            return Item(bytes([0x90 | len(items)]), items=items)
        case _:
            items = [_random(rng, depth + 1) for _ in range(2 * rng.randrange(3))]
            return Item(bytes([0x80 | len(items) // 2]), items=items)


def _structure(rng: random.Random, data: bytes) -> bytes:
    items = parsed(data)
    everything = [one for item in items for one in item.all()]
    one = rng.choice(everything)
    sized = [each for each in everything if each.head[0] in _SIZED or 0x80 <= each.head[0] < 0xC0]
    match rng.randrange(7):
        case 0 if sized:  # another length in the same head
            one = rng.choice(sized)
            if one.head[0] in _SIZED:
                size = _SIZED[one.head[0]][1]
                length = number(rng, int.from_bytes(one.head[1:], "big"), 0, 256**size - 1)
                one.head = one.head[:1] + length.to_bytes(size, "big")
            else:
                one.head = bytes([one.head[0] & 0xE0 | rng.randrange(32)])
        case 1 if sized:  # a head of four bytes that states anything
            one = rng.choice(sized)
            length = number(rng, len(one.payload or one.items), 0, 2**32 - 1)
            one.head = bytes([rng.choice((0xC6, 0xDB, 0xDD, 0xDF))]) + length.to_bytes(4, "big")
        case 2:
            one.head = bytes([rng.randrange(256)]) + one.head[1:]
        case 3 if one.payload:
            one.payload = text_bytes(rng)
            one.head = text_item(one.payload).head
        case 4 if one.items:
            one.items = one.items * rng.choice((0, 2, 100))
        case 5 if one.payload:
            one.payload = rng.randbytes(len(one.payload))
        case _:
            vars(one).update(vars(_random(rng, 0)))
    return b"".join(item.encoded() for item in items)


def _whole(rng: random.Random, _: bytes) -> bytes:
    items = [text_item(b"a"), _random(rng, 0), text_item(b"b"), _random(rng, 0)]
    return Item(b"\x82", items=items).encoded() * rng.choice((1, 1, 3))


def _nested(rng: random.Random, _: bytes) -> bytes:
    size = rng.choice((10, 400, 600, 1100, 100_000))
    return b"\x81\xa1a" + rng.choice((b"\x91", b"\x81\xa1a", b"\x92\x01")) * size + b"\x01"


def _head(rng: random.Random, data: bytes) -> bytes:
    return patched(data, rng.randrange(len(data)), bytes([rng.randrange(0x80, 0x100)]))


KIND = Kind(
    "messagepack",
    ".msgpack",
    seeds,
    one_of((6, _structure), (3, _whole), (1, _nested), (1, _head), (1, any_bytes)),
)
