// ---
// library = "fst"
// released = "2022-10-31"
// format = "fst"
// traits = ["binary", "self-describing", "executes"]
// page = "https://github.com/RuedigerMoeller/fast-serialization/wiki/Serialization"
// class = "FstCodec"
// dependencies = ["de.ruedigermoeller:fst:3.0.4-jdk17"]
// opens = [
//   "java.base/java.lang", "java.base/java.math", "java.base/java.util", "java.base/java.text",
//   "java.base/java.util.concurrent", "java.base/java.net", "java.base/java.io",
//   "java.base/java.time",
//   "java.sql/java.sql",
// ]
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

import org.nustaq.serialization.FSTConfiguration;
import org.nustaq.serialization.FSTObjectOutput;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/**
 * Classes are registered, references are off; the configuration reuses its streams. FST does not
 * hold unions, whose variants are records: it cannot set their fields.
 */
final class FstCodec<V> extends PlainCodec<V> {
  private final FSTConfiguration configuration = FSTConfiguration.createDefaultConfiguration();

  FstCodec(Values<V> values) {
    super(values);
    configuration.setShareReferences(false);
    values.types().forEach(type -> configuration.registerClass(type));
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    FSTObjectOutput output = configuration.getObjectOutput();
    output.writeObject(value, values.type());
    out.lend(output.getBuffer(), 0, output.getWritten());
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    return values.type().cast(configuration.getObjectInput(bytes).readObject(values.type()));
  }
}
