# ---
# library = "pycapnp"
# released = "2026-07-03"
# format = "capnproto-packed"
# wire = "capnproto-packed"
# traits = ["binary", "schema", "own-model"]
# page = "https://capnproto.github.io/pycapnp/quickstart.html"
# evolution = "ordinals"
# generate = ["capnp"]
# packages = ["pycapnp==2.2.4"]
# ---
"""Its limits of traversal and nesting are lifted, as they are for other languages."""

from serbench_driver import Codec
from serbench_schema.of_capnp import Root, back, to


class PycapnpPacked(Codec):
    populate = staticmethod(to)
    convert = staticmethod(back)

    def encode(self, message):
        return message.to_bytes_packed()

    def decode(self, data):
        return Root.from_bytes_packed(data, 1 << 61, 1 << 30)
