// ---
// library = "fory"
// released = "2026-08-04"
// format = "fory"
// traits = ["binary", "schema"]
// page = "https://fory.apache.org/docs/guide/java/native_serialization"
// unions = "the variant's class and the value"
// class = "ForyCodec"
// dependencies = ["org.apache.fory:fory-core:1.6.0"]
// shares = ["ForyFields"]
// unsupported = ["optional<map>"]
// limits = ["values nested more than 10000 levels deep"]
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

/** Both sides have the same classes. */
final class ForyCodec<V> extends ForyFields<V> {
  ForyCodec(Values<V> values) {
    super(values, false);
  }
}
