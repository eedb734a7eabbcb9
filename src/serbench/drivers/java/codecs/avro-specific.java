// ---
// library = "avro"
// released = "2026-05-21"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema", "own-model", "core"]
// page = "https://avro.apache.org/docs/1.12.0/getting-started-java/"
// class = "AvroSpecificCodec"
// dependencies = ["org.apache.avro:avro:1.12.2"]
// generate = ["avro-specific"]
// shares = ["AvroBinary"]
// [types]
// date = "i32"
// time_ms = "i32"
// time_us = "i64"
// timestamp_ms = "i64"
// timestamp_us = "i64"
// timestamp_ns = "i64"
// uuid = "string"
// ---
package serbench.codecs;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import serbench.avro.specific.Beans;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Reuse;
import serbench.driver.Values;

/** The classes that Avro's compiler makes of a schema. */
final class AvroSpecificCodec<V>
    implements Codec<V, SpecificRecordBase, SpecificRecordBase>, Reuse<V> {
  static {
    // Avro makes objects of classes in trusted packages alone.
    System.setProperty("org.apache.avro.SERIALIZABLE_PACKAGES", "serbench.avro.specific,java.lang");
  }

  private final Values<V> values;
  private final AvroBinary<SpecificRecordBase> avro;
  private SpecificRecordBase held;

  AvroSpecificCodec(Values<V> values) {
    this.values = values;
    Schema schema = Beans.empty().getSchema();
    avro = new AvroBinary<>(new SpecificDatumWriter<>(schema), new SpecificDatumReader<>(schema));
  }

  @Override
  public SpecificRecordBase populate(V value) {
    return Beans.populate(value);
  }

  @Override
  public void encode(SpecificRecordBase bean, Buffer out) throws Exception {
    avro.encode(bean, out);
  }

  @Override
  public void encodeFresh(SpecificRecordBase bean, Buffer out) throws Exception {
    avro.encodeFresh(bean, out);
  }

  @Override
  public SpecificRecordBase decode(byte[] bytes) throws Exception {
    return avro.decode(bytes, null);
  }

  @Override
  public SpecificRecordBase decodeReused(byte[] bytes) throws Exception {
    held = avro.decode(bytes, held);
    return held;
  }

  @Override
  public V held() {
    return convert(held);
  }

  @Override
  public V convert(SpecificRecordBase bean) {
    return values.type().cast(Beans.convert(bean));
  }

  @Override
  public long read(byte[] bytes) throws Exception {
    return Beans.visit(decode(bytes));
  }
}
