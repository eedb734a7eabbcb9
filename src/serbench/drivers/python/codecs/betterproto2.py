# ---
# library = "betterproto2"
# released = "2026-05-10"
# format = "protobuf"
# # No `wire`: an entry of a map of enums whose value was left out is read as another type.
# traits = ["binary", "schema", "own-model"]
# page = "https://betterproto.github.io/python-betterproto2/getting-started/"
# evolution = "field numbers"
# types.timestamp_s_utc = "google.protobuf.Timestamp"
# types.timestamp_ms_utc = "google.protobuf.Timestamp"
# types.timestamp_us_utc = "google.protobuf.Timestamp"
# generate = ["betterproto"]
# packages = ["betterproto2==0.10.0"]
# limits = ["-0.0 becomes 0.0"]
# ---
"""Dataclasses, encoded and decoded by Python."""

from serbench_driver import Codec, has_minus_zero
from serbench_schema.of_betterproto import Root, back, to


class Betterproto2(Codec):
    populate = staticmethod(to)
    convert = staticmethod(back)
    encode = staticmethod(bytes)

    def decode(self, data: bytes) -> Root:
        return Root.parse(data)

    def explain(self, value: object) -> str:
        """What equals the default is left out."""
        return "-0.0 becomes 0.0" if has_minus_zero(value) else ""
