# ---
# library = "orjson"
# released = "2026-10-07"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model", "core"]
# unions = "the value"
# page = "https://github.com/ijl/orjson#dataclass"
# generate = ["json"]
# limits = ["NaN and infinities"]
# packages = ["orjson==3.13.0"]
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
# absent = "no member"
# ---
"""It writes dataclasses itself, by their attributes' names, and reads dicts."""

import orjson
from serbench_driver import Codec
from serbench_schema import json as conversions


class Orjson(Codec):
    populate = None if conversions.AS_THEY_ARE else staticmethod(conversions.to)
    convert = staticmethod(conversions.back)
    encode = staticmethod(orjson.dumps)
    decode = staticmethod(orjson.loads)
