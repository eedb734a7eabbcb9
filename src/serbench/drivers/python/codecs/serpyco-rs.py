# ---
# library = "serpyco-rs"
# released = "2026-09-22"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/ermakov-oleg/serpyco-rs#json"
# generate = ["fitted"]
# limits = ["NaN and infinities"]
# packages = ["serpyco-rs==1.23.0"]
# unsupported = ["names", "bytes"]
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
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# ---
"""Its Serializer, made once for the type, with its own JSON, as its benchmarks of bytes have it."""

from serbench_driver import Codec
from serbench_schema import fitted
from serpyco_rs import JSON, Serializer


class SerpycoRs(Codec):
    populate = fitted.to and staticmethod(fitted.to)
    convert = fitted.back and staticmethod(fitted.back)

    def __init__(self) -> None:
        serializer = Serializer(fitted.Root, codec=JSON)
        self.encode, self.decode = serializer.dump, serializer.load
