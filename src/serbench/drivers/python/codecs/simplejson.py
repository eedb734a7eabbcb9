# ---
# library = "simplejson"
# released = "2026-11-10"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# unions = "the value"
# page = "https://simplejson.readthedocs.io/en/latest/#simplejson.JSONEncoder"
# generate = ["json"]
# limits = ["NaN and infinities"]
# packages = ["simplejson==4.3.0"]
# [types]
# bigint = "number"
# absent = "no member"
# ---
"""With its speedups in C, an encoder that is made once and the separators of compact text."""

import simplejson
from serbench_driver import Codec
from serbench_schema import json as conversions
from simplejson import encoder, scanner

# Without its extension, it would be another library by the same name.
assert encoder.c_make_encoder, "no speedups in C"
assert scanner.c_make_scanner, "no speedups in C"


class Simplejson(Codec):
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)

    def __init__(self) -> None:
        # What simplejson.dumps would make anew for each call with other settings than its own.
        self._to_text = simplejson.JSONEncoder(
            ensure_ascii=False, check_circular=False, separators=(",", ":")
        ).encode
        self._of_text = simplejson.JSONDecoder().decode

    def encode(self, value):
        return self._to_text(value).encode()

    def decode(self, data):
        return self._of_text(data.decode())
