"""From annotations to the type model."""

from __future__ import annotations

import datetime as dt
import enum
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

import msgspec
import pytest

from serbench.schema.annotations import schema_of
from serbench.schema.kinds import Kind
from serbench.schema.model import (
    Field,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    SchemaError,
    Type,
)
from serbench.schema.types import (
    bigint,
    date,
    decimal,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    map_entries,
    raw_json,
    tells_absent,
    timestamp_ns_offset,
    u8,
    u16,
    u32,
    u64,
    uuid,
    wire,
)


class Colour(enum.Enum):
    RED = "red"
    DARK = "dark blue"


class Number(enum.Enum):
    ONE = 1


class Inner(msgspec.Struct):
    x: i32


class Entry(msgspec.Struct):
    key: uuid
    value: str | None


def type_of(annotation) -> Type:
    root = msgspec.defstruct("Root", [("x", annotation)])
    return schema_of(root, "test").records[0].fields[0].type


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        (bool, "bool"),
        (i8, "i8"),
        (u8, "u8"),
        (i16, "i16"),
        (u16, "u16"),
        (list[u8], "list<u8>"),
        (i32, "i32"),
        (u32, "u32"),
        (i64, "i64"),
        (u64, "u64"),
        (int, "i64"),
        (f32, "f32"),
        (f64, "f64"),
        (float, "f64"),
        (str, "string"),
        (bytes, "bytes"),
        (Colour, "Colour"),
        (Inner, "Inner"),
        (list[u64], "list<u64>"),
        (list[list[f32]], "list<list<f32>>"),
        (dict[str, list[Inner]], "map<string, list<Inner>>"),
        (i64 | str, "I64 or String"),
        (str | i64, "I64 or String"),
        (list[Inner | u64 | None], "list<optional<U64 or Inner>>"),
        (bool | list[str | i32] | bytes, "Bool or Bytes or ListOfI32 or String"),
        (u64 | None, "optional<u64>"),
        (f32 | None, "optional<f32>"),
        (list[Inner | None] | None, "optional<list<optional<Inner>>>"),
        (Annotated[u64 | None, wire("y")], "optional<u64>"),
        (date, "date"),
        (dt.date, "date"),
        (UUID, "uuid"),
        (list[timestamp_ns_offset | None], "list<optional<timestamp_ns_offset>>"),
        (Annotated[Decimal, decimal(12, 2)], "decimal(12, 2)"),
        (Annotated[bigint, wire("y")], "bigint"),
        (dict[i16, str], "map_entries<RootXEntry>"),
        (dict[Colour, list[Inner]], "map_entries<RootXEntry>"),
        (Annotated[list[Entry], map_entries], "map_entries<Entry>"),
    ],
)
def test_types(annotation, said):
    assert str(type_of(annotation)) == said


def test_field_that_tells_absent_says_so():
    annotation = Annotated[str | msgspec.UnsetType | None, tells_absent, wire("y")]
    root = msgspec.defstruct("Root", [("x", annotation)])
    made, told = schema_of(root, "test").records
    assert made.fields == (Field("y", OptionalOf(RecordRef("RootY"), tells_absent=True)),)
    assert told == Record("RootY", (Field("value", OptionalOf(Scalar(Kind.STRING))),))


def test_raw_json():
    assert type_of(raw_json).raw_json
    assert type_of(list[raw_json | None]).item.item.raw_json
    assert not type_of(str).raw_json


@pytest.mark.parametrize(
    ("annotation", "error"),
    [
        (i64 | f64, "Root.x: in JSON nothing tells the types of a union apart: i64, f64"),
        (i64 | raw_json, "Root.x: in JSON nothing tells"),
        (i64 | set[int], "Root.x: set is not a type"),
        (set[int], "Root.x: set is not a type"),
        (tuple[int, str], "Root.x: tuple is not a type"),
        (dict[float, str], "Root.x: keys of maps are text, integers, booleans, enums or uuids"),
        (dt.datetime, "Root.x: datetime does not say enough; annotate the field with"),
        (Decimal, "Root.x: decimal does not say enough"),
        (Annotated[Decimal, decimal(2, 3)], r"Root.x: decimal\(2, 3\): a decimal has 1 to 76"),
        (dict[date, str], "keys of maps are text, integers, booleans, enums or uuids, not date"),
        (Annotated[str, tells_absent], "Root.x: it tells absent from null, and its type is not"),
        (Annotated[list[str], map_entries], "items of a map whose keys are no text are records"),
        (Any, "Root.x: any is not a type"),
        (Annotated[int, msgspec.Meta(ge=0, le=10)], "Root.x: int is not a type"),
        (Number, "the values of enum Number must be strings"),
        (list[set[int]], "Root.x: set is not a type"),
    ],
)
def test_annotation_outside_model_is_rejected(annotation, error):
    with pytest.raises(SchemaError, match=error):
        type_of(annotation)


class Node(msgspec.Struct):
    label: str
    children: list[Node]
    next: Node | None
    other: Other | None


class Other(msgspec.Struct):
    node: dict[str, Node]
    colour: Colour


def test_recursive_records_keep_order_of_first_use():
    schema = schema_of(Node, "nodes")
    assert (schema.name, schema.root) == ("nodes", "Node")
    assert [r.name for r in schema.records] == ["Node", "Other"]
    assert [e.name for e in schema.enums] == ["Colour"]
    assert schema.enums[0].symbols == ("red", "dark blue")
    assert [str(f.type) for f in schema.record("Node").fields] == [
        "string",
        "list<Node>",
        "optional<Node>",
        "optional<Other>",
    ]


class Renamed(msgspec.Struct, rename="camel"):
    created_at: str
    class_: str = msgspec.field(name="class")
    quoted: Annotated[i32, wire('"')] = 0
    listed: Annotated[list[i32], wire("\n")] = []


def test_names_in_json():
    fields = schema_of(Renamed, "test").records[0].fields
    assert [f.name for f in fields] == ["createdAt", "class", '"', "\n"]
    assert str(fields[3].type) == "list<i32>"


def test_two_types_of_one_name():
    first = msgspec.defstruct("Twin", [("x", int)])
    second = msgspec.defstruct("Twin", [("y", int)])
    root = msgspec.defstruct("Root", [("a", first), ("b", second)])
    with pytest.raises(SchemaError, match="two types are called Twin"):
        schema_of(root, "test")


def test_class_called_like_the_entries_of_a_map():
    twin = msgspec.defstruct("RootNotesEntry", [("x", int)])
    root = msgspec.defstruct("Root", [("notes", dict[int, str]), ("b", twin)])
    with pytest.raises(
        SchemaError, match=r"RootNotesEntry, a class and the entries of Root\.notes"
    ):
        schema_of(root, "test")


def test_a_deep_and_wide_schema_is_read():
    """Each record once, not once more for each record it stands in."""
    record = msgspec.defstruct("Last", [("x", int)])
    for i in range(60):
        record = msgspec.defstruct(
            f"Record{i}", [("inner", record), *((f"field_{j}", list[int]) for j in range(200))]
        )
    assert len(schema_of(record, "wide").records) == 61
