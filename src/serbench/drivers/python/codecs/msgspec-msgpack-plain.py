# ---
# library = "msgspec"
# released = "2026-09-29"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing"]
# page = "https://jcristharif.com/msgspec/supported-types.html#dataclasses"
# generate = ["fitted"]
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
"""On dataclasses, whose fields have no other names; as `msgspec-msgpack` otherwise."""

from msgspec import msgpack
from serbench_driver import Codec
from serbench_schema import fitted


class MsgspecMsgpackDataclass(Codec):
    populate = fitted.to and staticmethod(fitted.to)
    convert = fitted.back and staticmethod(fitted.back)

    def __init__(self) -> None:
        self._encode_into = msgpack.Encoder().encode_into
        self._buffer = bytearray()
        self.decode = msgpack.Decoder(fitted.Root).decode

    def encode(self, value):
        self._encode_into(value, self._buffer)
        return self._buffer
