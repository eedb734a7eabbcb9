# ---
# library = "json"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model", "reference", "core"]
# unions = "the value"
# page = "https://docs.python.org/3/library/json.html"
# generate = ["json"]
# [types]
# bigint = "number"
# absent = "no member"
# ---
"""The standard library's, with the separators that its documentation names for compact text."""

from json import JSONDecoder, JSONEncoder

from serbench_driver import Codec
from serbench_schema import json as conversions


class Json(Codec):
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)

    def __init__(self) -> None:
        # What json.dumps would make anew for each call with other settings than its own.
        self._to_text = JSONEncoder(
            ensure_ascii=False, check_circular=False, separators=(",", ":")
        ).encode
        self._of_text = JSONDecoder().decode

    def encode(self, value):
        return self._to_text(value).encode()

    def decode(self, data):
        return self._of_text(data.decode())
