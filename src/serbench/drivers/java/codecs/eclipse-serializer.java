// ---
// library = "eclipse-serializer"
// released = "2025-07-28"
// format = "eclipse-serializer"
// traits = ["binary", "schema"]
// page = "https://docs.eclipsestore.io/manual/serializer/performance.html"
// class = "EclipseSerializerCodec"
// dependencies = ["org.eclipse.serializer:serializer:3.0.0"]
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

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.eclipse.serializer.Serializer;
import org.eclipse.serializer.SerializerFoundation;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/**
 * Classes are registered, so that the bytes need not describe them; one serializer is reused. It
 * does not hold unions, whose variants are records: it reads these by internals of the JDK alone.
 */
final class EclipseSerializerCodec<V> extends PlainCodec<V> {
  private final Serializer<byte[]> serializer;

  EclipseSerializerCodec(Values<V> values) {
    super(values);
    SerializerFoundation<?> foundation = SerializerFoundation.New();
    values.types().forEach(foundation::registerEntityType);
    if (!values.logical().isEmpty()) {
      // And what lies in them, in the same order wherever the bytes are read.
      Stream<Class<?>> parts =
          Stream.of(LocalDate.class, LocalTime.class, LocalDateTime.class, ZoneOffset.class);
      Stream.concat(parts, values.logical().stream())
          .distinct()
          .forEach(foundation::registerEntityType);
    }
    serializer = Serializer.Bytes(foundation);
  }

  @Override
  public void encode(V value, Buffer out) {
    byte[] bytes = serializer.serialize(value);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) {
    return serializer.deserialize(bytes);
  }
}
