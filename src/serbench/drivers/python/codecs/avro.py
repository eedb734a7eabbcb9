# ---
# library = "avro"
# released = "2026-08-17"
# format = "avro"
# wire = "avro"
# traits = ["binary", "schema", "own-model"]
# page = "https://avro.apache.org/docs/1.12.0/api/py/html/avro.html#module-avro.io"
# generate = ["avro"]
# packages = ["avro==1.12.2"]
# [types]
# date = "i32"
# time_ms = "i32"
# time_us = "i64"
# timestamp_ms_utc = "i64"
# timestamp_us_utc = "i64"
# decimal = "bytes"
# ---
"""Apache's own, in Python. The schema is parsed once, and the writer and the reader are made once;
the bytes have no schema."""

from io import BytesIO

from avro.io import BinaryDecoder, BinaryEncoder, DatumReader, DatumWriter
from avro.schema import parse
from serbench_driver import Codec
from serbench_schema import avro as conversions


class Avro(Codec):
    populate = staticmethod(conversions.to)
    convert = staticmethod(conversions.back)

    def __init__(self) -> None:
        schema = parse(conversions.SCHEMA)
        self._write = DatumWriter(schema).write
        self._read = DatumReader(schema).read

    def encode(self, value):
        out = BytesIO()
        self._write(value, BinaryEncoder(out))
        return out.getvalue()

    def decode(self, data):
        return self._read(BinaryDecoder(BytesIO(data)))
