# ---
# library = "json"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://docs.python.org/3/library/json.html"
# generate = ["json"]
#
# # What serbench writes from the schema: `json` has conversions to dicts and back, `plain` the same
# # with bytes as they are, `msgspec` and `pydantic` classes of these libraries.
# # Packages of PyPI at their versions; the first one's is shown:
# # packages = ["mylib==1.2.3"]
# # A working copy, by a path relative to this file:
# # paths = ["../mylib/src"]
# ---
"""A codec of the standard library's json, to be replaced by yours. The front matter above says what
it is; one that names a wire that serbench knows is proven against all others of that wire."""

import json

from serbench_driver import Codec
from serbench_schema import json as conversions


class OwnCodec(Codec):
    # A library that takes and gives dataclasses needs neither of these two.
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)
    decode = staticmethod(json.loads)

    def encode(self, value):
        return json.dumps(value, separators=(",", ":")).encode()
