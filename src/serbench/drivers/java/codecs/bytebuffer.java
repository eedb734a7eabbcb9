// ---
// library = "serbench"
// format = "bytebuffer"
// traits = ["binary", "schema", "hand-written", "core"]
// page = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/nio/ByteBuffer.html"
// unions = "the variant's number and the value"
// class = "ByteBufferCodec"
// generate = ["bytebuffer"]
// ---
package serbench.codecs;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import serbench.driver.Access;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.layout.Layout;

/** A layout by hand. What does not fit is written again to a larger buffer, which stays. */
final class ByteBufferCodec<V> extends PlainCodec<V> implements Access {
  private ByteBuffer buffer = little(new byte[4096]);

  ByteBufferCodec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) {
    if (buffer.array() != out.array()) {
      buffer = little(out.array());
    }
    while (true) {
      try {
        Layout.encode(buffer.clear(), value);
        out.advance(buffer.position());
        return;
      } catch (BufferOverflowException e) {
        buffer = little(out.reserve(Math.multiplyExact(buffer.capacity(), 2)));
      }
    }
  }

  /** With the room that a codec begins with. */
  @Override
  public void encodeFresh(V value, Buffer out) {
    out.reserve(4096);
    encode(value, out);
  }

  @Override
  public V decode(byte[] bytes) {
    return values.type().cast(Layout.decode(little(bytes)));
  }

  @Override
  public long read(byte[] bytes) {
    return Layout.visit(little(bytes));
  }

  @Override
  public long access(byte[] bytes) {
    return Layout.access(little(bytes));
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
