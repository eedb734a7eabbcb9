# ---
# library = "mashumaro"
# released = "2026-09-30"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/Fatal1ty/mashumaro#orjson-library"
# limits = ["NaN and infinities"]
# packages = ["mashumaro==3.23", "orjson==3.13.0"]
# # Bytes are base64 with line feeds.
# unsupported = ["names", "bytes"]
# ---
"""Its codecs for orjson, made once for the type."""

from mashumaro.codecs.orjson import ORJSONDecoder, ORJSONEncoder
from serbench_driver import Codec
from serbench_schema.types import Root


class Mashumaro(Codec):
    def __init__(self) -> None:
        self.encode = ORJSONEncoder(Root).encode
        self.decode = ORJSONDecoder(Root).decode
