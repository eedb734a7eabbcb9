# ---
# library = "protobuf"
# released = "2026-09-17"
# format = "protobuf"
# wire = "protobuf"
# traits = ["binary", "schema", "own-model", "core"]
# page = "https://protobuf.dev/reference/python/python-generated/"
# evolution = "field numbers"
# generate = ["proto"]
# packages = ["protobuf==7.36.2"]
# limits = ["values nested more than 100 messages deep do not decode"]
# ---
"""The implementation in C, upb, which the package brings."""

from serbench_driver import Codec
from serbench_schema import of_messages


class Protobuf(Codec):
    populate = staticmethod(of_messages.to)
    convert = staticmethod(of_messages.back)
    encode = staticmethod(of_messages.Root.SerializeToString)
    decode = staticmethod(of_messages.Root.FromString)
