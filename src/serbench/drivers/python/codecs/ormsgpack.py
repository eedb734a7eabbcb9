# ---
# library = "ormsgpack"
# released = "2026-11-08"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://github.com/aviramha/ormsgpack#dataclass"
# generate = ["plain"]
# packages = ["ormsgpack==1.13.1"]
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# time_ms = "RFC 3339 text"
# time_us = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# uuid = "string"
# ---
"""It writes dataclasses itself, by their attributes' names, and reads dicts."""

import ormsgpack
from serbench_driver import Codec
from serbench_schema import mappings


class Ormsgpack(Codec):
    populate = None if mappings.AS_THEY_ARE else staticmethod(mappings.to)
    # What it writes of a datetime or a UUID it reads as text.
    convert = staticmethod(getattr(mappings, "back_of_text", mappings.back))
    encode = staticmethod(ormsgpack.packb)
    decode = staticmethod(ormsgpack.unpackb)
