// ---
// library = "javax.json"
// released = "2018-11-06"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://jakarta.ee/specifications/jsonp/1.1/apidocs/javax/json/jsonbuilderfactory"
// class = "JavaxJsonCodec"
// dependencies = ["org.glassfish:javax.json:1.1.4"]
// generate = ["jsonp"]
// limits = ["NaN and infinities", "-0.0 becomes 0.0"]
// [types]
// decimal = "number"
// bigint = "number"
// absent = "no member"
// ---
package serbench.codecs;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.json.Json;
import javax.json.JsonObject;
import javax.json.JsonReader;
import javax.json.JsonReaderFactory;
import javax.json.JsonWriter;
import javax.json.JsonWriterFactory;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Traits;
import serbench.driver.Values;
import serbench.jsonp.Documents;

/**
 * Documents by builders, and back. Factories are made once, as the API advises: each static method
 * of `Json` looks for the provider anew. A reader or a writer serves one document.
 */
final class JavaxJsonCodec<V> implements Codec<V, JsonObject, JsonObject> {
  private final Values<V> values;
  private final JsonReaderFactory readers = Json.createReaderFactory(Map.of());
  private final JsonWriterFactory writers = Json.createWriterFactory(Map.of());

  JavaxJsonCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public JsonObject populate(V value) {
    return Documents.populate(value);
  }

  @Override
  public void encode(JsonObject document, Buffer out) {
    try (JsonWriter writer = writers.createWriter(out, StandardCharsets.UTF_8)) {
      writer.writeObject(document);
    }
  }

  @Override
  public JsonObject decode(byte[] bytes) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    try (JsonReader reader = readers.createReader(in, StandardCharsets.UTF_8)) {
      return reader.readObject();
    }
  }

  @Override
  public V convert(JsonObject document) {
    return values.type().cast(Documents.convert(document));
  }

  @Override
  public long read(byte[] bytes) {
    return Documents.visit(decode(bytes));
  }

  @Override
  public String cannotHold(Traits traits) {
    if (traits.hasNonFinite) {
      return "NaN and infinities";
    }
    return traits.hasNegativeZero ? "the sign of -0.0: its numbers are BigDecimals" : null;
  }
}
