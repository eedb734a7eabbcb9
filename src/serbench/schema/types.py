"""The annotations a workload's record types are written with.

    class Origin(msgspec.Struct):
        ip: str
        port: u32

`str`, `bool`, `bytes`, `list[T]`, `dict[str, T]`, `T | None`, `enum.Enum` classes
and other Structs mean what they say; numbers say their width with these.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

i32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
u32 = Annotated[int, Meta(ge=0, le=2**32 - 1)]
i64 = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
# msgspec takes no bound beyond an int64; the upper end is checked by `serbench.schema.digest`.
u64 = Annotated[int, Meta(ge=0, extra={"serbench": "u64"})]
f32 = Annotated[float, Meta(extra={"serbench": "f32"})]
f64 = float
