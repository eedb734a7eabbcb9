package serbench.direct;

import java.io.ByteArrayOutputStream;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.reflect.ReflectDatumReader;
import org.apache.avro.reflect.ReflectDatumWriter;
import serbench.avro.Reflected;
import serbench.data.Log;

/**
 * As in https://github.com/apache/avro/blob/main/lang/java/perf/src/main/java/org/apache/avro/perf/test/reflect/ReflectRecordTest.java
 */
final class AvroReflectDirect extends Direct.Plain {
  static {
    System.setProperty("org.apache.avro.SERIALIZABLE_PACKAGES", "serbench.data,java.lang,java.util");
  }

  private final ReflectDatumWriter<Log> writer = new ReflectDatumWriter<>(Reflected.schema());
  private final ReflectDatumReader<Log> reader = new ReflectDatumReader<>(Reflected.schema());
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
  private BinaryEncoder encoder;
  private BinaryDecoder decoder;

  @Override
  public int encode(Log value) throws Exception {
    stream.reset();
    encoder = EncoderFactory.get().binaryEncoder(stream, encoder);
    writer.write(value, encoder);
    encoder.flush();
    return stream.size();
  }

  @Override
  public byte[] encoded() {
    return stream.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    decoder = DecoderFactory.get().binaryDecoder(bytes, decoder);
    return reader.read(null, decoder);
  }
}
