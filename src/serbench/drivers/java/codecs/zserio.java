// ---
// library = "zserio"
// released = "2025-10-02"
// format = "zserio"
// traits = ["binary", "schema", "own-model"]
// page = "https://github.com/ndsev/zserio/blob/master/scripts/test_perf.sh"
// unions = "a union"
// evolution = "extend, at the end of the root"
// class = "ZserioCodec"
// dependencies = ["io.github.ndsev:zserio-runtime:2.18.0"]
// generate = ["zserio"]
// unsupported = ["indirect-recursion"]
// ---
package serbench.codecs;

import java.io.IOException;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Values;
import serbench.zserio.Beans;
import zserio.runtime.io.ByteArrayBitStreamReader;
import zserio.runtime.io.ByteArrayBitStreamWriter;
import zserio.runtime.io.Writer;

/** As the library's own benchmark does, with a new stream for each value. */
final class ZserioCodec<V> implements Codec<V, Writer, Writer> {
  private final Values<V> values;

  ZserioCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public Writer populate(V value) {
    return Beans.populate(value);
  }

  @Override
  public void encode(Writer object, Buffer out) throws IOException {
    ByteArrayBitStreamWriter writer = new ByteArrayBitStreamWriter();
    object.write(writer);
    byte[] bytes = writer.toByteArray();
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public Writer decode(byte[] bytes) throws IOException {
    return Beans.read(new ByteArrayBitStreamReader(bytes));
  }

  @Override
  public V convert(Writer object) {
    return values.type().cast(Beans.convert(object));
  }

  @Override
  public long read(byte[] bytes) throws IOException {
    return Beans.visit(decode(bytes));
  }
}
