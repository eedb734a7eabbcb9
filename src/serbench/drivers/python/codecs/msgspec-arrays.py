# ---
# library = "msgspec"
# released = "2026-09-29"
# format = "msgpack-arrays"
# wire = "msgpack-arrays"
# traits = ["binary", "schema", "own-model"]
# page = "https://jcristharif.com/msgspec/perf-tips.html#use-array-like-structs"
# generate = ["msgspec"]
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
# timestamp_s_utc = "timestamp extension"
# timestamp_ms_utc = "timestamp extension"
# timestamp_us_utc = "timestamp extension"
# duration_s = "ISO 8601 text"
# duration_ms = "ISO 8601 text"
# duration_us = "ISO 8601 text"
# decimal = "text of Decimal"
# uuid = "string"
# keys = "map"
# ---
"""Structs as arrays of their fields; as `msgspec-msgpack` otherwise."""

from msgspec import msgpack
from serbench_driver import Codec
from serbench_schema import arrays, of_arrays


class MsgspecArrays(Codec):
    populate = staticmethod(of_arrays.to)
    convert = staticmethod(of_arrays.back)

    def __init__(self) -> None:
        self._encode_into = msgpack.Encoder().encode_into
        self._buffer = bytearray()
        self.decode = msgpack.Decoder(arrays.Root).decode

    def encode(self, value):
        self._encode_into(value, self._buffer)
        return self._buffer
