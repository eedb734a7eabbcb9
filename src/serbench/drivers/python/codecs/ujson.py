# ---
# library = "ujson"
# released = "2026-11-03"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# unions = "the value"
# page = "https://github.com/ultrajson/ultrajson#encoder-options"
# generate = ["json"]
# packages = ["ujson==6.1.0"]
# [types]
# absent = "no member"
# ---

import ujson
from serbench_driver import Codec
from serbench_schema import json as conversions


class Ujson(Codec):
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)
    decode = staticmethod(ujson.loads)

    def encode(self, value):
        return ujson.dumps(value, ensure_ascii=False, escape_forward_slashes=False).encode()
