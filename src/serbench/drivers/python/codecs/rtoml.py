# ---
# library = "rtoml"
# released = "2026-10-12"
# format = "toml"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://github.com/samuelcolvin/rtoml#usage"
# generate = ["plain"]
# packages = ["rtoml==0.14.0"]
# # It has no null: an absent optional is left out, which only a record allows; and no bytes.
# unsupported = ["bytes", "list<optional>", "map<optional>"]
# [types]
# date = "local date"
# time_s = "local time"
# time_ms = "local time"
# time_us = "local time"
# timestamp_s = "local date-time"
# timestamp_ms = "local date-time"
# timestamp_us = "local date-time"
# timestamp_s_utc = "offset date-time"
# timestamp_ms_utc = "offset date-time"
# timestamp_us_utc = "offset date-time"
# timestamp_s_offset = "offset date-time"
# timestamp_ms_offset = "offset date-time"
# timestamp_us_offset = "offset date-time"
# ---
"""Absent parts are left out by the library itself. It refuses members of a `StrEnum`."""

import rtoml
from serbench_driver import Codec
from serbench_schema import bare


class Rtoml(Codec):
    populate = staticmethod(bare.to)
    convert = staticmethod(bare.back)

    def encode(self, value):
        return rtoml.dumps(value, none_value=None).encode()

    def decode(self, data):
        return rtoml.loads(data.decode())
