# ---
# library = "serpyco-rs"
# released = "2026-09-22"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://github.com/ermakov-oleg/serpyco-rs#json"
# generate = ["slotted"]
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
"""As `serpyco-rs`, on dataclasses with slots, which it reads and fills sooner."""

from serbench_driver import Codec
from serbench_schema import of_slotted, slotted
from serpyco_rs import JSON, Serializer


class SerpycoRsSlots(Codec):
    populate = staticmethod(of_slotted.to)
    convert = staticmethod(of_slotted.back)

    def __init__(self) -> None:
        serializer = Serializer(slotted.Root, codec=JSON)
        self.encode, self.decode = serializer.dump, serializer.load
