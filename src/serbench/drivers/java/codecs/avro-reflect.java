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
// shares = ["AvroBinary"]
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

import org.apache.avro.Schema;
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
    String packages = "serbench.data,java.lang,java.util";
    System.setProperty("org.apache.avro.SERIALIZABLE_PACKAGES", packages);
  }

  private final AvroBinary<V> avro;

  AvroReflectCodec(Values<V> values) {
    super(values);
    Schema schema = Reflected.schema();
    avro = new AvroBinary<>(new ReflectDatumWriter<>(schema), new ReflectDatumReader<>(schema));
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
