# ---
# library = "struct"
# format = "struct"
# traits = ["binary", "schema", "hand-written", "core"]
# page = "https://docs.python.org/3/library/struct.html"
# generate = ["packed"]
# ---
"""Code for the schema alone, with nothing but the standard library's `struct`."""

from serbench_driver import Codec
from serbench_schema import packed


class Struct(Codec):
    def encode(self, value):
        out = bytearray()
        packed.write(value, out)
        return out

    def decode(self, data):
        value, end = packed.read(data, 0)
        if end != len(data):
            raise ValueError(f"{len(data) - end} bytes are left over")
        return value
