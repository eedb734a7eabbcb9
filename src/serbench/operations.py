"""What is timed of a codec: every operation once, with all that the rest asks of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Operation:
    """`does` is for people. `block` names what is measured side by side, since its figures will be
    compared with each other. A `primary` operation is a whole direction; a `part` is a piece of the
    primary one that it names. What is not `by_default` is built and measured only if asked for."""

    name: str
    does: str
    block: str
    primary: bool = False
    part_of: str = ""
    by_default: bool = True


# In the order of tables.
OPERATIONS = (
    Operation("serialize", "plain value → bytes, timed as one", "writing", primary=True),
    Operation("deserialize", "bytes → a new plain value, timed as one", "reading", primary=True),
    Operation(
        "populate",
        "plain value → the codec's input object; a deep copy where it has none of its own",
        "populating",
        part_of="serialize",
    ),
    Operation("encode", "input object → bytes", "writing", part_of="serialize"),
    Operation(
        "decode", "bytes → a new output object that owns its data", "reading", part_of="deserialize"
    ),
    Operation(
        "convert",
        "output object → plain value (codecs with a model of their own)",
        "reading",
        part_of="deserialize",
    ),
    Operation(
        "borrow",
        "bytes → an object that borrows from them (where the library offers it)",
        "reading",
        by_default=False,
    ),
    Operation(
        "access",
        "bytes → one leaf, without decoding the rest (zero-copy codecs)",
        "visiting",
        by_default=False,
    ),
    Operation("read", "bytes → every field visited", "visiting", by_default=False),
    Operation(
        "encode-fresh",
        "input object → bytes, codec and buffer made anew for each value",
        "writing",
        by_default=False,
    ),
    Operation(
        "decode-reused",
        "bytes → the output object of the value before, which keeps its memory",
        "reading",
        by_default=False,
    ),
)
# What `serbench files` does with the codec; `docs/object-files.md` says how.
ON_FILES = (
    Operation("write", "values to a file", "files"),
    Operation("scan", "the file's values in order", "files"),
    Operation("get", "values of the file at random", "files"),
)
# Of an object file's bytes alone, where a study's own time holds no plain values.
FILE_PARTS = (
    Operation("write-io", "what of `write` is not the codec's", "files"),
    Operation("scan-io", "what of `scan` is not the codec's", "files"),
)
# Measured beside all others, for their share of it; no codec has code of its own for it.
MEMCPY = Operation("memcpy", "bytes → bytes by memcpy: the physical limit", "copying")
# Reckoned from the primary operations.
ROUND_TRIP = Operation("round-trip", "serialize and deserialize, summed", "")

NAMES = tuple(operation.name for operation in OPERATIONS)
PRIMARY = tuple(operation.name for operation in OPERATIONS if operation.primary)
PARTS = {
    primary: tuple(operation.name for operation in OPERATIONS if operation.part_of == primary)
    for primary in PRIMARY
}
BY_DEFAULT = tuple(operation.name for operation in OPERATIONS if operation.by_default)
# Each of these touches all of a value, so that copying its bytes bounds it.
WHOLE_VALUE = frozenset((*PRIMARY, "decode", "read"))
# What drivers are built without, since it costs a compiler as much as all the rest.
EXTRA = frozenset(NAMES) - frozenset(BY_DEFAULT)
BLOCKS = tuple(
    tuple(operation.name for operation in (*OPERATIONS, MEMCPY) if operation.block == block)
    for block in dict.fromkeys(operation.block for operation in (*OPERATIONS, MEMCPY))
)
DOES = {
    operation.name: operation.does
    for operation in (*OPERATIONS, ROUND_TRIP, MEMCPY, *ON_FILES, *FILE_PARTS)
}
# Whatever can be timed by itself, in the order of blocks.
TIMED = tuple(name for block in BLOCKS for name in block)
