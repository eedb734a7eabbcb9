// ---
// library = "jackson"
// released = "2026-05-31"
// format = "avro"
// wire = "avro"
// traits = ["binary", "schema"]
// page = "https://github.com/FasterXML/jackson-dataformats-binary/tree/2.x/avro#readme"
// class = "JacksonAvroCodec"
// dependencies = [
//   "com.fasterxml.jackson.dataformat:jackson-dataformat-avro:2.22.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// generate = ["avro"]
// ---
package serbench.codecs;

import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.avro.AvroMapper;
import com.fasterxml.jackson.dataformat.avro.AvroSchema;
import serbench.avro.Reflected;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.json.Converted;
import serbench.json.Json;

/** Avro by Jackson. Names are those of Java, since Avro's may not have what wire names have. */
final class JacksonAvroCodec<V> extends PlainCodec<V> {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  JacksonAvroCodec(Values<V> values) {
    super(values);
    AvroMapper mapper = Json.bare(new AvroMapper());
    mapper.setAnnotationIntrospector(AnnotationIntrospector.nopInstance());
    if (!values.logical().isEmpty()) {
      mapper.registerModule(Converted.module(values)); // its own times end at milliseconds
    }
    AvroSchema schema = new AvroSchema(Reflected.schema());
    reader = mapper.readerFor(values.type()).with(schema);
    writer = mapper.writerFor(values.type()).with(schema);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    writer.writeValue(out, value);
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    return reader.readValue(bytes);
  }
}
