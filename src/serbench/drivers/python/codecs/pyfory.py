# ---
# library = "pyfory"
# released = "2026-10-12"
# format = "fory"
# traits = ["binary", "schema"]
# page = "https://fory.apache.org/docs/guide/python/native_serialization"
# packages = ["pyfory==1.7.7"]
# limits = ["u64 above 2^63 - 1"]
# ---
"""Its own format for Python, with the classes registered."""

import pyfory
from serbench_driver import Codec
from serbench_schema import types


class Pyfory(Codec):
    def __init__(self) -> None:
        fory = pyfory.Fory(xlang=False, ref=False, strict=True)
        for member in vars(types).values():
            if isinstance(member, type) and member.__module__ == types.__name__:
                fory.register_type(member)
        self.encode, self.decode = fory.serialize, fory.deserialize

    def explain(self, value):
        try:
            self.encode(value)
        except OverflowError:
            return "a u64 above 2^63 - 1"
        return ""
