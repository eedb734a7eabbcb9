# ---
# library = "dacite"
# released = "2025-02-05"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/konradhalas/dacite#type-checking"
# generate = ["fitted", "native"]
# packages = ["dacite==1.9.2"]
# unsupported = ["names"]
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# time_ms = "RFC 3339 text"
# time_us = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# decimal = "text of Decimal"
# uuid = "string"
# bigint = "number"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# ---
"""Reads alone, from dicts, and without its checks of types, which the page trades for speed; the
standard library writes, by `asdict` of dataclasses."""

from binascii import a2b_base64, b2a_base64
from dataclasses import asdict
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from json import JSONDecoder, JSONEncoder
from uuid import UUID

from dacite import Config, from_dict
from serbench_driver import Codec
from serbench_schema import native
from serbench_schema.fitted import Root, back, to

OF_LOGICAL_TYPES = {
    date: date.fromisoformat,
    datetime: datetime.fromisoformat,
    time: time.fromisoformat,
    Decimal: Decimal,
    UUID: UUID,
}
HOOKS = {bytes: a2b_base64} | (OF_LOGICAL_TYPES if native.TYPES else {})


def base64(data):
    return b2a_base64(data, newline=False).decode()


def text_of(value):
    match value:
        case bytes():
            return base64(value)
        case date() | time():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
        case _:
            raise TypeError(f"there is no JSON of a {type(value).__name__}")


class Dacite(Codec):
    populate = to and staticmethod(to)
    convert = back and staticmethod(back)

    def __init__(self) -> None:
        self._config = Config(cast=[StrEnum], type_hooks=HOOKS, check_types=False)
        self._to_text = JSONEncoder(
            ensure_ascii=False,
            check_circular=False,
            separators=(",", ":"),
            default=text_of if native.TYPES else base64,
        ).encode
        self._of_text = JSONDecoder().decode

    def encode(self, value):
        return self._to_text(asdict(value)).encode()

    def decode(self, data):
        return from_dict(Root, self._of_text(data.decode()), self._config)
