# ---
# library = "msgspec"
# format = "msgpack-named"
# wire = "msgpack-named"
# traits = ["binary", "self-describing", "own-model", "core"]
# page = "https://jcristharif.com/msgspec/perf-tips.html"
# generate = ["msgspec"]
# packages = ["msgspec==0.22.0"]
# unsupported = ["escapes"]
# ---
"""On Structs; an Encoder and a Decoder of the type that are made once, as the page advises."""

from msgspec import msgpack
from serbench_driver import Codec
from serbench_schema import of_structs, structs


class MsgspecMsgpack(Codec):
    populate = staticmethod(of_structs.to)
    convert = staticmethod(of_structs.back)

    def __init__(self) -> None:
        self.encode = msgpack.Encoder().encode
        self.decode = msgpack.Decoder(structs.Root).decode
