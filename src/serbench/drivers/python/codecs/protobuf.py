# ---
# library = "protobuf"
# released = "2026-09-17"
# format = "protobuf"
# wire = "protobuf"
# traits = ["binary", "schema", "own-model", "core"]
# page = "https://protobuf.dev/reference/python/python-generated/"
# evolution = "field numbers"
# types = { timestamp_utc = "google.protobuf.Timestamp", duration = "google.protobuf.Duration" }
# generate = ["proto"]
# packages = ["protobuf==7.36.2"]
# limits = ["values nested more than 100 messages deep do not decode"]
# ---
"""The implementation in C, upb, which the package brings. Methods are looked up at each call, as in
any program: it looks for a field of that name before, which takes as long as a small message."""

from operator import methodcaller

from serbench_driver import Codec
from serbench_schema.of_messages import Root, back, to


class Protobuf(Codec):
    populate = staticmethod(to)
    convert = staticmethod(back)
    encode = staticmethod(methodcaller("SerializeToString"))

    def decode(self, data):
        return Root.FromString(data)
