# ---
# library = "tomli-w"
# released = "2025-01-15"
# format = "toml"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://github.com/hukkin/tomli#usage"
# generate = ["plain"]
# packages = ["tomli-w==1.2.0", "tomli==2.5.0"]
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
"""Written by tomli-w, read by tomli, whose wheels are compiled; the standard library's copy of it,
`tomllib`, is not."""

import tomli
import tomli_w
from serbench_driver import Codec
from serbench_schema import sparse


class Toml(Codec):
    populate = staticmethod(sparse.to)
    convert = staticmethod(sparse.back)

    def encode(self, value):
        return tomli_w.dumps(value).encode()

    def decode(self, data):
        return tomli.loads(data.decode())
