# ---
# library = "cloudpickle"
# released = "2025-11-03"
# format = "pickle"
# traits = ["binary", "self-describing", "unchecked", "executes"]
# unions = "the value"
# page = "https://github.com/cloudpipe/cloudpickle#usage"
# packages = ["cloudpickle==3.1.2"]
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
"""Whoever writes the bytes says what is called when they are read."""

import cloudpickle
from serbench_driver import Codec


class Cloudpickle(Codec):
    encode = staticmethod(cloudpickle.dumps)
    decode = staticmethod(cloudpickle.loads)
