// ---
// library = "java.io"
// format = "java-serialization"
// traits = ["binary", "self-describing", "executes"]
// page = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/io/ObjectOutputStream.html"
// unions = "the variant's class and the value"
// evolution = "serialVersionUID"
// class = "SerializableCodec"
// limits = ["values nested some thousand objects deep need more stack"]
// [types]
// date = "java.time.LocalDate"
// time = "java.time.LocalTime"
// timestamp = "java.time.LocalDateTime, in UTC Instant"
// timestamp_offset = "java.time.OffsetDateTime"
// duration = "java.time.Duration"
// decimal = "java.math.BigDecimal"
// uuid = "java.util.UUID"
// bigint = "java.math.BigInteger"
// keys = "java.util.LinkedHashMap"
// ---
package serbench.codecs;

import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/** The byte stream is reused; an object stream remembers all it wrote and serves one value. */
final class SerializableCodec<V> extends PlainCodec<V> {
  SerializableCodec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    try (ObjectOutputStream stream = new ObjectOutputStream(out)) {
      stream.writeObject(value);
    }
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return values.type().cast(stream.readObject());
    }
  }
}
