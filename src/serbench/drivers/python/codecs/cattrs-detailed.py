# ---
# library = "cattrs"
# released = "2026-09-26"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://catt.rs/en/stable/validation.html#detailed-validation"
# limits = ["NaN and infinities"]
# packages = ["cattrs==26.2.1", "orjson==3.13.0"]
# # Bytes are base85.
# unsupported = ["names", "bytes"]
# ---
"""As `cattrs`, with the validation that is its default: an error names each place that is wrong."""

from cattrs.preconf.orjson import make_converter
from serbench_driver import Codec
from serbench_schema.types import Root


class CattrsDetailed(Codec):
    def __init__(self) -> None:
        self._converter = make_converter()

    def encode(self, value):
        return self._converter.dumps(value)

    def decode(self, data):
        return self._converter.loads(data, Root)
