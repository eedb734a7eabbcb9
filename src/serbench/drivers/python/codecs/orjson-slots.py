# ---
# library = "orjson"
# released = "2026-10-07"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://github.com/ijl/orjson#dataclass"
# generate = ["json", "slotted"]
# limits = ["NaN and infinities"]
# packages = ["orjson==3.13.0"]
# unsupported = ["names", "bytes"]
# # No times with fractions: orjson writes 00:00:00.093 as 00:00:00.93000.
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# uuid = "string"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# ---
"""As `orjson`, on dataclasses with slots, which the page says are slower."""

import orjson
from serbench_driver import Codec
from serbench_schema import json as conversions
from serbench_schema import of_slotted


class OrjsonSlots(Codec):
    populate = staticmethod(of_slotted.to)
    convert = staticmethod(conversions.back)
    encode = staticmethod(orjson.dumps)
    decode = staticmethod(orjson.loads)
