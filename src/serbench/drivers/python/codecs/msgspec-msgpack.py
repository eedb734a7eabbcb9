# ---
# library = "msgspec"
# released = "2026-09-29"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing", "own-model", "core"]
# page = "https://jcristharif.com/msgspec/perf-tips.html"
# generate = ["msgspec"]
# packages = ["msgspec==0.22.0"]
# unsupported = ["escapes"]
# ---
"""On Structs, as the page advises: an Encoder, its buffer and a Decoder of the type are kept."""

from msgspec import msgpack
from serbench_driver import Codec
from serbench_schema import of_structs, structs


class MsgspecMsgpack(Codec):
    populate = staticmethod(of_structs.to)
    convert = staticmethod(of_structs.back)

    def __init__(self) -> None:
        self._encode_into = msgpack.Encoder().encode_into
        self._buffer = bytearray()
        self.decode = msgpack.Decoder(structs.Root).decode

    def encode(self, value):
        self._encode_into(value, self._buffer)
        return self._buffer
