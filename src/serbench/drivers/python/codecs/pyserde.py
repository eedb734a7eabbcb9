# ---
# library = "pyserde"
# released = "2026-10-21"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://yukinarit.github.io/pyserde/latest/getting-started"
# generate = ["decorated"]
# limits = ["NaN and infinities"]
# packages = ["pyserde==0.34.0", "orjson==3.13.0"]
# # orjson, which it writes with, refuses bytes; its code has names as they are within quotes.
# unsupported = ["bytes", "escapes"]
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
"""Dataclasses with its decorator, whose checks are on, and orjson below it, which the page advises
for speed."""

from serbench_driver import Codec
from serbench_schema import for_pyserde
from serde.json import from_json, to_json


class Pyserde(Codec):
    populate = for_pyserde.to and staticmethod(for_pyserde.to)
    convert = for_pyserde.back and staticmethod(for_pyserde.back)

    def encode(self, value):
        return to_json(value).encode()

    def decode(self, data):
        return from_json(for_pyserde.Root, data)
