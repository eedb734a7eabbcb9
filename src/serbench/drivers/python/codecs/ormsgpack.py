# ---
# library = "ormsgpack"
# released = "2026-11-08"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://github.com/aviramha/ormsgpack#dataclass"
# generate = ["plain"]
# packages = ["ormsgpack==1.13.1"]
# ---
"""It writes dataclasses itself, by their attributes' names, and reads dicts."""

import ormsgpack
from serbench_driver import Codec
from serbench_schema import mappings


class Ormsgpack(Codec):
    populate = None if mappings.AS_THEY_ARE else staticmethod(mappings.to)
    convert = staticmethod(mappings.back)
    encode = staticmethod(ormsgpack.packb)
    decode = staticmethod(ormsgpack.unpackb)
