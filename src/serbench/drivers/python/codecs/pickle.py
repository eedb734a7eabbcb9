# ---
# library = "pickle"
# format = "pickle"
# traits = ["binary", "self-describing", "unchecked", "executes"]
# unions = "the value"
# page = "https://docs.python.org/3/library/pickle.html#data-stream-format"
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
"""Protocol 5. Whoever writes the bytes says what is called when they are read."""

from pickle import dumps, loads

from serbench_driver import Codec


class Pickle(Codec):
    decode = staticmethod(loads)

    def encode(self, value):
        return dumps(value, 5)
