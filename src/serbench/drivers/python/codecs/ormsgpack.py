# ---
# library = "ormsgpack"
# released = "2026-11-08"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://github.com/aviramha/ormsgpack#dataclass"
# generate = ["plain", "native"]
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
# keys = "map"
# absent = "no member"
# ---
"""It writes dataclasses itself, by their attributes' names, and reads dicts."""

from functools import partial

from ormsgpack import OPT_NON_STR_KEYS, packb, unpackb
from serbench_driver import Codec
from serbench_schema import mappings, native

# Keys that are no text, which it refuses else.
OPTION = OPT_NON_STR_KEYS if native.HAS_TYPED_MAPS else None


class Ormsgpack(Codec):
    populate = None if mappings.AS_THEY_ARE else staticmethod(mappings.to)
    # What it writes of a datetime or a UUID it reads as text.
    convert = staticmethod(getattr(mappings, "back_of_text", mappings.back))
    encode = staticmethod(partial(packb, option=OPTION) if OPTION else packb)
    decode = staticmethod(partial(unpackb, option=OPTION) if OPTION else unpackb)
