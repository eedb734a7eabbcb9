# ---
# library = "msgpack"
# released = "2026-10-26"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://msgpack-python.readthedocs.io/en/latest/api.html"
# generate = ["plain", "native"]
# packages = ["msgpack==1.2.4"]
# [types]
# timestamp_s_utc = "timestamp extension"
# timestamp_ms_utc = "timestamp extension"
# timestamp_us_utc = "timestamp extension"
# keys = "map"
# absent = "no member"
# ---
"""A Packer that is made once and reuses its buffer."""

from functools import partial

from msgpack import Packer, unpackb
from serbench_driver import Codec
from serbench_schema import mappings, native

# Timestamps as datetimes, both ways; keys of any type.
WRITING = {"datetime": True} if native.TYPES else {}
OPTIONS = ({"timestamp": 3} if native.TYPES else {}) | (
    {"strict_map_key": False} if native.HAS_TYPED_MAPS else {}
)
READING = partial(unpackb, **OPTIONS) if OPTIONS else unpackb


class Msgpack(Codec):
    populate = staticmethod(mappings.to)
    convert = staticmethod(mappings.back)
    decode = staticmethod(READING)

    def __init__(self) -> None:
        self.encode = Packer(**WRITING).pack
