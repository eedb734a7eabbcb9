// ---
// library = "thrift"
// released = "2026-10-01"
// format = "thrift-binary"
// wire = "thrift-binary"
// traits = ["binary", "schema", "own-model"]
// page = "https://thrift.apache.org/lib/java"
// evolution = "ids and optional fields"
// class = "ThriftBinaryCodec"
// dependencies = ["org.apache.thrift:libthrift:0.25.0"]
// generate = ["thrift"]
// shares = ["ThriftBeans"]
// limits = ["values nested more than 64 structs deep do not decode"]
// ---
package serbench.codecs;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import serbench.driver.Values;

/** The binary protocol. */
final class ThriftBinaryCodec<V> extends ThriftBeans<V> {
  ThriftBinaryCodec(Values<V> values) throws TException {
    super(values, new TBinaryProtocol.Factory());
  }
}
