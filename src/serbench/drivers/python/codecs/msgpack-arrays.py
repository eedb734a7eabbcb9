# ---
# library = "msgpack"
# released = "2026-10-26"
# format = "msgpack-arrays"
# wire = "msgpack-arrays"
# traits = ["binary", "schema", "own-model"]
# page = "https://msgpack-python.readthedocs.io/en/latest/api.html"
# generate = ["plain"]
# packages = ["msgpack==1.2.4"]
# ---
"""A Packer that is made once and reuses its buffer."""

from msgpack import Packer, unpackb
from serbench_driver import Codec
from serbench_schema import sequences


class MsgpackArrays(Codec):
    populate = staticmethod(sequences.to)
    convert = staticmethod(sequences.back)
    decode = staticmethod(unpackb)

    def __init__(self) -> None:
        self.encode = Packer().pack
