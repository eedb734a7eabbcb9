package serbench.direct;

import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.avro.AvroMapper;
import com.fasterxml.jackson.dataformat.avro.AvroSchema;
import java.io.ByteArrayOutputStream;
import serbench.avro.Reflected;
import serbench.data.Log;

/** https://github.com/FasterXML/jackson-benchmarks/blob/master/src/main/java/com/fasterxml/jackson/perf/avro/AvroStdWriteVanilla.java */
final class JacksonAvroDirect extends Direct.Plain {
  private final ObjectMapper mapper = new AvroMapper().setAnnotationIntrospector(AnnotationIntrospector.nopInstance());
  private final ObjectWriter writer = mapper.writerFor(Log.class).with(new AvroSchema(Reflected.schema()));
  private final ObjectReader reader = mapper.readerFor(Log.class).with(new AvroSchema(Reflected.schema()));
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Override
  public int encode(Log value) throws Exception {
    out.reset();
    writer.writeValue(out, value);
    return out.size();
  }

  @Override
  public byte[] encoded() {
    return out.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    return reader.readValue(bytes);
  }
}
