# ---
# library = "amazon.ion"
# released = "2026-09-11"
# format = "ion"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://ion-python.readthedocs.io/en/latest/amazon.ion.html#module-amazon.ion.simpleion"
# generate = ["plain"]
# packages = ["amazon.ion==0.15.0"]
# # No timestamps with an offset: it refuses 0001-01-01T00:00:00+01:00, which is year 0 in UTC.
# # No decimals: of many digits some come back without their last zeros, others not at all. No large
# # integers: those of 31 bytes come back as others.
# [types]
# timestamp_s = "timestamp"
# timestamp_ms = "timestamp"
# timestamp_us = "timestamp"
# absent = "no member"
# ---
"""Binary Ion; bare Python values when it is read."""

from amazon.ion.simpleion import IonPyValueModel, dumps, loads
from serbench_driver import Codec
from serbench_schema import mappings


class AmazonIon(Codec):
    populate = staticmethod(mappings.to)
    convert = staticmethod(mappings.back)

    def encode(self, value):
        return dumps(value, binary=True)

    def decode(self, data):
        return loads(data, value_model=IonPyValueModel.MAY_BE_BARE)
