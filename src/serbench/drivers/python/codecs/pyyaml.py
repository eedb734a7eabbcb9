# ---
# library = "PyYAML"
# released = "2025-09-25"
# format = "yaml"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://pyyaml.org/wiki/PyYAMLDocumentation"
# generate = ["plain"]
# packages = ["PyYAML==6.0.3"]
# [types]
# date = "timestamp"
# timestamp_s = "timestamp"
# timestamp_ms = "timestamp"
# timestamp_us = "timestamp"
# timestamp_s_offset = "timestamp"
# timestamp_ms_offset = "timestamp"
# timestamp_us_offset = "timestamp"
# bigint = "integer"
# keys = "mapping"
# absent = "no member"
# ---
"""libyaml's loader and dumper, which the page advises where they are there."""

from enum import StrEnum

import yaml
from serbench_driver import Codec
from serbench_schema import mappings

# The safe dumper refuses classes that it was not told of.
yaml.CSafeDumper.add_multi_representer(
    StrEnum, lambda dumper, member: dumper.represent_str(str(member))
)


class Pyyaml(Codec):
    populate = staticmethod(mappings.to)
    convert = staticmethod(mappings.back)

    def encode(self, value):
        return yaml.dump(
            value, Dumper=yaml.CSafeDumper, encoding="utf-8", allow_unicode=True, sort_keys=False
        )

    def decode(self, data):
        return yaml.load(data, Loader=yaml.CSafeLoader)
