// ---
// library = "fory"
// released = "2026-08-04"
// format = "fory-compatible"
// traits = ["binary", "self-describing"]
// page = "https://fory.apache.org/docs/guide/java/schema_evolution"
// unions = "the variant's class and the value"
// evolution = "names of fields, in compatible mode"
// class = "ForyCompatibleCodec"
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

/** Fory's default: classes are described in the bytes, so that they may differ. */
final class ForyCompatibleCodec<V> extends ForyFields<V> {
  ForyCompatibleCodec(Values<V> values) {
    super(values, true);
  }
}
