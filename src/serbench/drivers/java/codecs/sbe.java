// ---
// library = "sbe"
// format = "sbe"
// wire = "sbe"
// traits = ["binary", "schema", "zero-copy"]
// page = "https://github.com/aeron-io/simple-binary-encoding/wiki/Java-Users-Guide"
// class = "SbeCodec"
// dependencies = ["uk.co.real-logic:sbe-all:1.38.1"]
// generate = ["sbe"]
// opens = ["java.base/jdk.internal.misc"]
// unsupported = ["recursion"]
// ---
package serbench.codecs;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import serbench.driver.Access;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.sbe.Flyweights;

/** Flyweights over one buffer, which grows; they serve all values. */
final class SbeCodec<V> extends PlainCodec<V> implements Access {
  private final Flyweights flyweights = new Flyweights();
  private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(4096);
  private final UnsafeBuffer input = new UnsafeBuffer(new byte[0]);

  SbeCodec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) {
    int size = flyweights.encode(buffer, value);
    out.lend(buffer.byteArray(), 0, size);
  }

  @Override
  public void encodeFresh(V value, Buffer out) {
    ExpandableArrayBuffer fresh = new ExpandableArrayBuffer(4096);
    int size = new Flyweights().encode(fresh, value);
    out.lend(fresh.byteArray(), 0, size);
  }

  @Override
  public V decode(byte[] bytes) {
    input.wrap(bytes);
    return values.type().cast(flyweights.decode(input));
  }

  @Override
  public long read(byte[] bytes) {
    input.wrap(bytes);
    return flyweights.visit(input);
  }

  @Override
  public long access(byte[] bytes) {
    input.wrap(bytes);
    return flyweights.access(input);
  }
}
