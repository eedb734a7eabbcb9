# ---
# library = "pymongo"
# released = "2026-11-12"
# format = "bson"
# wire = "bson"
# traits = ["binary", "self-describing", "own-model"]
# page = "https://pymongo.readthedocs.io/en/stable/api/bson/index.html"
# generate = ["plain", "native"]
# packages = ["pymongo==4.20.0"]
# limits = ["u64 above 2^63 - 1", "keys that hold the character NUL"]
# [types]
# timestamp_s_utc = "UTC datetime"
# timestamp_ms_utc = "UTC datetime"
# uuid = "binary of subtype 4"
# absent = "no member"
# ---

from functools import partial

import bson
from bson import InvalidDocument
from bson.binary import UuidRepresentation
from bson.codec_options import CodecOptions
from serbench_driver import CannotHold, Codec
from serbench_schema import mappings, native

encode, decode = bson.encode, bson.decode
if native.TYPES:
    options = CodecOptions(tz_aware=True, uuid_representation=UuidRepresentation.STANDARD)
    encode, decode = (partial(way, codec_options=options) for way in (encode, decode))


class Bson(Codec):
    populate = staticmethod(mappings.to)
    convert = staticmethod(mappings.back)
    decode = staticmethod(decode)

    def encode(self, value):
        try:
            return encode(value)
        except OverflowError:
            raise CannotHold("a u64 above 2^63 - 1") from None
        except InvalidDocument as error:
            if "null" not in str(error).lower():
                raise
            raise CannotHold("a key that holds the character NUL") from None
