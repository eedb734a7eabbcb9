# ---
# library = "dill"
# released = "2026-01-19"
# format = "pickle"
# traits = ["binary", "self-describing", "unchecked", "executes"]
# unions = "the value"
# page = "https://dill.readthedocs.io/en/latest/dill.html#dill.dumps"
# packages = ["dill==0.4.1"]
# [types]
# date = "datetime.date"
# time = "datetime.time; of nanoseconds int"
# timestamp = "datetime.datetime; of nanoseconds int"
# timestamp_offset = "datetime.datetime; of nanoseconds str"
# duration = "datetime.timedelta; of nanoseconds int"
# decimal = "decimal.Decimal"
# uuid = "uuid.UUID"
# bigint = "int"
# keys = "dict"
# ---
"""Protocol 5, and classes by reference. Whoever writes the bytes says what is called when they are
read."""

import dill
from serbench_driver import Codec


class Dill(Codec):
    decode = staticmethod(dill.loads)

    def encode(self, value):
        return dill.dumps(value, protocol=5, byref=True)
