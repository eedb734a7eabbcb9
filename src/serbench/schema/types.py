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

A field whose name in JSON is not its name in Python says so with
`msgspec.field(name="…")`, or with `wire` where msgspec refuses the name (a quote, a
backslash or a control character is in it):

    quoted: Annotated[str, wire("\x22")]
"""

from __future__ import annotations

from typing import Annotated

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


def wire(name: str) -> Meta:
    """Annotates a field with its name in JSON, which may be any text."""
    return Meta(extra={"wire": name})
