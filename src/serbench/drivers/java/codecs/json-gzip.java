// ---
// library = "jackson"
// format = "json-gzip"
// traits = ["binary", "self-describing"]
// page = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/zip/GZIPOutputStream.html"
// class = "JsonGzipCodec"
// dependencies = ["com.fasterxml.jackson.core:jackson-databind:2.22.0"]
// ---
package serbench.codecs;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.json.Json;

/** Jackson through the JDK's gzip streams, one of which serves one value: they cannot be reset. */
final class JsonGzipCodec<V> extends PlainCodec<V> {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  JsonGzipCodec(Values<V> values) {
    super(values);
    JsonMapper mapper = Json.mapper();
    reader = mapper.readerFor(values.type());
    writer = mapper.writerFor(values.type());
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    try (GZIPOutputStream stream = new GZIPOutputStream(out)) {
      writer.writeValue(stream, value);
    }
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return reader.readValue(stream);
    }
  }
}
