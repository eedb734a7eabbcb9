# ---
# library = "msgspec"
# released = "2026-09-29"
# format = "msgpack"
# wire = "msgpack"
# traits = ["binary", "self-describing"]
# page = "https://jcristharif.com/msgspec/supported-types.html#dataclasses"
# packages = ["msgspec==0.22.0"]
# unsupported = ["names"]
# ---
"""On dataclasses, whose fields have no other names; as `msgspec-msgpack` otherwise."""

from msgspec import msgpack
from serbench_driver import Codec
from serbench_schema import types


class MsgspecMsgpackDataclass(Codec):
    def __init__(self) -> None:
        self._encode_into = msgpack.Encoder().encode_into
        self._buffer = bytearray()
        self.decode = msgpack.Decoder(types.Root).decode

    def encode(self, value):
        self._encode_into(value, self._buffer)
        return self._buffer
