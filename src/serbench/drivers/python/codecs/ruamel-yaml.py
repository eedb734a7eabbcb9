# ---
# library = "ruamel.yaml"
# released = "2026-01-02"
# format = "yaml"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://yaml.dev/doc/ruamel.yaml/basicuse/"
# generate = ["plain"]
# packages = ["ruamel.yaml[oldlibyaml]==0.19.1"]
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
"""The safe loader and dumper in C, which the page names the faster ones."""

from enum import StrEnum
from io import BytesIO

from ruamel.yaml import YAML
from serbench_driver import Codec
from serbench_schema import mappings


class RuamelYaml(Codec):
    populate = staticmethod(mappings.to)
    convert = staticmethod(mappings.back)

    def __init__(self) -> None:
        self._yaml = YAML(typ="safe")
        self._yaml.default_flow_style = False
        self._yaml.sort_base_mapping_type_on_output = False
        # The safe dumper refuses classes that it was not told of.
        self._yaml.Representer.add_multi_representer(
            StrEnum, lambda dumper, member: dumper.represent_str(str(member))
        )

    def encode(self, value):
        out = BytesIO()
        self._yaml.dump(value, out)
        return out.getvalue()

    def decode(self, data):
        return self._yaml.load(data)
