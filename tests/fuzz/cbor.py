"""CBOR (RFC 8949): heads, tags, lengths, depths, and what tags make of what is in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, number, one_of, patched, text_bytes
from tests.fuzz.values import with_bytes

UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
# Dates, big numbers, fractions, base64, encoded CBOR, references to strings (25, 256) and to values
# (28, 29), rationals, URIs, patterns, mail, UUIDs, sets, addresses, and the mark of a file.
TAGS = (
    *(0, 1, 2, 3, 4, 5, 21, 22, 23, 24, 25, 28, 29, 30, 32, 33, 34, 35, 36, 37, 100, 256, 258, 260),
    *(261, 52, 54, 1004, 43000, 55799, 64, 86, 2**32, 2**64 - 1),
)  # fmt: skip
_INDEFINITE = 31


@dataclass
class Item:
    """An item; `claimed` is the length that its head states where that is not the true one. The
    payload of a simple value, or of a float, is all of it."""

    major: int
    argument: int = 0
    payload: bytes = b""
    items: list[Item] = field(default_factory=list)
    is_indefinite: bool = False
    claimed: int | None = None

    def encoded(self) -> bytes:
        inside = self.payload + b"".join(item.encoded() for item in self.items)
        if self.major == SIMPLE:
            return self.payload
        if self.is_indefinite:
            return bytes([self.major << 5 | _INDEFINITE]) + inside + b"\xff"
        if self.claimed is not None:
            return head(self.major, self.claimed) + inside
        length = {BYTES: len(self.payload), TEXT: len(self.payload), ARRAY: len(self.items)}
        length[MAP] = len(self.items) // 2
        return head(self.major, length.get(self.major, self.argument)) + inside

    def all(self) -> Iterator[Item]:
        yield self
        for item in self.items:
            yield from item.all()


def head(major: int, argument: int) -> bytes:
    """The shortest one."""
    if argument < 24:
        return bytes([major << 5 | argument])
    code = next(code for code in range(4) if argument < 1 << (8 << code))
    return bytes([major << 5 | 24 + code]) + argument.to_bytes(1 << code, "big")


def seeds() -> list[bytes]:
    import cbor2

    files = [b"".join(map(cbor2.dumps, with_bytes())), cbor2.dumps({"rows": with_bytes(3)})]
    shared = {"street": "Weg"}
    for value in ({"a": shared, "b": shared}, {"list": [shared] * 3}):
        files.append(cbor2.dumps(value, value_sharing=True))
    files.append(
        cbor2.dumps({"a": "a long text", "b": ["a long text"] * 4}, string_referencing=True)
    )
    return files


def parsed(data: bytes) -> list[Item]:
    """Of well-formed bytes; raises `ValueError` or `LookupError`."""
    items, at = [], 0
    while at < len(data):
        item, at = _parsed(data, at)
        items.append(item)
    return items


def _parsed(data: bytes, at: int, depth: int = 0) -> tuple[Item, int]:
    if depth > 100:
        raise ValueError("deep")
    start, major, code = at, data[at] >> 5, data[at] & 31
    at += 1
    argument = code
    if 24 <= code <= 27:
        size = 1 << code - 24
        argument, at = int.from_bytes(data[at : at + size], "big"), at + size
    if major == SIMPLE:
        return Item(SIMPLE, payload=data[start:at]), at
    item = Item(major, argument, is_indefinite=code == _INDEFINITE)
    if major in (BYTES, TEXT) and not item.is_indefinite:
        item.payload, at = data[at : at + argument], at + argument
        return item, at
    wanted = {ARRAY: argument, MAP: 2 * argument, TAG: 1}.get(major, 0)
    if item.is_indefinite:
        while data[at] != 0xFF:
            one, at = _parsed(data, at, depth + 1)
            item.items.append(one)
        return item, at + 1
    for _ in range(wanted):
        one, at = _parsed(data, at, depth + 1)
        item.items.append(one)
    return item, at


def _random(rng: random.Random, depth: int) -> Item:
    """Any item, most often with a tag that makes something of what is in it."""
    major = rng.choice((UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, TAG, TAG, SIMPLE))
    if depth > 6 and major in (ARRAY, MAP, TAG):
        major = TEXT
    match major:
        case 0 | 1:
            return Item(major, number(rng, 10, 0))
        case 2 | 3:
            payload = text_bytes(rng)[:2000] if major == TEXT else rng.randbytes(rng.randrange(20))
            item = Item(major, payload=payload)
            if rng.random() < 0.1:
                item.claimed = number(rng, len(payload), 0)
            return item
        case 4 | 5:
            size = rng.randrange(4) * (2 if major == MAP else 1)
            item = Item(major, items=[_random(rng, depth + 1) for _ in range(size)])
            item.is_indefinite = rng.random() < 0.2
            return item
        case 6:
            return Item(TAG, rng.choice(TAGS), items=[_random(rng, depth + 1)])
        case _:
            code = rng.choice((20, 21, 22, 23, 24, 25, 26, 27, 28, 31))
            payload = rng.randbytes(1 << code - 24) if 24 <= code <= 27 else b""
            return Item(SIMPLE, payload=bytes([SIMPLE << 5 | code]) + payload)


def _shared(rng: random.Random, depth: int) -> Item:
    """Each array holds the one before several times: 2 ** depth values of some bytes."""
    width = rng.choice((2, 4, 10))
    items = [Item(TAG, 28, items=[Item(ARRAY, items=[Item(UNSIGNED, 1)] * width)])]
    for at in range(depth):
        inner = [Item(TAG, 29, items=[Item(UNSIGNED, at)]) for _ in range(width)]
        items.append(Item(TAG, 28, items=[Item(ARRAY, items=inner)]))
    if rng.random() < 0.3:  # the last one holds itself
        items.append(Item(TAG, 28, items=[Item(ARRAY, items=[_reference(depth + 1)])]))
    keys = [Item(TEXT, payload=f"k{at}".encode()) for at in range(len(items))]
    return Item(MAP, items=[part for pair in zip(keys, items, strict=True) for part in pair])


def _reference(to: int) -> Item:
    return Item(TAG, 29, items=[Item(UNSIGNED, to)])


def _nested(rng: random.Random) -> bytes:
    size = rng.choice((10, 500, 1000, 5000, 100_000))
    opening = rng.choice(
        (b"\x81", b"\x9f", b"\xa1\x61a", b"\xc1", b"\xd8\x1c\x81", b"\xd8\x18\x42")
    )
    return b"\xa1\x61a" + opening * size + b"\x01"


def _structure(rng: random.Random, data: bytes) -> bytes:
    items = parsed(data)
    everything = [one for item in items for one in item.all()]
    one = rng.choice(everything)
    match rng.randrange(9):
        case 0 if one.major in (BYTES, TEXT, ARRAY, MAP):
            one.claimed = number(rng, len(one.payload or one.items), 0)
        case 1 if one.major in (BYTES, TEXT, ARRAY, MAP):
            one.is_indefinite = not one.is_indefinite
        case 2:
            inner = Item(**vars(one))
            vars(one).update(vars(Item(TAG, rng.choice(TAGS), items=[inner])))
        case 3 if one.major == TAG:
            one.argument = rng.choice(TAGS)
        case 4 if one.major in (UNSIGNED, NEGATIVE, TAG):
            one.argument = number(rng, one.argument, 0)
        case 5 if one.major == TEXT:
            one.payload = text_bytes(rng)
        case 6 if one.items:
            one.items = one.items[:1] * rng.choice((0, 2, 4, 1000))
        case 7:
            vars(one).update(vars(parsed(rng.choice(everything).encoded())[0]))
        case _:
            vars(one).update(vars(_random(rng, 2)))
    return b"".join(item.encoded() for item in items)


def _whole(rng: random.Random, _: bytes) -> bytes:
    """A map of random items, and what shares its parts."""
    if rng.random() < 0.3:
        return _shared(rng, rng.randrange(30)).encoded()
    keys = [Item(TEXT, payload=b"a"), Item(TEXT, payload=b"b")]
    items = [part for key in keys for part in (key, _random(rng, 0))]
    return Item(MAP, items=items).encoded() * rng.choice((1, 1, 3))


def _head(rng: random.Random, data: bytes) -> bytes:
    """The first byte of something becomes another one's."""
    return patched(data, rng.randrange(len(data)), bytes([rng.randrange(256)]))


KIND = Kind(
    "cbor",
    ".cbor",
    seeds,
    one_of(
        (5, _structure), (3, _whole), (1, lambda rng, _: _nested(rng)), (1, _head), (1, any_bytes)
    ),
)
