// ---
// library = "kryo"
// released = "2024-10-10"
// format = "kryo-unsafe"
// traits = ["binary", "schema"]
// page = "https://github.com/EsotericSoftware/kryo/blob/master/README.md#unsafe-buffers"
// unions = "the variant's class and the value"
// class = "KryoUnsafeCodec"
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

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import serbench.driver.Values;

/** By `sun.misc.Unsafe`: numbers lie as they do in memory, in all of their bytes. */
final class KryoUnsafeCodec<V> extends KryoFields<V> {
  KryoUnsafeCodec(Values<V> values) {
    super(values);
  }

  @Override
  Output output() {
    UnsafeOutput output = new UnsafeOutput(4096, -1);
    output.setVariableLengthEncoding(false);
    return output;
  }

  @Override
  Input input() {
    UnsafeInput input = new UnsafeInput();
    input.setVariableLengthEncoding(false);
    return input;
  }
}
