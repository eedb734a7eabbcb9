# ---
# library = "construct"
# released = "2023-11-29"
# format = "construct"
# traits = ["binary", "schema", "own-model"]
# page = "https://construct.readthedocs.io/en/latest/compilation.html"
# generate = ["construct"]
# packages = ["construct==2.10.70"]
# ---
"""A declared format, compiled as the page has it. Only parsing gets faster by that."""

from serbench_driver import Codec
from serbench_schema import of_construct
from serbench_schema.of_construct import FORMAT


class Construct(Codec):
    populate = staticmethod(of_construct.to)
    convert = staticmethod(of_construct.back)
    encode = staticmethod(FORMAT.build)
    decode = staticmethod(FORMAT.parse)
