"""The annotations a workload's record types are written with.

    class Origin(msgspec.Struct):
        ip: str
        port: u32

`str`, `bool`, `bytes`, `list[T]`, `dict[str, T]`, `T | None`, `enum.Enum` classes
and other Structs mean what they say; numbers say their width with these.

A union, `i64 | str | list[Origin]`, holds what JSON tells apart: a boolean, one sort of number, one
of text, one list, one record or map.

`raw_json` is a string that holds the JSON text of a value of any type: what a file has at this
place, be it a number, a list or a string, becomes its compact text.

Logical types say what a value means: `date`, `time_ms`, `timestamp_us_utc`, `uuid` and others, by
the words of docs/types.md. Their values in a Struct may be what Python has (`datetime.date`), the
text that JSON has, or lowered. Decimals say how many digits they have, and how many of these stand
behind the point:

    price: Annotated[Decimal, decimal(12, 2)]

A map whose keys are no text is a dict, `dict[i64, str]`, or a list of records with the fields `key`
and `value`, so that the record has a name: `Annotated[list[Entry], map_entries]`.

A field for which absent and null are two things: `Annotated[str | None, tells_absent]`. In a
Struct, `msgspec.UNSET` is absent; its annotation is `str | None | msgspec.UnsetType` then.

A field whose name in JSON is not its name in Python says so with
`msgspec.field(name="…")`, or with `wire` where msgspec refuses the name (a quote, a
backslash or a control character is in it):

    quoted: Annotated[str, wire("\x22")]
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

i8 = Annotated[int, Meta(ge=-(2**7), le=2**7 - 1)]
u8 = Annotated[int, Meta(ge=0, le=2**8 - 1)]
i16 = Annotated[int, Meta(ge=-(2**15), le=2**15 - 1)]
u16 = Annotated[int, Meta(ge=0, le=2**16 - 1)]
i32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
u32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]
i64 = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
# msgspec takes no bound beyond an int64; the upper end is checked by `serbench.schema.digest`.
u64 = Annotated[int, Meta(ge=0, extra={"serbench": "u64"})]
f32 = Annotated[float, Meta(extra={"serbench": "f32"})]
f64 = float
raw_json = Annotated[str, Meta(extra={"serbench": "raw-json"})]


def _logical(word: str) -> Meta:
    return Meta(extra={"serbench": word})


def decimal(precision: int, scale: int) -> Meta:
    """Annotates a decimal: at most so many digits, and how many of them stand behind the point."""
    return _logical(f"decimal({precision}, {scale})")


date = Annotated[Any, _logical("date")]
time_s = Annotated[Any, _logical("time_s")]
time_ms = Annotated[Any, _logical("time_ms")]
time_us = Annotated[Any, _logical("time_us")]
time_ns = Annotated[Any, _logical("time_ns")]
timestamp_s = Annotated[Any, _logical("timestamp_s")]
timestamp_ms = Annotated[Any, _logical("timestamp_ms")]
timestamp_us = Annotated[Any, _logical("timestamp_us")]
timestamp_ns = Annotated[Any, _logical("timestamp_ns")]
timestamp_s_utc = Annotated[Any, _logical("timestamp_s_utc")]
timestamp_ms_utc = Annotated[Any, _logical("timestamp_ms_utc")]
timestamp_us_utc = Annotated[Any, _logical("timestamp_us_utc")]
timestamp_ns_utc = Annotated[Any, _logical("timestamp_ns_utc")]
timestamp_s_offset = Annotated[Any, _logical("timestamp_s_offset")]
timestamp_ms_offset = Annotated[Any, _logical("timestamp_ms_offset")]
timestamp_us_offset = Annotated[Any, _logical("timestamp_us_offset")]
timestamp_ns_offset = Annotated[Any, _logical("timestamp_ns_offset")]
duration_s = Annotated[Any, _logical("duration_s")]
duration_ms = Annotated[Any, _logical("duration_ms")]
duration_us = Annotated[Any, _logical("duration_us")]
duration_ns = Annotated[Any, _logical("duration_ns")]
uuid = Annotated[Any, _logical("uuid")]
bigint = Annotated[Any, _logical("bigint")]
map_entries = Meta(extra={"serbench": "map-entries"})
tells_absent = Meta(extra={"absent": "tells-absent"})


def wire(name: str) -> Meta:
    """Annotates a field with its name in JSON, which may be any text."""
    return Meta(extra={"wire": name})
