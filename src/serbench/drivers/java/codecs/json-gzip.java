// ---
// library = "jackson"
// released = "2026-11-07"
// format = "json-gzip"
// traits = ["binary", "self-describing"]
// page = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/zip/Deflater.html#reset()"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JsonGzipCodec"
// dependencies = ["com.fasterxml.jackson.core:jackson-databind:2.23.0"]
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "number"
// uuid = "string"
// bigint = "number"
// keys = "object"
// absent = "no member"
// ---
package serbench.codecs;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.json.AbsentFields;
import serbench.json.JavaTime;
import serbench.json.Json;

/**
 * Jackson through the JDK's gzip. Its streams cannot be reset, and each would make a deflater with
 * some 300 kB of tables for one value; so header and trailer of RFC 1952 stand here.
 */
final class JsonGzipCodec<V> extends PlainCodec<V> {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, -1};
  private static final int TRAILER = 8;

  private final ObjectReader reader;
  private final ObjectWriter writer;
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final Buffer json = new Buffer();

  JsonGzipCodec(Values<V> values) {
    super(values);
    JsonMapper mapper = Json.mapper();
    if (!values.logical().isEmpty()) {
      JavaTime.in(mapper);
    }
    AbsentFields.in(mapper, values);
    reader = mapper.readerFor(values.type());
    writer = mapper.writerFor(values.type());
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    json.clear();
    writer.writeValue(json, value);
    out.write(HEADER, 0, HEADER.length);
    deflater.reset();
    deflater.setInput(json.array(), 0, json.size());
    deflater.finish();
    while (!deflater.finished()) {
      byte[] array = out.reserve(512);
      out.advance(deflater.deflate(array, out.size(), array.length - out.size()));
    }
    little(out.reserve(TRAILER), out.size()).putInt(checksum()).putInt(json.size());
    out.advance(TRAILER);
  }

  @Override
  public void encodeFresh(V value, Buffer out) throws Exception {
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      writer.writeValue(gzip, value);
    }
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    if (bytes.length < HEADER.length + TRAILER || bytes[0] != HEADER[0] || bytes[1] != HEADER[1]) {
      throw new ZipException("not gzip");
    }
    json.clear();
    inflater.reset();
    inflater.setInput(bytes, HEADER.length, bytes.length - HEADER.length - TRAILER);
    for (int count = -1; count != 0; json.advance(count)) {
      byte[] array = json.reserve(512);
      count = inflater.inflate(array, json.size(), array.length - json.size());
    }
    ByteBuffer trailer = little(bytes, bytes.length - TRAILER);
    if (!inflater.finished() || trailer.getInt() != checksum() || trailer.getInt() != json.size()) {
      throw new ZipException("damaged");
    }
    return reader.readValue(json.array(), 0, json.size());
  }

  private int checksum() {
    crc.reset();
    crc.update(json.array(), 0, json.size());
    return (int) crc.getValue();
  }

  private static ByteBuffer little(byte[] array, int offset) {
    return ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).position(offset);
  }
}
