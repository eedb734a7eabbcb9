# ---
# library = "dataclass-wizard"
# released = "2026-07-03"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://dcw.ritviknag.com/en/latest/overview.html"
# generate = ["decorated"]
# packages = ["dataclass-wizard==1.0.0"]
# [types]
# date = "string"
# time_s = "RFC 3339 text"
# time_ms = "RFC 3339 text"
# time_us = "RFC 3339 text"
# timestamp_s = "RFC 3339 text"
# timestamp_ms = "RFC 3339 text"
# timestamp_us = "RFC 3339 text"
# timestamp_offset = "RFC 3339 text"
# decimal = "text of Decimal"
# uuid = "32 hex digits"
# bigint = "number"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# ---
"""Its functions for dataclasses, which write and read dicts; the standard library's json does the
rest, as in the library's own `to_json` and `from_json`."""

from json import JSONDecoder, JSONEncoder

from dataclass_wizard import asdict, fromdict
from serbench_driver import Codec
from serbench_schema import for_dataclass_wizard


class DataclassWizard(Codec):
    populate = for_dataclass_wizard.to and staticmethod(for_dataclass_wizard.to)
    convert = for_dataclass_wizard.back and staticmethod(for_dataclass_wizard.back)

    def __init__(self) -> None:
        self._to_text = JSONEncoder(
            ensure_ascii=False, check_circular=False, separators=(",", ":")
        ).encode
        self._of_text = JSONDecoder().decode

    def encode(self, value):
        return self._to_text(asdict(value)).encode()

    def decode(self, data):
        return fromdict(for_dataclass_wizard.Root, self._of_text(data.decode()))
