# ---
# library = "msgspec"
# released = "2026-09-29"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://jcristharif.com/msgspec/supported-types.html#dataclasses"
# limits = ["NaN and infinities"]
# packages = ["msgspec==0.22.0"]
# unsupported = ["names"]
# ---
"""On dataclasses, whose fields have no other names; as `msgspec-json` otherwise."""

from msgspec import json
from serbench_driver import Codec
from serbench_schema import types


class MsgspecJsonDataclass(Codec):
    def __init__(self) -> None:
        self._encode_into = json.Encoder().encode_into
        self._buffer = bytearray()
        self.decode = json.Decoder(types.Root).decode

    def encode(self, value):
        self._encode_into(value, self._buffer)
        return self._buffer
