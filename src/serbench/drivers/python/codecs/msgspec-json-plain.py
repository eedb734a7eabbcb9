# ---
# library = "msgspec"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://jcristharif.com/msgspec/supported-types.html#dataclasses"
# packages = ["msgspec==0.22.0"]
# unsupported = ["names"]
# ---
"""On dataclasses, whose fields have no other names."""

from msgspec import json
from serbench_driver import Codec
from serbench_schema import types


class MsgspecJsonDataclass(Codec):
    def __init__(self) -> None:
        self.encode = json.Encoder().encode
        self.decode = json.Decoder(types.Root).decode
