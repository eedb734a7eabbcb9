# ---
# library = "pydantic"
# released = "2026-11-05"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://docs.pydantic.dev/latest/concepts/type_adapter/"
# generate = ["fitted"]
# limits = ["NaN and infinities"]
# packages = ["pydantic==2.14.3"]
# # Bytes are base64 of another alphabet, for URLs.
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
# duration_s = "ISO 8601 text with years"
# duration_ms = "ISO 8601 text with years"
# duration_us = "ISO 8601 text with years"
# decimal = "text of Decimal"
# uuid = "string"
# bigint = "number"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# keys = "object"
# ---
"""On dataclasses, whose fields have no other names, by an adapter that is made once."""

from pydantic import TypeAdapter
from serbench_driver import Codec
from serbench_schema import fitted


class Pydantic(Codec):
    populate = fitted.to and staticmethod(fitted.to)
    convert = fitted.back and staticmethod(fitted.back)

    def __init__(self) -> None:
        adapter = TypeAdapter(fitted.Root)
        self.encode, self.decode = adapter.dump_json, adapter.validate_json
