package serbench.direct;

import java.io.ByteArrayOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import serbench.avro.specific.Beans;
import serbench.data.Log;

/**
 * As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/AvroSpecific.java,
 * a new record for each value.
 */
final class AvroSpecificDirect extends Direct<SpecificRecordBase, SpecificRecordBase> {
  static {
    System.setProperty("org.apache.avro.SERIALIZABLE_PACKAGES", "serbench.avro.specific,java.lang");
  }

  private final Schema schema = Beans.empty().getSchema();
  private final SpecificDatumWriter<SpecificRecordBase> writer = new SpecificDatumWriter<>(schema);
  private final SpecificDatumReader<SpecificRecordBase> reader = new SpecificDatumReader<>(schema);
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
  private BinaryEncoder encoder;
  private BinaryDecoder decoder;

  @Override
  public SpecificRecordBase fill(Log value) {
    return Beans.populate(value);
  }

  @Override
  public int encode(SpecificRecordBase input) throws Exception {
    stream.reset();
    encoder = EncoderFactory.get().binaryEncoder(stream, encoder);
    writer.write(input, encoder);
    encoder.flush();
    return stream.size();
  }

  @Override
  public byte[] encoded() {
    return stream.toByteArray();
  }

  @Override
  public SpecificRecordBase decode(byte[] bytes) throws Exception {
    decoder = DecoderFactory.get().binaryDecoder(bytes, decoder);
    return reader.read(null, decoder);
  }

  @Override
  public Log take(SpecificRecordBase output) {
    return (Log) Beans.convert(output);
  }
}
