# ---
# library = "fastavro"
# released = "2026-10-08"
# format = "avro"
# wire = "avro"
# traits = ["binary", "schema", "own-model", "core"]
# page = "https://fastavro.readthedocs.io/en/latest/writer.html#fastavro.schemaless_writer"
# generate = ["avro"]
# packages = ["fastavro==1.13.1"]
# [types]
# date = "i32"
# time_ms = "i32"
# time_us = "i64"
# timestamp_ms = "i64"
# timestamp_us = "i64"
# decimal = "bytes"
# uuid = "string"
# ---
"""Its writer and reader in C without a schema in the bytes, which is parsed once."""

import json
from io import BytesIO

from fastavro import parse_schema, schemaless_reader, schemaless_writer
from serbench_driver import Codec
from serbench_schema import avro


class Fastavro(Codec):
    populate = staticmethod(avro.to)
    convert = staticmethod(avro.back)

    def __init__(self) -> None:
        self._schema = parse_schema(json.loads(avro.SCHEMA))

    def encode(self, value):
        out = BytesIO()
        schemaless_writer(out, self._schema, value)
        return out.getvalue()

    def decode(self, data):
        return schemaless_reader(BytesIO(data), self._schema, None)
