"""The schema that strictness is tested on, its successor, and their values.

It is as small as will do: what is tested is a library's decoder, whose answer to one string is its
answer to every string. Every format can hold it, so that no cell of the table is empty for want of
a type.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from serbench.schema.model import Enum, EnumRef, Field, Kind, ListOf, Record, Scalar, Schema

# In text, a run of this letter, of two bytes: it is found even where a format cuts text into words
# (Cap'n Proto's packing), and where text of ASCII alone has another form (Kryo).
MARKER = "\u00e9"
MARKERS = 32
# Of one length, so that names and numbers alike can be exchanged in place. The first is not used:
# formats that leave out what is 0 would write another number of bytes.
SYMBOLS = ("alpha", "bravo", "delta")
NO_SYMBOL = "omega"
NUMBER = "number"

_STRING = Scalar(Kind.STRING)

OLD = Schema(
    "strictness",
    "Strictness",
    (
        Record(
            "Strictness",
            (
                Field(NUMBER, Scalar(Kind.I32)),
                Field("text", _STRING),
                Field("flag", Scalar(Kind.BOOL)),
                Field("symbol", EnumRef("Symbol")),
                Field("names", ListOf(_STRING)),
                Field("last", Scalar(Kind.U64)),
            ),
        ),
    ),
    (Enum("Symbol", SYMBOLS),),
)
VALUE: dict[str, Any] = {
    NUMBER: 7,
    "text": MARKER * MARKERS,
    "flag": True,
    "symbol": SYMBOLS[1],
    "names": ["one", "two", "three"],
    "last": 300,
}

# One field more, at the end, where every format with names or numbers lets a schema grow.
_ADDED = Field("added", _STRING)
_ROOT = OLD.records[0]
NEW = replace(OLD, records=(replace(_ROOT, fields=(*_ROOT.fields, _ADDED)),))
NEW_VALUE = VALUE | {_ADDED.name: "new"}
