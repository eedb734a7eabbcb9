// ---
// library = "avro"
// released = "2026-05-21"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema"]
// page = "https://avro.apache.org/docs/1.12.0/api/java/org/apache/avro/reflect/package-summary.html"
// class = "AvroReflectCodec"
// dependencies = ["org.apache.avro:avro:1.12.2"]
// generate = ["avro"]
// shares = ["AvroBinary", "AvroConverted"]
// [types]
// date = "i32"
// time_ms = "i32"
// time_us = "i64"
// timestamp_ms = "i64"
// timestamp_us = "i64"
// timestamp_ns = "i64"
// uuid = "string"
// decimal = "bytes"
// ---
package serbench.codecs;

import java.util.List;
import org.apache.avro.Conversion;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumReader;
import org.apache.avro.reflect.ReflectDatumWriter;
import serbench.avro.Reflected;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/** Plain values by reflection, with a schema that says which fields are optional. */
final class AvroReflectCodec<V> extends PlainCodec<V> {
  static {
    // Avro makes objects of classes in trusted packages alone.
    String packages = "serbench.data,serbench.listed.data,java.lang,java.util";
    System.setProperty("org.apache.avro.SERIALIZABLE_PACKAGES", packages);
  }

  private final AvroBinary<V> avro;

  AvroReflectCodec(Values<V> values) {
    super(values);
    Schema schema = Reflected.schema();
    ReflectData data = values.logical().isEmpty() ? ReflectData.get() : withLogicalTypes(values);
    avro =
        new AvroBinary<>(
            new ReflectDatumWriter<>(schema, data), new ReflectDatumReader<>(schema, schema, data));
  }

  private static ReflectData withLogicalTypes(Values<?> values) {
    ReflectData data = new ReflectData();
    List.<Conversion<?>>of(
            AvroConverted.ofDecimals(),
            new Conversions.UUIDConversion(),
            new TimeConversions.DateConversion(),
            new TimeConversions.TimeMillisConversion(),
            new TimeConversions.TimeMicrosConversion(),
            new TimeConversions.TimestampMillisConversion(),
            new TimeConversions.TimestampMicrosConversion(),
            new TimeConversions.TimestampNanosConversion(),
            new TimeConversions.LocalTimestampMillisConversion(),
            new TimeConversions.LocalTimestampMicrosConversion(),
            new TimeConversions.LocalTimestampNanosConversion())
        .forEach(data::addLogicalTypeConversion);
    for (int i = 0; i < values.conversions().size(); i++) {
      data.addLogicalTypeConversion(new AvroConverted<>(i, values.conversions().get(i)));
    }
    return data;
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    avro.encode(value, out);
  }

  @Override
  public void encodeFresh(V value, Buffer out) throws Exception {
    avro.encodeFresh(value, out);
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    return avro.decode(bytes, null);
  }
}
