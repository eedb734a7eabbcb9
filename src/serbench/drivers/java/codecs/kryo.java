// ---
// library = "kryo"
// released = "2024-10-10"
// format = "kryo"
// traits = ["binary", "schema", "reference", "core"]
// page = "https://github.com/EsotericSoftware/kryo/blob/master/README.md"
// unions = "the variant's class and the value"
// class = "KryoCodec"
// dependencies = ["com.esotericsoftware:kryo:5.6.2"]
// shares = ["KryoFields"]
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

import serbench.driver.Values;

/** Kryo as it comes: fields in alphabetical order, without their names. */
final class KryoCodec<V> extends KryoFields<V> {
  KryoCodec(Values<V> values) {
    super(values);
  }
}
