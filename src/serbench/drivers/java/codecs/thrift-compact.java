// ---
// library = "thrift"
// released = "2026-10-01"
// format = "thrift-compact"
// wire = "thrift-compact"
// traits = ["binary", "schema", "own-model"]
// page = "https://thrift.apache.org/lib/java"
// evolution = "ids and optional fields"
// class = "ThriftCompactCodec"
// dependencies = ["org.apache.thrift:libthrift:0.25.0"]
// generate = ["thrift"]
// shares = ["ThriftBeans"]
// limits = ["values nested more than 64 structs deep do not decode"]
// ---
package serbench.codecs;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import serbench.driver.Values;

/** The compact protocol. */
final class ThriftCompactCodec<V> extends ThriftBeans<V> {
  ThriftCompactCodec(Values<V> values) throws TException {
    super(values, new TCompactProtocol.Factory());
  }
}
