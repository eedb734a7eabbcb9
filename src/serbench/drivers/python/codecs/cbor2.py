# ---
# library = "cbor2"
# released = "2026-11-13"
# format = "cbor"
# wire = "cbor"
# traits = ["binary", "self-describing", "own-model", "core"]
# page = "https://cbor2.readthedocs.io/en/latest/usage.html"
# generate = ["plain"]
# packages = ["cbor2==6.3.0"]
# [types]
# date = "tag 1004"
# timestamp_s_utc = "tag 0"
# timestamp_ms_utc = "tag 0"
# timestamp_us_utc = "tag 0"
# timestamp_s_offset = "tag 0"
# timestamp_ms_offset = "tag 0"
# timestamp_us_offset = "tag 0"
# decimal = "tag 4"
# uuid = "tag 37"
# bigint = "integer, or tags 2 and 3"
# keys = "map"
# absent = "no member"
# ---

from cbor2 import dumps, loads
from serbench_driver import Codec
from serbench_schema import mappings


class Cbor2(Codec):
    populate = staticmethod(mappings.to)
    convert = staticmethod(mappings.back)
    encode = staticmethod(dumps)
    decode = staticmethod(loads)
