"""Thrift's compact protocol as a tree that can be changed and written again; Parquet's metadata are
written in it (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.fuzz.varint import read_varint, varint, zigzag

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = range(1, 13)
INTEGERS = (BYTE, I16, I32, I64)


@dataclass
class Node:
    """A value. `items` are a list's, or a struct's fields, whose `id` is what they are there;
    `claimed` is a length that is written in place of the true one."""

    type: int
    value: int | float | bytes = 0
    items: list[Node] = field(default_factory=list)
    id: int = 0
    element: int = 0
    claimed: int | None = None

    def all(self) -> Iterator[Node]:
        yield self
        for item in self.items:
            yield from item.all()

    def get(self, id_: int) -> Node | None:
        return next((item for item in self.items if item.id == id_), None)


def struct_at(data: bytes, at: int) -> tuple[Node, int]:
    """The struct that begins there, and where it ends. Raises `ValueError` or `LookupError`."""
    made, last = Node(STRUCT), 0
    while head := data[at]:
        at += 1
        if head >> 4:
            last += head >> 4
        else:
            number, at = read_varint(data, at)
            last = number >> 1 ^ -(number & 1)
        item, at = _value(data, at, head & 15, is_field=True)
        item.id = last
        made.items.append(item)
    return made, at + 1


def _value(data: bytes, at: int, type_: int, is_field: bool = False) -> tuple[Node, int]:
    if type_ in (TRUE, FALSE):
        if is_field:
            return Node(type_), at
        return Node(data[at]), at + 1
    if type_ == BYTE:
        return Node(type_, data[at]), at + 1
    if type_ in INTEGERS:
        value, at = read_varint(data, at)
        return Node(type_, value >> 1 ^ -(value & 1)), at
    if type_ == DOUBLE:
        return Node(type_, struct.unpack_from("<d", data, at)[0]), at + 8
    if type_ == BINARY:
        size, at = read_varint(data, at)
        return Node(type_, data[at : at + size]), at + size
    if type_ == STRUCT:
        return struct_at(data, at)
    if type_ not in (LIST, SET):
        raise ValueError(f"type {type_}")
    made, count = Node(type_, element=data[at] & 15), data[at] >> 4
    at += 1
    if count == 15:
        count, at = read_varint(data, at)
    for _ in range(count):
        item, at = _value(data, at, made.element)
        made.items.append(item)
    return made, at


def written(node: Node) -> bytes:
    """A value without what stands before it as a field."""
    match node.type:
        case 1 | 2:
            return bytes([node.type])
        case 3:
            assert isinstance(node.value, int)
            return bytes([node.value & 255])
        case 4 | 5 | 6:
            assert isinstance(node.value, int)
            return zigzag(node.value)
        case 7:
            return struct.pack("<d", node.value)
        case 8:
            assert isinstance(node.value, bytes)
            size = len(node.value) if node.claimed is None else node.claimed
            return varint(size) + node.value
        case 12:
            return _struct(node)
    count = len(node.items) if node.claimed is None else node.claimed
    head = bytes([count << 4 | node.element]) if count < 15 else bytes([0xF0 | node.element])
    return head + (varint(count) if count >= 15 else b"") + b"".join(map(written, node.items))


def _struct(node: Node) -> bytes:
    out, last = b"", 0
    for item in node.items:
        step = item.id - last
        out += (
            bytes([step << 4 | item.type])
            if 0 < step < 16
            else bytes([item.type]) + zigzag(item.id)
        )
        out += b"" if item.type in (TRUE, FALSE) else written(item)
        last = item.id
    return out + b"\0"
