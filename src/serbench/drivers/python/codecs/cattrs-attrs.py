# ---
# library = "cattrs"
# released = "2026-09-26"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://catt.rs/en/stable/validation.html#non-detailed-validation"
# generate = ["attrs"]
# limits = ["NaN and infinities"]
# packages = ["cattrs==26.2.1", "orjson==3.13.0"]
# # Bytes are base85.
# unsupported = ["names", "bytes"]
# ---
"""As `cattrs`, on classes of attrs, which it was made for."""

from cattrs.preconf.orjson import make_converter
from serbench_driver import Codec
from serbench_schema import of_attrs
from serbench_schema.attrs import Root


class CattrsAttrs(Codec):
    populate = staticmethod(of_attrs.to)
    convert = staticmethod(of_attrs.back)

    def __init__(self) -> None:
        self._converter = make_converter(detailed_validation=False)

    def encode(self, value):
        return self._converter.dumps(value)

    def decode(self, data):
        return self._converter.loads(data, Root)
