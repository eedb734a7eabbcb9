"""The plain scalars."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The scalar kinds. The value is the name used in files and messages."""

    BOOL = "bool"
    I8 = "i8"
    I16 = "i16"
    I32 = "i32"
    I64 = "i64"
    U8 = "u8"
    U16 = "u16"
    U32 = "u32"
    U64 = "u64"
    F32 = "f32"
    F64 = "f64"
    STRING = "string"
    BYTES = "bytes"


INTEGER_RANGE: dict[Kind, tuple[int, int]] = {
    Kind.I8: (-(2**7), 2**7 - 1),
    Kind.U8: (0, 2**8 - 1),
    Kind.I16: (-(2**15), 2**15 - 1),
    Kind.U16: (0, 2**16 - 1),
    Kind.I32: (-(2**31), 2**31 - 1),
    Kind.U32: (0, 2**32 - 1),
    Kind.I64: (-(2**63), 2**63 - 1),
    Kind.U64: (0, 2**64 - 1),
}
