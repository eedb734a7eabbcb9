# ---
# library = "plistlib"
# format = "plist"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://docs.python.org/3/library/plistlib.html"
# generate = ["plain"]
# # It has no null: an absent optional is left out, which only a record allows.
# unsupported = ["list<optional>", "map<optional>"]
# limits = ["-0.0 becomes 0.0"]
# ---
"""Binary property lists."""

from plistlib import FMT_BINARY, dumps, loads

from serbench_driver import Codec, has_minus_zero
from serbench_schema import sparse


class Plistlib(Codec):
    populate = staticmethod(sparse.to)
    convert = staticmethod(sparse.back)

    def encode(self, value):
        return dumps(value, fmt=FMT_BINARY, sort_keys=False)

    def decode(self, data):
        return loads(data, fmt=FMT_BINARY)

    def explain(self, value):
        """Equal numbers are written once, and 0.0 equals -0.0."""
        return "-0.0 beside 0.0" if has_minus_zero(value) else ""
