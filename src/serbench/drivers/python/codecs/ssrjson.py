# ---
# library = "ssrjson"
# released = "2026-10-02"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# unions = "the value"
# page = "https://github.com/Antares0982/ssrJSON#usage"
# generate = ["json"]
# packages = ["ssrjson==0.0.24"]
# [types]
# absent = "no member"
# ---

import ssrjson
from serbench_driver import Codec
from serbench_schema import json as conversions


class Ssrjson(Codec):
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)
    encode = staticmethod(ssrjson.dumps_to_bytes)
    decode = staticmethod(ssrjson.loads)
