package serbench.direct;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import serbench.data.Log;

/**
 * The example of https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/zip/Deflater.html
 * on Jackson's bytes, with `reset()` between values and the header and trailer of RFC 1952, as
 * GZIPOutputStream has them: that makes a new deflater for each stream.
 */
final class JsonGzipDirect extends Direct.Plain {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, -1};

  private final ObjectMapper mapper = new ObjectMapper();
  private final ObjectWriter writer = mapper.writerFor(Log.class);
  private final ObjectReader reader = mapper.readerFor(Log.class);
  private final Deflater compresser = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final Inflater decompresser = new Inflater(true);
  private final byte[] output = new byte[1 << 16];
  private final byte[] input = new byte[1 << 16];
  private int size;

  @Override
  public int encode(Log value) throws Exception {
    byte[] json = writer.writeValueAsBytes(value);
    System.arraycopy(HEADER, 0, output, 0, HEADER.length);
    compresser.reset();
    compresser.setInput(json);
    compresser.finish();
    size = HEADER.length + compresser.deflate(output, HEADER.length, output.length - 18);
    CRC32 crc = new CRC32();
    crc.update(json);
    little((int) crc.getValue());
    little(json.length);
    return size;
  }

  private void little(int number) {
    for (int shift = 0; shift < 32; shift += 8) {
      output[size++] = (byte) (number >>> shift);
    }
  }

  /** Proven to be what the JDK reads. */
  @Override
  public byte[] encoded() {
    byte[] bytes = java.util.Arrays.copyOf(output, size);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      in.transferTo(new ByteArrayOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes;
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    decompresser.reset();
    decompresser.setInput(bytes, HEADER.length, bytes.length - 18);
    int length = decompresser.inflate(input);
    CRC32 crc = new CRC32();
    crc.update(input, 0, length);
    int expected = 0;
    for (int i = 0; i < 4; i++) {
      expected |= (bytes[bytes.length - 8 + i] & 0xff) << 8 * i;
    }
    if (!decompresser.finished() || (int) crc.getValue() != expected) {
      throw new DataFormatException("damaged");
    }
    return reader.readValue(input, 0, length);
  }
}
