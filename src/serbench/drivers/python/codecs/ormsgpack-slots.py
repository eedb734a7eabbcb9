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
# ---
"""As `ormsgpack`, on dataclasses with slots."""

import ormsgpack
from serbench_driver import Codec
from serbench_schema import mappings, of_slotted


class OrmsgpackSlots(Codec):
    populate = staticmethod(of_slotted.to)
    convert = staticmethod(mappings.back)
    encode = staticmethod(ormsgpack.packb)
    decode = staticmethod(ormsgpack.unpackb)
