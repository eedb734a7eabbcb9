// ---
// library = "kryo"
// released = "2024-10-10"
// format = "kryo-compatible"
// traits = ["binary", "self-describing"]
// page = "https://github.com/EsotericSoftware/kryo/blob/master/README.md#compatiblefieldserializer"
// unions = "the variant's class and the value"
// evolution = "names of fields, by CompatibleFieldSerializer"
// class = "KryoCompatibleCodec"
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

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
import serbench.driver.Values;

/** Each class is described once a value, by the names of its fields. */
final class KryoCompatibleCodec<V> extends KryoFields<V> {
  KryoCompatibleCodec(Values<V> values) {
    super(values);
  }

  @Override
  void configure(Kryo kryo) {
    kryo.setDefaultSerializer(CompatibleFieldSerializer.class);
  }
}
