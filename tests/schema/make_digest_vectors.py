"""Writes digest_vectors.json. What stands there may change only when docs/protocol.md changes its
version."""

from __future__ import annotations

import enum
import json
from pathlib import Path

import msgspec

from serbench.schema.access import accessor
from serbench.schema.annotations import schema_of
from serbench.schema.digest import Digester
from serbench.schema.types import f32, f64, i8, i16, i32, i64, u8, u16, u32, u64


class Colour(enum.Enum):
    RED = "red"
    DARK_BLUE = "dark blue"


class Scalars(msgspec.Struct):
    yes: bool
    small: i32
    natural: u32
    big: i64
    huge: u64
    single: f32
    double: f64
    text: str
    raw: bytes
    colour: Colour


class Node(msgspec.Struct):
    label: str
    children: list[Node]
    next: Node | None
    weights: dict[str, f64]


class Everything(msgspec.Struct):
    scalars: Scalars | None
    holes: list[i32 | None]
    grid: list[list[f64]] | None
    maps: dict[str, dict[str, list[str | None]]]
    tree: Node
    flags: list[bool]
    colours: dict[str, Colour | None]
    blobs: list[bytes]


class Inner(msgspec.Struct):
    text: str
    numbers: list[i32]


class Modest(msgspec.Struct):
    """What every format can hold: no map, no list of records, no recursion, nothing beyond i64."""

    label: str
    yes: bool
    small: i32
    natural: u32
    big: i64
    single: f32
    double: f64
    colour: Colour
    inner: Inner
    maybe: Inner | None
    maybe_number: i64 | None
    maybe_text: str | None
    numbers: list[f64]
    texts: list[str]
    last: u64


class Narrow(msgspec.Struct):
    """Integers that some languages and formats take for characters or bytes."""

    a: i8
    b: u8
    c: i16
    d: u16
    maybe: u8 | None
    bytes_: bytes = msgspec.field(name="bytes")
    numbers: list[u8] = []
    holes: list[i8 | None] = []
    by_name: dict[str, i16] = {}
    last: list[u16] = []


class Point(msgspec.Struct):
    x: f64
    label: str | None


class I64OrString(msgspec.Struct):
    """Called as generated code would call a union."""

    IntValue: u8
    value: i32 | None


class Several(msgspec.Struct):
    """Fields of several types, which few formats hold."""

    id: i64 | str
    huge: u64 | bool
    payload: bool | f64 | str | list[i32] | Point
    by_name: i32 | dict[str, str]
    maybe: list[str] | str | None
    each: list[i64 | str | None]
    points: dict[str, Point | f32]
    colour: Colour | u8
    blobs: bytes | list[bytes]
    small: list[u8] | u16
    deep: list[i8 | str | list[bool | f32]] | None
    counts: dict[str, u64 | list[u64] | None] | str
    named: I64OrString | i32
    last: u32


class Floats(msgspec.Struct):
    """Of both widths in all that holds them, for NaN and infinities."""

    single: f32
    double: f64
    maybe_single: f32 | None
    maybe_double: f64 | None
    singles: list[f32]
    doubles: list[f64]
    holes: list[f64 | None]
    grid: list[list[f32]]
    by_name: dict[str, f64]
    maybe_by_name: dict[str, f32 | None] | None
    text: str
    points: list[Point]
    last: f64


class Around(msgspec.Struct):
    """A union's own float is never NaN or infinite; those within its variants may be."""

    mixed: str | list[f64] | Point
    last: f32


SCALARS = {
    "yes": True,
    "small": -(2**31),
    "natural": 2**32 - 1,
    "big": -(2**63),
    "huge": 2**64 - 1,
    "single": 0.1,
    "double": -0.0,
    "text": 'Grüße, 世界 🙂 "\\\n\x00',
    "raw": "AP+A",
    "colour": "dark blue",
}
PLAIN = {**SCALARS, "yes": False, "small": 0, "double": 5e-324, "single": 3.4028234663852886e38}
EMPTY = {**PLAIN, "text": "", "raw": "", "huge": 0, "big": 2**63 - 1, "colour": "red"}
LEAF = {"label": "leaf", "children": [], "next": None, "weights": {}}
TREE = {
    "label": "root",
    "children": [LEAF, {**LEAF, "label": "", "next": LEAF}],
    "next": {**LEAF, "children": [LEAF]},
    "weights": {"b": 1.5, "a": 1e308, "": 0.1, "é": -1.0, "Z": 2.0},
}
EVERYTHING = {
    "scalars": SCALARS,
    "holes": [None, 7, None, -7],
    "grid": [[], [1.0, 2.5], [0.30000000000000004]],
    "maps": {"x": {"y": ["z", None], "": []}, "w": {}},
    "tree": TREE,
    "flags": [True, False, True],
    "colours": {"sky": "dark blue", "none": None, "rose": "red"},
    "blobs": ["", "AA==", "AQID"],
}
NOTHING = {
    "scalars": None,
    "holes": [],
    "grid": None,
    "maps": {},
    "tree": LEAF,
    "flags": [],
    "colours": {},
    "blobs": [],
}
INNER = {"text": "Grüße, 世界 🙂", "numbers": [1, -2, 3]}
MODEST = {
    "label": "modest",
    "yes": True,
    "small": -(2**31),
    "natural": 2**32 - 1,
    "big": -(2**63),
    "single": 0.1,
    "double": -2.5,
    "colour": "dark blue",
    "inner": INNER,
    "maybe": {"text": "", "numbers": []},
    "maybe_number": 7,
    "maybe_text": "there",
    "numbers": [1.0, 2.5, 1e300],
    "texts": ["a", "", "bc"],
    "last": 2**63 - 1,
}
BARE = {
    **MODEST,
    "label": "",
    "yes": False,
    "maybe": None,
    "maybe_number": None,
    "maybe_text": None,
    "numbers": [],
    "texts": [],
    "last": 0,
}

LOW = {
    "a": -128,
    "b": 0,
    "c": -32768,
    "d": 0,
    "maybe": None,
    "bytes": "AQL/",
    "numbers": [1, 2, 255],
    "holes": [-128, None],
    "by_name": {"low": -32768},
    "last": [],
}
HIGH = {
    "a": 127,
    "b": 255,
    "c": 32767,
    "d": 65535,
    "maybe": 255,
    "bytes": "",
    "numbers": [],
    "holes": [None, 127],
    "by_name": {"high": 32767, "": -1},
    "last": [0, 65535],
}
POINT = {"x": -0.5, "label": "p"}
SEVERAL = {
    "id": -(2**63),
    "huge": 2**64 - 1,
    "payload": POINT,
    "by_name": {"b": "2", "a": "", "é": "1"},
    "maybe": None,
    "each": [1, None, "", "Grüße"],
    "points": {"p": {"x": 1.0, "label": None}, "n": 0.5},
    "colour": "dark blue",
    "blobs": "AP+A",
    "small": [1, 255],
    "deep": [-128, "x", [True, 0.5], []],
    "counts": {"k": 2**64 - 1, "n": None, "l": [1, 2**63]},
    "named": {"IntValue": 3, "value": None},
    "last": 7,
}
OTHERS = {
    **SEVERAL,
    "id": "abc",
    "huge": False,
    "payload": 3.0,
    "by_name": -7,
    "maybe": [],
    "each": [],
    "points": {},
    "colour": 255,
    "blobs": ["", "AQID"],
    "small": 65535,
    "deep": None,
    "counts": "none",
    "named": -7,
    "last": 0,
}
FURTHER = {**OTHERS, "payload": [1, -2, 3], "maybe": '<&>\\"', "each": [0, "0"]}
LASTLY = {**OTHERS, "payload": True, "huge": True, "id": "", "by_name": {}}
FINALLY = {**OTHERS, "payload": "text", "id": 0, "huge": 0}

NAN, INFINITE, MINUS = "NaN", "Infinity", "-Infinity"
NO_NUMBERS = {
    "single": NAN,
    "double": NAN,
    "maybe_single": NAN,
    "maybe_double": NAN,
    "singles": [NAN, INFINITE, MINUS, 0.5, -0.0],
    "doubles": [0.5, NAN, INFINITE, MINUS, -0.0],
    "holes": [None, NAN, None, INFINITE],
    "grid": [[], [NAN], [MINUS, INFINITE]],
    "by_name": {"nan": NAN, "b": INFINITE, "": MINUS},
    "maybe_by_name": {"x": NAN, "y": None, "z": MINUS},
    "text": NAN,
    "points": [{"x": NAN, "label": INFINITE}, {"x": MINUS, "label": None}],
    "last": NAN,
}
INFINITIES = {
    **NO_NUMBERS,
    "single": INFINITE,
    "double": INFINITE,
    "maybe_single": MINUS,
    "maybe_double": MINUS,
    "last": INFINITE,
}
NUMBERS_AGAIN = {
    **NO_NUMBERS,
    "single": MINUS,
    "double": MINUS,
    "maybe_single": None,
    "maybe_double": None,
    "maybe_by_name": None,
    "text": INFINITE,
    "last": 0.25,
}
AROUND = [
    {"mixed": NAN, "last": NAN},
    {"mixed": [NAN, 1.5, INFINITE], "last": INFINITE},
    {"mixed": {"x": MINUS, "label": NAN}, "last": MINUS},
]


def vector(root: type[msgspec.Struct], values: list[dict[str, object]]) -> dict[str, object]:
    schema = schema_of(root, root.__name__.lower())
    digester = Digester(schema)
    for value in values:
        digester.add(value)
    return {
        "schema": schema.to_dict(),
        "values": values,
        "canonical_bytes": [digester.canonical_bytes(value).hex() for value in values],
        "digest": digester.digest,
        "visit": digester.visit,
        "access": f"{sum(map(accessor(schema), values)) % 2**64:016x}",
    }


if __name__ == "__main__":
    vectors = [
        vector(Scalars, [SCALARS, PLAIN, EMPTY]),
        vector(Node, [LEAF, TREE]),
        vector(Everything, [EVERYTHING, NOTHING]),
        vector(Modest, [MODEST, BARE]),
        vector(Narrow, [LOW, HIGH]),
        vector(Several, [SEVERAL, OTHERS, FURTHER, LASTLY, FINALLY]),
        vector(Floats, [NO_NUMBERS, INFINITIES, NUMBERS_AGAIN]),
        vector(Around, AROUND),
    ]
    path = Path(__file__).with_name("digest_vectors.json")
    path.write_text(json.dumps(vectors, indent=1, ensure_ascii=False) + "\n")
