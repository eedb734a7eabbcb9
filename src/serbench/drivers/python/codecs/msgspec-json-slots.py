# ---
# library = "msgspec"
# released = "2026-09-29"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://jcristharif.com/msgspec/supported-types.html#dataclasses"
# generate = ["slotted"]
# limits = ["NaN and infinities"]
# packages = ["msgspec==0.22.0"]
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
# ---
"""As `msgspec-json-plain`, on dataclasses with slots."""

from msgspec import json
from serbench_driver import Codec
from serbench_schema import of_slotted, slotted


class MsgspecJsonSlots(Codec):
    populate = staticmethod(of_slotted.to)
    convert = staticmethod(of_slotted.back)

    def __init__(self) -> None:
        self._encode_into = json.Encoder().encode_into
        self._buffer = bytearray()
        self.decode = json.Decoder(slotted.Root).decode

    def encode(self, value):
        self._encode_into(value, self._buffer)
        return self._buffer
