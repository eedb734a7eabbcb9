# ---
# library = "marshmallow"
# released = "2026-11-04"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://marshmallow.readthedocs.io/en/latest/quickstart.html"
# generate = ["marshmallow"]
# limits = ["NaN and infinities"]
# packages = ["marshmallow==4.4.0", "orjson==3.13.0"]
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# time_ms = "RFC 3339 text"
# time_us = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# decimal = "string"
# uuid = "string"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# absent = "no member"
# ---
"""Schemas of the plain types, made once, which render with orjson by their `render_module`."""

from serbench_driver import Codec
from serbench_schema.schemas import ROOT


class Marshmallow(Codec):
    encode = staticmethod(ROOT.dumps)
    decode = staticmethod(ROOT.loads)
