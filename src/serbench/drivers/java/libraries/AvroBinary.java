package serbench.codecs;

import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import serbench.driver.Buffer;

/** Avro's binary encoding; encoder and decoder are reused, as their factories advise. */
final class AvroBinary<T> {
  private final DatumWriter<T> writer;
  private final DatumReader<T> reader;
  private BinaryEncoder encoder;
  private BinaryDecoder decoder;

  AvroBinary(DatumWriter<T> writer, DatumReader<T> reader) {
    this.writer = writer;
    this.reader = reader;
  }

  void encode(T datum, Buffer out) throws Exception {
    encoder = EncoderFactory.get().binaryEncoder(out, encoder);
    writer.write(datum, encoder);
    encoder.flush();
  }

  void encodeFresh(T datum, Buffer out) throws Exception {
    BinaryEncoder fresh = EncoderFactory.get().binaryEncoder(out, null);
    writer.write(datum, fresh);
    fresh.flush();
  }

  /** Decodes into `reused`, if there is one. */
  T decode(byte[] bytes, T reused) throws Exception {
    decoder = DecoderFactory.get().binaryDecoder(bytes, decoder);
    return reader.read(reused, decoder);
  }
}
