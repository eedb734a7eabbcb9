# ---
# library = "thrift"
# released = "2026-09-30"
# format = "thrift-binary"
# wire = "thrift-binary"
# traits = ["binary", "schema", "own-model"]
# page = "https://github.com/apache/thrift/blob/master/test/py/FastbinaryTest.py"
# evolution = "field ids"
# generate = ["apache-thrift"]
# packages = ["thrift==0.25.0"]
# program = "thrift"
# system-packages = ["thrift-compiler"]
# limits = ["values nested more than 64 structs deep"]
# ---
"""By the protocol in C that its wheel brings, of which `fallback=False` makes sure. A protocol and
its transport are kept, as those of a connection are."""

from io import BytesIO

from serbench_driver import Codec
from serbench_schema.of_apache_thrift import Root, back, to
from thrift.protocol.TBinaryProtocol import TBinaryProtocolAccelerated
from thrift.transport.TTransport import CReadableTransport, TTransportBase


class Memory(TTransportBase, CReadableTransport):
    cstringio_buf = None

    def write(self, data):
        self.written = data

    def cstringio_refill(self, read, needed):
        raise EOFError("the bytes end before the value")


class ThriftBinary(Codec):
    populate = staticmethod(to)
    convert = staticmethod(back)

    def __init__(self) -> None:
        self._memory = Memory()
        self._protocol = TBinaryProtocolAccelerated(self._memory, fallback=False)

    def encode(self, value):
        value.write(self._protocol)
        return self._memory.written

    def decode(self, data):
        self._memory.cstringio_buf = BytesIO(data)
        value = Root()
        value.read(self._protocol)
        return value
