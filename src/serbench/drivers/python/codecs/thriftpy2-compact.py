# ---
# library = "thriftpy2"
# released = "2026-09-05"
# format = "thrift-compact"
# wire = "thrift-compact"
# traits = ["binary", "schema", "own-model"]
# page = "https://thriftpy2.readthedocs.io/en/latest/api/protocol.html"
# evolution = "field numbers"
# generate = ["thrift"]
# packages = ["thriftpy2==0.7.1"]
# ---
"""By the compact protocol, which is written in Python."""

from serbench_driver import Codec
from serbench_schema.of_thrift import Root, back, to
from thriftpy2.protocol import TCompactProtocolFactory
from thriftpy2.utils import deserialize, serialize

FACTORY = TCompactProtocolFactory()


class Thriftpy2Compact(Codec):
    populate = staticmethod(to)
    convert = staticmethod(back)

    def encode(self, value: Root) -> bytes:
        return serialize(value, FACTORY)

    def decode(self, data: bytes) -> Root:
        return deserialize(Root(), data, FACTORY)
