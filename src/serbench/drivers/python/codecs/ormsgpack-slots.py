# ---
# library = "ormsgpack"
# released = "2026-11-08"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://github.com/aviramha/ormsgpack#dataclass"
# generate = ["plain", "slotted"]
# packages = ["ormsgpack==1.13.1"]
# unsupported = ["names"]
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
"""As `ormsgpack`, on dataclasses with slots."""

import ormsgpack
from serbench_driver import Codec
from serbench_schema import mappings, of_slotted


class OrmsgpackSlots(Codec):
    populate = staticmethod(of_slotted.to)
    # What it writes of a datetime or a UUID it reads as text.
    convert = staticmethod(getattr(mappings, "back_of_text", mappings.back))
    encode = staticmethod(ormsgpack.packb)
    decode = staticmethod(ormsgpack.unpackb)
