# ---
# library = "python-rapidjson"
# released = "2026-09-06"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# unions = "the value"
# page = "https://python-rapidjson.readthedocs.io/en/latest/benchmarks.html"
# generate = ["json"]
# limits = ["NaN and infinities"]
# packages = ["python-rapidjson==1.25"]
# [types]
# absent = "no member"
# ---
"""As its benchmarks have it: an Encoder and a Decoder that are made once, numbers written natively.
A Decoder with native numbers would read one float in ten as the one beside it."""

import rapidjson
from serbench_driver import Codec
from serbench_schema import json as conversions


class PythonRapidjson(Codec):
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)

    def __init__(self) -> None:
        self._to_text = rapidjson.Encoder(ensure_ascii=False, number_mode=rapidjson.NM_NATIVE)
        self.decode = rapidjson.Decoder()

    def encode(self, value):
        return self._to_text(value).encode()
