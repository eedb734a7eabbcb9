"""Arrow's IPC: the fields of its FlatBuffers (lengths, offsets, counts, types), and in bodies of
batches the offsets of texts and lists. Changed where they stand, so that all else stays sound."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from tests.fuzz.kind import Kind
from tests.fuzz.mutation import any_bytes, number, one_of, patched, text_bytes
from tests.fuzz.values import with_bytes

_MAGIC = b"ARROW1"
_MARK = b"\xff\xff\xff\xff"
_SIZES = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8}


@dataclass(frozen=True)
class Spot:
    """Where a number of the form `form` (see `struct`) stands; `what` it is."""

    at: int
    form: str
    what: str


class Table:
    """A table of FlatBuffers (https://flatbuffers.dev/internals/)."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at
        self._fields = at - self._read(at, "i")

    def _read(self, at: int, form: str) -> int:
        return struct.unpack_from(f"<{form}", self.data, at)[0]

    def place(self, number: int) -> int | None:
        """Of a field by its number."""
        if 4 + 2 * number >= self._read(self._fields, "H"):
            return None
        offset = self._read(self._fields + 4 + 2 * number, "H")
        return self.at + offset if offset else None

    def read(self, number: int, form: str) -> int:
        place = self.place(number)
        return 0 if place is None else self._read(place, form)

    def follow(self, place: int) -> int:
        return place + self._read(place, "I")

    def table(self, number: int) -> Table | None:
        place = self.place(number)
        return None if place is None else Table(self.data, self.follow(place))

    def vector(self, number: int) -> tuple[int, int]:
        """Where the elements begin, and how many there are: no more than bytes are left, whatever a
        mutation made of the number."""
        place = self.place(number)
        if place is None:
            return 0, 0
        start = self.follow(place) + 4
        return start, min(self._read(start - 4, "I"), max(len(self.data) - start, 0))

    def tables(self, number: int) -> Iterator[Table]:
        start, count = self.vector(number)
        for index in range(count):
            yield Table(self.data, self.follow(start + 4 * index))

    def spots(self, **fields: tuple[int, str]) -> Iterator[Spot]:
        """Of those fields that are there, by what they are called."""
        for what, (field, form) in fields.items():
            place = self.place(field)
            if place is not None:
                yield Spot(place, form, what)

    def lengths(self, *numbers: int) -> Iterator[Spot]:
        """Of vectors and texts, and where those lie."""
        for each in numbers:
            place = self.place(each)
            if place is not None:
                yield Spot(place, "I", "offset")
                yield Spot(self.follow(place), "I", "length")


def seeds() -> list[bytes]:
    import pyarrow as pa
    from pyarrow import feather, ipc

    table = pa.Table.from_pylist(with_bytes())
    counts = pa.array([[("a", 1)], [], None, [("b", 2)], []], pa.map_(pa.string(), pa.int32()))
    more = {
        "kind": pa.array(["x", "y", "x", None, "y"]).dictionary_encode(),
        "counts": counts,
        "day": pa.array(range(5), pa.date32()),
        "money": pa.array([1, 2, 3, 4, 5], pa.decimal128(9, 2)),
        "fixed": pa.array([b"1234"] * 5, pa.binary(4)),
        "pair": pa.array([[1, 2]] * 5, pa.list_(pa.int16(), 2)),
        "large": pa.array(["a", "bc", "", "d", None], pa.large_string()),
        "large_list": pa.array([[1], [], None, [2, 3], []], pa.large_list(pa.int8())),
        "view": pa.array(
            ["a", "a text of more than twelve bytes", "", "b", None], pa.string_view()
        ),
        "at": pa.array(range(5), pa.timestamp("us", "UTC")),
        "nothing": pa.nulls(5),
    }
    made = []
    for each in (table.drop_columns(["counts"]), pa.table(more)):
        for new in (ipc.new_file, ipc.new_stream):
            out = pa.BufferOutputStream()
            with new(out, each.schema) as writer:
                writer.write_table(each, max_chunksize=3)
            made.append(out.getvalue().to_pybytes())
    out = pa.BufferOutputStream()
    feather.write_feather(table.drop_columns(["counts"]), out, compression="zstd")
    return [*made, out.getvalue().to_pybytes()]


@dataclass(frozen=True)
class Message:
    """`at` is where its length stands, `flat` its table, `body` where its buffers are."""

    at: int
    flat: Table
    body: int


def messages(data: bytes) -> Iterator[Message]:
    at = 8 if data.startswith(_MAGIC) else 0
    while data[at : at + 4] == _MARK:
        size = struct.unpack_from("<i", data, at + 4)[0]
        if size <= 0:
            return
        start = at + 8
        flat = Table(data, start + struct.unpack_from("<I", data, start)[0])
        yield Message(at + 4, flat, start + size)
        at = start + size + (flat.read(3, "q") + 7) // 8 * 8


def spots(data: bytes) -> list[Spot]:
    found = []
    for message in messages(data):
        found.append(Spot(message.at, "i", "metadata length"))
        found += message.flat.spots(version=(0, "h"), header_type=(1, "B"), body_length=(3, "q"))
        found += message.flat.lengths(2)
        header = message.flat.table(2)
        if header is None:
            continue
        match message.flat.read(1, "B"):
            case 1:
                found += _of_schema(header)
            case 2:
                found += header.spots(id=(0, "q"), is_delta=(2, "b"))
                batch = header.table(1)
                found += _of_batch(batch, message.body) if batch else ()
            case 3:
                found += _of_batch(header, message.body)
    if data.startswith(_MAGIC):
        found += _of_footer(data)
    return found


def _of_schema(schema: Table) -> Iterator[Spot]:
    yield from schema.spots(endianness=(0, "h"))
    yield from schema.lengths(1, 2)
    for field in schema.tables(1):
        yield from _of_field(field)


def _of_field(field: Table) -> Iterator[Spot]:
    yield from field.spots(is_nullable=(1, "b"), type_type=(2, "B"))
    yield from field.lengths(0, 5, 6)
    type_ = field.table(3)
    if type_:  # widths, precision, units and sizes, whatever they are here
        yield from type_.spots(first=(0, "i"), second=(1, "i"), third=(2, "i"))
    dictionary = field.table(4)
    if dictionary:
        yield from dictionary.spots(id=(0, "q"), is_ordered=(2, "b"))
    for child in field.tables(5):
        yield from _of_field(child)


def _of_batch(batch: Table, body: int) -> Iterator[Spot]:
    yield from batch.spots(length=(0, "q"))
    yield from batch.lengths(1, 2, 4)
    start, count = batch.vector(1)
    for index in range(2 * count):
        yield Spot(start + 8 * index, "q", "node")
    start, count = batch.vector(2)
    for index in range(count):
        at = start + 16 * index
        yield Spot(at, "q", "buffer offset")
        yield Spot(at + 8, "q", "buffer length")
        offset, length = struct.unpack_from("<qq", batch.data, at)
        for inside in range(0, min(length, 64) - 3, 4):
            yield Spot(body + offset + inside, "i", "in a buffer")
            if inside % 8 == 0 and inside + 8 <= length:
                yield Spot(body + offset + inside, "q", "in a buffer")
    compression = batch.table(3)
    if compression:
        yield from compression.spots(codec=(0, "b"), method=(1, "b"))


def _of_footer(data: bytes) -> Iterator[Spot]:
    end = len(data) - len(_MAGIC) - 4
    yield Spot(end, "i", "footer length")
    start = end - struct.unpack_from("<i", data, end)[0]
    footer = Table(data, start + struct.unpack_from("<I", data, start)[0])
    yield from footer.spots(version=(0, "h"))
    yield from footer.lengths(1, 2, 3)
    schema = footer.table(1)
    if schema:
        yield from _of_schema(schema)
    for vector in (2, 3):
        first, count = footer.vector(vector)
        for index in range(count):
            at = first + 24 * index
            yield Spot(at, "q", "block offset")
            yield Spot(at + 8, "i", "block metadata length")
            yield Spot(at + 16, "q", "block body length")


def _structure(rng: random.Random, data: bytes) -> bytes:
    some = spots(data)
    of = {}
    for spot in some:
        of.setdefault(spot.what, []).append(spot)
    spot = rng.choice(of[rng.choice(list(of))])  # all sorts as often
    size = _SIZES[spot.form]
    old = struct.unpack_from(f"<{spot.form}", data, spot.at)[0]
    low = 0 if spot.form.isupper() else -(256**size // 2)
    value = number(rng, old, low, low + 256**size - 1)
    return patched(data, spot.at, struct.pack(f"<{spot.form}", value))


def _in_texts(rng: random.Random, data: bytes) -> bytes:
    """Names, and the texts of values, by others of the same length."""
    name = rng.choice((b"name", b"tags", b"home", b"street", b"user", b"tag ", b"kind"))
    return data.replace(name, (text_bytes(rng) + b"____")[: len(name)].ljust(len(name), b"_"))


def _of_hostile_names(rng: random.Random, _: bytes) -> bytes:
    import pyarrow as pa
    from pyarrow import ipc

    names = [text_bytes(rng).decode(errors="replace") for _ in range(3)]
    inner = (
        pa.array([{names[0]: "x", names[1]: [1]}] * 2) if names[0] != names[1] else pa.array([1, 2])
    )
    table = pa.table([pa.array([1, 2]), inner], names=names[1:])
    out = pa.BufferOutputStream()
    with ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)
    return out.getvalue().to_pybytes()


KIND = Kind(
    "arrow",
    ".arrow",
    seeds,
    one_of((10, _structure), (1, _in_texts), (1, _of_hostile_names), (1, any_bytes)),
)
