# ---
# library = "cattrs"
# released = "2026-09-26"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://catt.rs/en/stable/validation.html#non-detailed-validation"
# generate = ["fitted", "native"]
# limits = ["NaN and infinities"]
# packages = ["cattrs==26.2.1", "orjson==3.13.0"]
# # Bytes are base85.
# unsupported = ["names", "bytes"]
# # No times with fractions: orjson writes 00:00:00.093 as 00:00:00.93000.
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# decimal = "text of Decimal"
# uuid = "string"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# ---
"""Its converter for orjson, made once, with the validation that is quicker by its documentation."""

from datetime import time
from decimal import Decimal
from uuid import UUID

from cattrs.preconf.orjson import make_converter
from serbench_driver import Codec
from serbench_schema import native
from serbench_schema.fitted import Root, back, to


class Cattrs(Codec):
    populate = to and staticmethod(to)
    convert = back and staticmethod(back)

    def __init__(self) -> None:
        self._converter = make_converter(detailed_validation=False)
        if native.TYPES:
            # What orjson writes by itself, and cattrs has no hook to read; and what neither has.
            self._converter.register_structure_hook(time, lambda text, _: time.fromisoformat(text))
            self._converter.register_structure_hook(UUID, lambda text, _: UUID(text))
            self._converter.register_structure_hook(Decimal, lambda text, _: Decimal(text))
            self._converter.register_unstructure_hook(Decimal, str)

    def encode(self, value):
        return self._converter.dumps(value)

    def decode(self, data):
        return self._converter.loads(data, Root)
