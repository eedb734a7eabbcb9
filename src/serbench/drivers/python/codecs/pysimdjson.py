# ---
# library = "pysimdjson"
# released = "2025-06-28"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# unions = "the value"
# page = "https://pysimdjson.tkte.ch/performance.html"
# generate = ["json", "lookups"]
# limits = ["NaN and infinities"]
# packages = ["pysimdjson==7.0.2"]
# [types]
# absent = "no member"
# ---
"""Reads alone, with a parser that is kept, as the page advises; the standard library writes."""

from json import JSONEncoder

from serbench_driver import Codec
from serbench_schema import json as conversions
from serbench_schema import lookups
from simdjson import Parser


class Pysimdjson(Codec):
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)

    def __init__(self) -> None:
        self._parse = Parser().parse
        self._to_text = JSONEncoder(
            ensure_ascii=False, check_circular=False, separators=(",", ":")
        ).encode

    def encode(self, value):
        return self._to_text(value).encode()

    def decode(self, data):
        return self._parse(data, True)

    if lookups.access:

        def access(self, data):
            """By its objects over the parsed text, which must be gone before the next one."""
            return lookups.access(self._parse(data))
