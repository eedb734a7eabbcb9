# ---
# library = "msgspec"
# released = "2026-09-29"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# unions = "the value"
# page = "https://jcristharif.com/msgspec/perf-tips.html"
# generate = ["msgspec"]
# limits = ["NaN and infinities"]
# packages = ["msgspec==0.22.0"]
# unsupported = ["escapes"]
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# time_ms = "RFC 3339 text"
# time_us = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# duration_s = "ISO 8601 text"
# duration_ms = "ISO 8601 text"
# duration_us = "ISO 8601 text"
# decimal = "text of Decimal"
# uuid = "string"
# bigint = "number"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# integer_keys = "object"
# enum_keys = "object"
# uuid_keys = "object"
# text_keys = "object"
# absent = "no member"
# ---
"""On Structs, as the page advises: an Encoder, its buffer and a Decoder of the type are kept."""

from msgspec import json
from serbench_driver import Codec
from serbench_schema import of_structs, structs


class MsgspecJson(Codec):
    populate = staticmethod(of_structs.to)
    convert = staticmethod(of_structs.back)

    def __init__(self) -> None:
        self._encode_into = json.Encoder().encode_into
        self._buffer = bytearray()
        self.decode = json.Decoder(structs.Root).decode

    def encode(self, value):
        self._encode_into(value, self._buffer)
        return self._buffer
