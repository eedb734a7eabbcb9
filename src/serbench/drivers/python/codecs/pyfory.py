# ---
# library = "pyfory"
# released = "2026-10-12"
# format = "fory"
# traits = ["binary", "schema"]
# page = "https://fory.apache.org/docs/guide/python/native_serialization"
# generate = ["fitted"]
# packages = ["pyfory==1.7.7"]
# limits = ["u64 above 2^63 - 1"]
# # No fractions of timestamps, which it makes of floats, and no durations beyond 2^63 microseconds.
# [types]
# date = "date"
# timestamp_s_utc = "timestamp"
# duration_us = "duration"
# decimal = "decimal"
# keys = "map"
# ---
"""Its own format for Python, with the classes registered."""

import pyfory
from serbench_driver import Codec
from serbench_schema import fitted, types


class Pyfory(Codec):
    populate = fitted.to and staticmethod(fitted.to)
    convert = fitted.back and staticmethod(fitted.back)

    def __init__(self) -> None:
        fory = pyfory.Fory(xlang=False, ref=False, strict=True)
        for module in (types, fitted):
            for member in vars(module).values():
                if isinstance(member, type) and member.__module__ == module.__name__:
                    fory.register_type(member)
        self.encode, self.decode = fory.serialize, fory.deserialize

    def explain(self, value):
        try:
            self.encode(self.populate(value) if self.populate else value)
        except OverflowError:
            return "a u64 above 2^63 - 1"
        return ""
