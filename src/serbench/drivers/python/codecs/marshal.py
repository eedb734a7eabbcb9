# ---
# library = "marshal"
# format = "marshal"
# traits = ["binary", "schema", "own-model", "unchecked"]
# page = "https://docs.python.org/3/library/marshal.html"
# generate = ["plain"]
# [types]
# bigint = "integer"
# keys = "map"
# ---
"""Lists of parts, which is the least that it can be given."""

from marshal import dumps, loads

from serbench_driver import Codec
from serbench_schema import sequences


class Marshal(Codec):
    populate = staticmethod(sequences.to)
    convert = staticmethod(sequences.back)
    encode = staticmethod(dumps)
    decode = staticmethod(loads)
