"""Parquet: the metadata at the end, the heads of pages, and what pages hold, each written again so
that lengths and places of all else are sound."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from typing import Any

from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, number, one_of, text_bytes
from tests.fuzz.thrift import (
    BINARY,
    DOUBLE,
    FALSE,
    INTEGERS,
    LIST,
    SET,
    STRUCT,
    TRUE,
    Node,
    struct_at,
    written,
)
from tests.fuzz.values import with_bytes

_MAGIC = b"PAR1"
# By the numbers that https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
# gives fields of FileMetaData, RowGroup, ColumnChunk and ColumnMetaData.
_ROW_GROUPS, _COLUMNS, _META, _DATA_PAGE, _INDEX_PAGE, _DICTIONARY_PAGE = 4, 1, 3, 9, 10, 11
_COMPRESSED_BYTES, _PAGE_COMPRESSED_BYTES = 7, 3


def seeds() -> list[bytes]:
    import pyarrow as pa
    from pyarrow import parquet

    users = pa.Table.from_pylist(with_bytes()).drop_columns(["counts"])
    counts = pa.array([[("a", 1)], [], None, [("b", 2)], []], pa.map_(pa.string(), pa.int32()))
    more = pa.table({
        "kind": pa.array(["x", "y", "x", None, "y"]).dictionary_encode(),
        "counts": counts,
        "day": pa.array(range(5), pa.date32()),
        "time": pa.array(range(5), pa.time64("us")),
        "money": pa.array([1, 2, 3, 4, 5], pa.decimal128(9, 2)),
        "large": pa.array([1, 2, 3, 4, 5], pa.decimal128(38, 2)),
        "at": pa.array(range(5), pa.timestamp("us", "UTC")),
        "deep": pa.array([[[{"a": [1]}]], [], None, [[]], [[None]]]),
        "small": pa.array(range(5), pa.uint8()),
    })  # fmt: skip
    forms: list[dict[str, Any]] = [
        {"compression": "none", "use_dictionary": False},
        {"compression": "none"},
        {"compression": "zstd", "data_page_version": "2.0"},
        {"compression": "snappy", "write_page_index": True},
        {
            "compression": "none",
            "use_dictionary": False,
            "data_page_version": "2.0",
            "column_encoding": {"id": "DELTA_BINARY_PACKED", "name": "DELTA_BYTE_ARRAY"},
        },
    ]
    made = []
    for form in forms:
        tables = (users,) if "column_encoding" in form else (users, more)
        for table in tables:
            out = io.BytesIO()
            parquet.write_table(table, out, row_group_size=3, **form)
            made.append(out.getvalue())
    return made


def footer(data: bytes) -> tuple[int, Node]:
    """Where the metadata begin, and they. Raises `ValueError` or `LookupError`."""
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    if start < 4:
        raise ValueError("no metadata")
    return start, struct_at(data, start)[0]


def with_footer(data: bytes, start: int, meta: Node, length_more: int = 0) -> bytes:
    said = written(meta)
    size = (len(said) + length_more) % 2**32
    return data[:start] + said + size.to_bytes(4, "little") + _MAGIC


def chunks(meta: Node) -> Iterator[Node]:
    """Each column's `ColumnMetaData`."""
    groups = meta.get(_ROW_GROUPS)
    for group in groups.items if groups else ():
        columns = group.get(_COLUMNS)
        for column in columns.items if columns else ():
            metadata = column.get(_META)
            if metadata:
                yield metadata


def _first_page(chunk: Node) -> int:
    places = [chunk.get(number) for number in (_DATA_PAGE, _DICTIONARY_PAGE)]
    return min(int(place.value) for place in places if place and place.value)


def change(rng: random.Random, node: Node) -> None:
    """One thing in a tree."""
    one = rng.choice(list(node.all()))
    match one.type:
        case _ if rng.random() < 0.05:
            _retype(one, rng.randrange(1, 13))
        case t if t in INTEGERS:
            one.value = number(rng, int(one.value), -(2**63), 2**63 - 1)
            if rng.random() < 0.5:  # of the enumerations, all values
                one.value = rng.randrange(-1, 40)
        case 8:
            if rng.random() < 0.2:
                one.claimed = number(rng, len(one.value), 0)
            else:
                one.value = text_bytes(rng)
        case 1 | 2:
            one.type = TRUE + FALSE - one.type
        case _ if one.type == LIST and rng.random() < 0.3:
            one.claimed = number(rng, len(one.items), 0)
        case _ if one.items:
            at = rng.randrange(len(one.items))
            match rng.randrange(4):
                case 0:
                    del one.items[at]
                case 1:
                    one.items[at:at] = [one.items[at]] * rng.choice((1, 3, 1000))
                case 2 if one.type == STRUCT:
                    one.items[at].id = rng.randrange(1, 20)
                case _:
                    rng.shuffle(one.items)
        case _:
            vars(one).update(vars(Node(BINARY, text_bytes(rng), id=one.id)))


def _retype(node: Node, type_: int) -> None:
    node.type = type_
    if type_ in INTEGERS or type_ == DOUBLE:
        node.value = 1
    elif type_ == BINARY:
        node.value = b"x"
    elif type_ in (LIST, SET) and node.items:
        node.element = node.items[0].type


def _in_footer(rng: random.Random, data: bytes) -> bytes:
    start, meta = footer(data)
    change(rng, meta)
    return with_footer(data, start, meta)


def _in_schema(rng: random.Random, data: bytes) -> bytes:
    """Names, types, repetitions and numbers of children."""
    start, meta = footer(data)
    schema = meta.get(2)
    if schema is None:
        raise ValueError("no schema")
    element = rng.choice(schema.items)
    if rng.random() < 0.3:
        name = element.get(4)
        if name:
            name.value = text_bytes(rng)
    else:
        change(rng, element)
    return with_footer(data, start, meta)


def _footer_length(rng: random.Random, data: bytes) -> bytes:
    start, meta = footer(data)
    return with_footer(data, start, meta, number(rng, 0, -(2**31), 2**32))


def _in_page_head(rng: random.Random, data: bytes) -> bytes:
    """The heads of pages hold sizes, counts of values and encodings."""
    start, meta = footer(data)
    at = _page(rng, data, rng.choice(list(chunks(meta))))
    head, end = struct_at(data, at)
    change(rng, head)
    return _replaced(data, start, meta, at, end, written(head))


def _in_page(rng: random.Random, data: bytes) -> bytes:
    """Levels, indexes into dictionaries, lengths of texts and the texts themselves."""
    start, meta = footer(data)
    at = _page(rng, data, rng.choice(list(chunks(meta))))
    head, end = struct_at(data, at)
    size = head.get(_PAGE_COMPRESSED_BYTES)
    body = data[end : end + (int(size.value) if size else 0)]
    place = rng.randrange(min(len(body), 24)) if body and rng.random() < 0.7 else 0
    if rng.random() < 0.5 and body:
        some = rng.choice((b"\xff", b"\0", b"\x7f", b"\xff\xff\xff\x7f", b"\x80\x80\x80\x80\x08"))
        new = body[:place] + some + body[place + len(some) :]
    else:
        new = body[:place] + any_bytes(rng, body[place:])
    if size:
        size.value = len(new)
    return _replaced(data, start, meta, at, end + len(body), written(head) + new)


def _page(rng: random.Random, data: bytes, chunk: Node) -> int:
    """Where one of a chunk's first pages begins."""
    at = _first_page(chunk)
    size = chunk.get(_COMPRESSED_BYTES)
    after = at + (int(size.value) if size else 0)
    head, end = struct_at(data, at)
    body = head.get(_PAGE_COMPRESSED_BYTES)
    following = end + int(body.value) if body else after
    return following if following < after and rng.random() < 0.5 else at


def _replaced(data: bytes, start: int, meta: Node, at: int, end: int, new: bytes) -> bytes:
    """Other bytes between `at` and `end`, and places and sizes in the metadata that follow them."""
    more = len(new) - (end - at)
    for chunk in chunks(meta):
        size = chunk.get(_COMPRESSED_BYTES)
        first = _first_page(chunk)
        if size and first <= at < first + int(size.value):
            size.value = int(size.value) + more
        for field in (_DATA_PAGE, _INDEX_PAGE, _DICTIONARY_PAGE):
            place = chunk.get(field)
            if place and int(place.value) > at:
                place.value = int(place.value) + more
    return with_footer(data[:at] + new + data[end:start], start + more, meta)


KIND = Kind(
    "parquet",
    ".parquet",
    seeds,
    one_of(
        (5, _in_footer), (3, _in_schema), (1, _footer_length), (4, _in_page_head), (5, _in_page),
        (1, any_bytes),
    ),
)  # fmt: skip
