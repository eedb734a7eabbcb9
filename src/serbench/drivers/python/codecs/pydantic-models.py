# ---
# library = "pydantic"
# released = "2026-11-05"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://docs.pydantic.dev/latest/concepts/models/"
# generate = ["pydantic"]
# limits = ["NaN and infinities"]
# packages = ["pydantic==2.14.3"]
# # Bytes are base64 of another alphabet, for URLs.
# unsupported = ["bytes"]
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
# absent = "no member"
# ---
"""Models, made and checked anew from plain values. An adapter's `dump_json` gives bytes; that of
models gives text, which would have to be encoded."""

from pydantic import TypeAdapter
from serbench_driver import Codec
from serbench_schema import of_models
from serbench_schema.models import Root


class PydanticModels(Codec):
    populate = staticmethod(of_models.to)
    convert = staticmethod(of_models.back)
    encode = staticmethod(TypeAdapter(Root).dump_json)
    decode = staticmethod(Root.model_validate_json)
