# ---
# library = "thriftpy2"
# released = "2026-09-05"
# format = "thrift-binary"
# wire = "thrift-binary"
# traits = ["binary", "schema", "own-model"]
# page = "https://thriftpy2.readthedocs.io/en/latest/#benchmarks"
# evolution = "field numbers"
# generate = ["thrift"]
# packages = ["thriftpy2==0.7.1"]
# ---
"""By the binary protocol that is compiled."""

from serbench_driver import Codec
from serbench_schema.of_thrift import Root, back, to
from thriftpy2.protocol import TCyBinaryProtocolFactory
from thriftpy2.utils import deserialize, serialize

FACTORY = TCyBinaryProtocolFactory()


class Thriftpy2(Codec):
    populate = staticmethod(to)
    convert = staticmethod(back)

    def encode(self, value: Root) -> bytes:
        return serialize(value, FACTORY)

    def decode(self, data: bytes) -> Root:
        return deserialize(Root(), data, FACTORY)
