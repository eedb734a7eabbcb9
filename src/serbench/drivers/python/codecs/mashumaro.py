# ---
# library = "mashumaro"
# released = "2026-09-30"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/Fatal1ty/mashumaro#orjson-library"
# generate = ["fitted"]
# limits = ["NaN and infinities"]
# packages = ["mashumaro==3.23", "orjson==3.13.0"]
# # Bytes are base64 with line feeds.
# unsupported = ["names", "bytes"]
# # No times with fractions: orjson writes 00:00:00.093 as 00:00:00.93000.
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# decimal = "text of Decimal"
# uuid = "string"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# ---
"""Its codecs for orjson, made once for the type."""

from mashumaro.codecs.orjson import ORJSONDecoder, ORJSONEncoder
from serbench_driver import Codec
from serbench_schema import fitted


class Mashumaro(Codec):
    populate = fitted.to and staticmethod(fitted.to)
    convert = fitted.back and staticmethod(fitted.back)

    def __init__(self) -> None:
        self.encode = ORJSONEncoder(fitted.Root).encode
        self.decode = ORJSONDecoder(fitted.Root).decode
