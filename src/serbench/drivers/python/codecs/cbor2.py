# ---
# library = "cbor2"
# released = "2026-11-13"
# format = "cbor"
# wire = "cbor"
# traits = ["binary", "self-describing", "own-model", "core"]
# page = "https://cbor2.readthedocs.io/en/latest/usage.html"
# generate = ["plain"]
# packages = ["cbor2==6.3.0"]
# ---

from cbor2 import dumps, loads
from serbench_driver import Codec
from serbench_schema import mappings


class Cbor2(Codec):
    populate = staticmethod(mappings.to)
    convert = staticmethod(mappings.back)
    encode = staticmethod(dumps)
    decode = staticmethod(loads)
