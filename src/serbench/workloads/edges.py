"""Values on the edges of formats, each named by its field `case`.

They are where codecs of one format disagree by its rules or beyond them: zeros with a sign, numbers
as wide as their types, what is empty beside what is absent, the order and the spelling of keys.
NaN and infinities, which most codecs of JSON cannot hold, are those of the workload `nonfinite`;
what only bytes can hold, as fields that are doubled or unknown, is for `serbench strictness`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import msgspec

from serbench.schema.types import f32, f64, i8, i16, i32, i64, u8, u16, u32, u64
from serbench.workloads.workload import Workload


class Season(enum.Enum):
    spring = "spring"
    summer = "summer"


class Inner(msgspec.Struct, frozen=True):
    text: str
    number: i64


class Edges(msgspec.Struct):
    case: str
    flag: bool = True
    int8: i8 = 1
    uint8: u8 = 1
    int16: i16 = 1
    uint16: u16 = 1
    int32: i32 = 1
    uint32: u32 = 1
    int64: i64 = 1
    uint64: u64 = 1
    float32: f32 = 0.5
    float64: f64 = 0.5
    text: str = "text"
    data: bytes = b"data"
    season: Season = Season.summer
    inner: Inner = Inner("inner", 1)
    maybe_flag: bool | None = None
    maybe_number: i64 | None = None
    maybe_float: f64 | None = None
    maybe_text: str | None = None
    maybe_data: bytes | None = None
    maybe_inner: Inner | None = None
    maybe_list: list[str] | None = None
    maybe_map: dict[str, str] | None = None
    floats: list[f64] = []
    texts: list[str] = []
    holes: list[i64 | None] = []
    lists: list[list[i64]] = []
    table: dict[str, str] = {}
    counts: dict[str, u64] = {}


_SIGNED = {f"int{bits}": bits for bits in (8, 16, 32, 64)}
_UNSIGNED = {f"uint{bits}": bits for bits in (8, 16, 32, 64)}
_NOTHING: dict[str, Any] = {
    "flag": False,
    **dict.fromkeys((*_SIGNED, *_UNSIGNED), 0),
    "float32": 0.0,
    "float64": 0.0,
    "text": "",
    "data": b"",
    "season": Season.spring,
    "inner": Inner("", 0),
}
# Keys that a language, a format or a library may take for something of its own.
_MEANINGFUL = ("__proto__", "constructor", "$oid", "$date", "$numberLong", "@class", "<<", "=", "#")

CASES: dict[str, dict[str, Any]] = {
    "ordinary": {},
    "all zero, empty or absent": _NOTHING,
    "optionals that hold zero or nothing": {
        "maybe_flag": False,
        "maybe_number": 0,
        "maybe_float": 0.0,
        "maybe_text": "",
        "maybe_data": b"",
        "maybe_inner": Inner("", 0),
        "maybe_list": [],
        "maybe_map": {},
    },
    "optionals that hold something": {
        "maybe_flag": True,
        "maybe_number": -1,
        "maybe_float": 0.1,
        "maybe_text": "null",
        "maybe_data": b"\0",
        "maybe_inner": Inner("x", 2),
        "maybe_list": [""],
        "maybe_map": {"": ""},
    },
    "minus zero": {"float64": -0.0},
    "minus zero of 32 bits": {"float32": -0.0},
    "minus zero in a list": {"floats": [-0.0, 0.0]},
    "least integers": {name: -(2 ** (bits - 1)) for name, bits in _SIGNED.items()},
    "largest signed integers": {name: 2 ** (bits - 1) - 1 for name, bits in _SIGNED.items()},
    "largest unsigned integers but of 64 bits": {
        name: 2**bits - 1 for name, bits in _UNSIGNED.items() if bits < 64
    },
    "2^63": {"uint64": 2**63},
    "2^64 - 1": {"uint64": 2**64 - 1},
    "2^53 + 1": {"int64": 2**53 + 1, "uint64": 2**53 + 1},
    "2^64 - 1 in a map": {"counts": {"all": 2**64 - 1}},
    "largest floats": {"float64": 1.7976931348623157e308, "float32": 3.4028234663852886e38},
    "smallest floats": {"float64": 5e-324, "float32": 1.401298464324817e-45},
    "floats that are whole": {"float64": 1e15, "float32": 16777216.0, "floats": [1.0, 1e22, 1e300]},
    "floats that round": {"float64": 0.1, "float32": 0.1, "floats": [1 / 3, 9007199254740993.0]},
    "empty text": {"text": ""},
    "the character NUL": {"text": "\0", "texts": ["a\0b"]},
    "control characters": {"text": "".join(map(chr, range(1, 32))) + "\x7f\x85\u2028\u2029"},
    "a byte order mark": {"text": "\ufeffx"},
    "beyond 16 bits": {"text": "\U0001f600\U0010ffff", "texts": ["\U00010000"]},
    "quotes and backslashes": {"text": "\"\\/'<>&{}[]`%$"},
    "text that looks like a number": {"text": "1e5", "texts": ["true", "null", "~", "0x10", "-"]},
    "white space": {"text": " \t\r\n ", "texts": [" leading", "trailing ", "\n"]},
    "long text": {"text": "x" * 70_000},
    "no bytes": {"data": b""},
    "every byte": {"data": bytes(range(256))},
    "bytes of three lengths": {"data": b"a", "maybe_data": b"ab"},
    "holes": {"holes": [None, 1, None]},
    "nothing but holes": {"holes": [None]},
    "lists of nothing": {"lists": [[], [1], []]},
    "a list of empty text": {"texts": ["", ""]},
    "an empty key": {"table": {"": "empty"}},
    "a key with the character NUL": {"table": {"a\0b": "x"}},
    "keys in no order": {"table": {"b": "2", "a": "1", "\U00010000": "4", "\uffff": "3"}},
    "keys that are numbers": {"table": {"10": "x", "9": "y", "-1": "z", "01": "w"}},
    "keys with a meaning": {"table": dict.fromkeys(_MEANINGFUL, "x")},
    "keys of spaces and marks": {"table": {" ": "1", "a.b": "2", "a/b": "3", '"': "4", "é": "5"}},
    "many entries": {"counts": {f"key {i}": i for i in range(300)}},
}


def generate(_seed: int) -> Iterator[Edges]:
    for case, parts in cycle(CASES.items()):
        yield Edges(case, **parts)


WORKLOADS = (
    Workload(
        name="edges",
        title="Values on the edges of formats, each by name",
        root=Edges,
        default_count=len(CASES),
        study=None,
        generate=generate,
    ),
)
