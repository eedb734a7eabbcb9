# ---
# library = "dataclasses-json"
# released = "2024-06-09"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/lidatong/dataclasses-json#quickstart"
# generate = ["decorated"]
# packages = ["dataclasses-json==0.6.7"]
# # Bytes are lists of numbers.
# unsupported = ["bytes"]
# [types]
# decimal = "text of Decimal"
# uuid = "string"
# bigint = "number"
# time_ns = "number"
# timestamp_ns = "number"
# duration_ns = "number"
# ---
"""The methods that its decorator gives dataclasses."""

from serbench_driver import Codec
from serbench_schema import for_dataclasses_json
from serbench_schema.for_dataclasses_json import Root


class DataclassesJson(Codec):
    populate = for_dataclasses_json.to and staticmethod(for_dataclasses_json.to)
    convert = for_dataclasses_json.back and staticmethod(for_dataclasses_json.back)
    decode = staticmethod(Root.from_json)

    def encode(self, value):
        # Not value.to_json, which a field may be called.
        text = Root.to_json(value, ensure_ascii=False, check_circular=False, separators=(",", ":"))
        return text.encode()
