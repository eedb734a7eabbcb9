# ---
# library = "jsonpickle"
# released = "2026-10-15"
# format = "jsonpickle"
# traits = ["human-readable", "self-describing", "executes"]
# unions = "the value"
# page = "https://jsonpickle.readthedocs.io/en/latest/api.html"
# generate = ["native"]
# packages = ["jsonpickle==4.1.4"]
# limits = ["a map with a key that jsonpickle tells its own parts by (py/object)"]
# [types]
# date = "datetime.date"
# time = "datetime.time; of nanoseconds number"
# timestamp = "datetime.datetime; of nanoseconds number"
# timestamp_offset = "datetime.datetime; of nanoseconds text"
# duration = "datetime.timedelta; of nanoseconds number"
# decimal = "decimal.Decimal"
# uuid = "uuid.UUID"
# bigint = "number"
# keys = "JSON text after json://"
# ---
"""Whoever writes the text says of which classes objects are made when it is read."""

from dataclasses import fields, is_dataclass

import jsonpickle
from jsonpickle.tags import RESERVED
from serbench_driver import Codec
from serbench_schema.native import HAS_TYPED_MAPS


class Jsonpickle(Codec):
    def encode(self, value):
        return jsonpickle.encode(value, keys=HAS_TYPED_MAPS).encode()

    def decode(self, data):
        return jsonpickle.decode(data.decode(), keys=HAS_TYPED_MAPS)

    def explain(self, value):
        key = reserved(value)
        return f"a map's key {key}, which jsonpickle takes for its own" if key else ""


def reserved(value):
    """The first key of a map in a value that jsonpickle would not read as a key; "" if none."""
    match value:
        case dict():
            own = next((key for key in value if key in RESERVED), "")
            parts = value.values()
        case list():
            own, parts = "", value
        case _:
            own = ""
            parts = [getattr(value, f.name) for f in fields(value)] if is_dataclass(value) else []
    return own or next(filter(None, map(reserved, parts)), "")
