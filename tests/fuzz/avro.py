"""Avro files: the schema and the codec in the head, counts and sizes of blocks, marks between them,
and in the values lengths, counts and the indexes of unions."""

from __future__ import annotations

import bz2
import io
import json
import lzma
import random
import zlib
from dataclasses import dataclass, field
from typing import Any

from tests.fuzz.json_tree import changed
from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, number, one_of, text, text_bytes
from tests.fuzz.values import rows
from tests.fuzz.varint import read_zigzag, zigzag

_MAGIC = b"Obj\x01"
_MARK = bytes(range(16))
_STREET = {
    "type": "record", "name": "Street", "namespace": "a.b", "fields": [
        {"name": "street", "type": "string"},
        {"name": "at", "type": {"type": "array", "items": "double"}},
        {"name": "zip", "type": ["null", "int"], "default": None},
    ],
}  # fmt: skip
SCHEMA = {
    "type": "record", "name": "User", "doc": "x", "fields": [
        {"name": "id", "type": "long"},
        {"name": "name", "type": "string"},
        {"name": "score", "type": "double"},
        {"name": "is_on", "type": "boolean"},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "home", "type": _STREET},
        {"name": "counts", "type": {"type": "map", "values": "int"}},
        {"name": "parent", "type": ["null", "a.b.Street"]},
        {"name": "level", "type": {"type": "enum", "name": "Level", "symbols": ["LOW", "HIGH"]}},
        {"name": "raw", "type": "bytes"},
        {"name": "key", "type": {"type": "fixed", "name": "Key", "size": 4}},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
    ],
}  # fmt: skip
NODE = {
    "type": "record", "name": "Node", "fields": [
        {"name": "n", "type": "int"},
        {"name": "children", "type": {"type": "array", "items": "Node"}},
    ],
}  # fmt: skip


@dataclass
class Block:
    count: int
    data: bytes
    size_more: int = 0
    mark: bytes = _MARK


@dataclass
class File:
    """`head` is written as it stands; a block's data are as they are packed."""

    head: dict[bytes, bytes]
    blocks: list[Block] = field(default_factory=list)
    magic: bytes = _MAGIC

    def encoded(self) -> bytes:
        out = self.magic + zigzag(len(self.head))
        for key, value in self.head.items():
            out += _sized(key) + _sized(value)
        out += b"\0" + _MARK
        for block in self.blocks:
            out += zigzag(block.count) + zigzag(len(block.data) + block.size_more)
            out += block.data + block.mark
        return out

    @property
    def schema(self) -> Any:
        return json.loads(self.head[b"avro.schema"])

    @schema.setter
    def schema(self, said: Any) -> None:
        self.head[b"avro.schema"] = json.dumps(said).encode()


def _sized(value: bytes) -> bytes:
    return zigzag(len(value)) + value


def seeds() -> list[bytes]:
    from fastavro import parse_schema, writer

    users = [
        row | {"level": "HIGH", "raw": bytes(range(n)), "key": b"1234", "day": n}
        for n, row in enumerate(rows())
    ]
    nodes = [{"n": 1, "children": [{"n": 2, "children": []}]}]
    made = []
    for schema, values, codec in (
        (SCHEMA, users, "null"),
        (SCHEMA, users, "deflate"),
        (NODE, nodes, "null"),
    ):
        file = io.BytesIO()
        writer(file, parse_schema(schema), values, codec=codec, sync_marker=_MARK, sync_interval=99)
        made.append(file.getvalue())
    return made


def parsed(data: bytes) -> File:
    """Raises `ValueError` or `LookupError`."""
    at, head = len(_MAGIC), {}
    count, at = read_zigzag(data, at)
    for _ in range(count):
        key, at = _bytes(data, at)
        head[key], at = _bytes(data, at)
    file = File(head, magic=data[:4])
    at += 1 + 16
    while at < len(data):
        count, at = read_zigzag(data, at)
        inside, at = _bytes(data, at)
        file.blocks.append(Block(count, inside, mark=data[at : at + 16]))
        at += 16
    return file


def _bytes(data: bytes, at: int) -> tuple[bytes, int]:
    size, at = read_zigzag(data, at)
    if size < 0 or at + size > len(data):
        raise ValueError("no sound length")
    return data[at : at + size], at + size


_MOST_STEPS = 100_000


class Longs:
    """Where in a block's data numbers stand: lengths, counts, indexes and values."""

    def __init__(self, schema: Any, block: Block) -> None:
        self.spots: list[tuple[int, int, int]] = []
        self._data = block.data
        self._named: dict[str, Any] = {}
        self._at = self._steps = 0
        for _ in range(block.count):
            self._walk(schema)

    def _long(self) -> int:
        start = self._at
        value, self._at = read_zigzag(self._data, start)
        self.spots.append((start, self._at, value))
        return value

    def _skip(self, size: int) -> None:
        self._at += size

    def _walk(self, schema: Any) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:  # an earlier mutation says how many items there are
            raise ValueError("the data never end")
        if isinstance(schema, list):
            self._walk(schema[self._long()])
            return
        if isinstance(schema, str) and schema in self._named:
            schema = self._named[schema]
        kind = schema["type"] if isinstance(schema, dict) else schema
        if isinstance(schema, dict) and "name" in schema:
            space = schema.get("namespace")
            self._named[schema["name"]] = schema
            self._named[f"{space}.{schema['name']}"] = schema
        match kind:
            case "record":
                for field_schema in schema["fields"]:
                    self._walk(field_schema["type"])
            case "array" | "map":
                while count := self._long():
                    for _ in range(abs(count)):
                        if kind == "map":
                            self._skip(self._long())
                        self._walk(schema["items" if kind == "array" else "values"])
            case "string" | "bytes":
                self._skip(self._long())
            case "int" | "long" | "enum":
                self._long()
            case "fixed":
                self._skip(schema["size"])
            case "null":
                pass
            case _:
                self._skip({"boolean": 1, "float": 4, "double": 8}[kind])


def _unpacked(file: File) -> None:
    if file.head.get(b"avro.codec") == b"deflate":
        file.head[b"avro.codec"] = b"null"
        for block in file.blocks:
            block.data = zlib.decompress(block.data, -15)


def _packed(rng: random.Random, file: File) -> None:
    codec = rng.choice(("deflate", "bzip2", "xz", "zstandard", "snappy", "lz4"))
    file.head[b"avro.codec"] = codec.encode()
    for block in file.blocks:
        match codec:
            case "deflate":
                packer = zlib.compressobj(wbits=-15)
                block.data = packer.compress(block.data) + packer.flush()
            case "bzip2":
                block.data = bz2.compress(block.data)
            case "xz":
                block.data = lzma.compress(block.data)


def _in_values(rng: random.Random, data: bytes) -> bytes:
    file = parsed(data)
    _unpacked(file)
    block = rng.choice(file.blocks)
    spots = Longs(file.schema, block).spots
    start, end, value = rng.choice(spots)
    new = zigzag(number(rng, value, -(2**63), 2**63 - 1))
    if rng.random() < 0.1:  # a number that never ends, or is too long
        new = rng.choice((b"\x80" * 9 + b"\1", b"\xff" * 12, b"\x80" * 4 + b"\0"))
    block.data = block.data[:start] + new + block.data[end:]
    if rng.random() < 0.3:
        _packed(rng, file)
    return file.encoded()


def _in_blocks(rng: random.Random, data: bytes) -> bytes:
    file = parsed(data)
    block = rng.choice(file.blocks)
    match rng.randrange(6):
        case 0:
            block.count = number(rng, block.count)
        case 1:
            block.size_more = number(rng, 0) - len(block.data)
        case 2:
            block.mark = rng.randbytes(16)
        case 3:
            file.blocks *= rng.choice((0, 2, 50))
        case 4:
            block.data = any_bytes(rng, block.data)
        case _:  # a block of much that packs well
            _packed(rng, file)
            block.count = 10**6
            block.data = zlib.compress(b"\0" * rng.choice((10**5, 10**7)), wbits=-15)
    return file.encoded()


def _in_head(rng: random.Random, data: bytes) -> bytes:
    file = parsed(data)
    match rng.randrange(6):
        case 0 | 1 | 2:
            file.schema = changed(rng, file.schema, WORDS)
        case 3:
            file.head[b"avro.codec"] = rng.choice(
                (b"snappy", b"zstandard", b"lz4", b"bzip2", b"xz", b"deflate", b"", text_bytes(rng))
            )
        case 4:
            file.head[text_bytes(rng)] = text_bytes(rng)
        case _:
            file.head[b"avro.schema"] = any_bytes(rng, file.head[b"avro.schema"])
    return file.encoded()


WORDS = (
    *("null", "boolean", "int", "long", "float", "double", "bytes", "string", "record", "enum"),
    *("array", "map", "fixed", "error", "Node", "User", "a.b.Street", "decimal", "uuid", "date"),
    *("time-millis", "timestamp-micros", "local-timestamp-millis", "duration"),
)  # fmt: skip


def _of_nothing(rng: random.Random, _: bytes) -> bytes:
    """Values that take no bytes, as many as are stated; and large ones that are stated in few."""
    empty = {"type": "record", "name": "Empty", "fields": []}
    itself = {"type": "record", "name": "Self", "fields": [{"name": "s", "type": "Self"}]}
    item = rng.choice(("null", empty, {"type": "fixed", "name": "F", "size": 0}, ["null"], itself))
    if rng.random() < 0.2:
        item = {"type": "fixed", "name": "F", "size": rng.choice((2**31, 2**40, 10**6, -1))}
    inner = {"type": "array", "items": item}
    whole = rng.choice((inner, inner, item, {"type": "map", "values": item}))
    schema = {"type": "record", "name": "R", "fields": [{"name": "a", "type": whole}]}
    count = rng.choice((10, 10**5, 10**7, 2**31, 2**40, 2**62))
    data = rng.choice((zigzag(count) + b"\0", zigzag(-count) + zigzag(0) + b"\0"))
    head = {b"avro.schema": json.dumps(schema).encode()}
    blocks = [Block(1 if rng.random() < 0.7 else count, data)]
    return File(head, blocks).encoded()


def _deep(rng: random.Random, data: bytes) -> bytes:
    """Of the recursive type: as deep as its data, or a schema that is deep itself."""
    depth = rng.choice((100, 900, 3000, 50_000))
    if rng.random() < 0.5:
        block = Block(1, b"\2\2" * depth + b"\2\0" + b"\0" * depth)
        return File({b"avro.schema": json.dumps(NODE).encode()}, [block]).encoded()
    said = '{"type": "array", "items": ' * depth + '"int"' + "}" * depth
    schema = f'{{"type": "record", "name": "a", "fields": [{{"name": "a", "type": {said}}}]}}'
    return File({b"avro.schema": schema.encode()}, [Block(1, b"\0")]).encoded()


def _names(rng: random.Random, data: bytes) -> bytes:
    """Fields, symbols and types that are called as no Avro of others calls them."""
    file = parsed(data)
    said = json.dumps(file.schema)
    name = rng.choice(("street", "tags", "LOW", "User", "a.b", "Key", "n", "children", "Node"))
    file.head[b"avro.schema"] = said.replace(f'"{name}"', json.dumps(text(rng))).encode()
    return file.encoded()


KIND = Kind(
    "avro",
    ".avro",
    seeds,
    one_of(
        (6, _in_values), (4, _in_blocks), (5, _in_head), (2, _of_nothing), (1, _deep), (2, _names),
        (1, any_bytes),
    ),
)  # fmt: skip
