package serbench.direct;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.json.Json;
import javax.json.JsonObject;
import javax.json.JsonReader;
import javax.json.JsonReaderFactory;
import javax.json.JsonWriter;
import javax.json.JsonWriterFactory;
import serbench.data.Log;
import serbench.jsonp.Documents;

/**
 * Factories, as https://javadoc.io/doc/javax.json/javax.json-api/1.1.4/javax/json/JsonReaderFactory.html
 * has them "preferred for creating multiple instances", and the charset: to detect it takes a sixth
 * of the time.
 */
final class JavaxJsonDirect extends Direct<JsonObject, JsonObject> {
  private final JsonWriterFactory writers = Json.createWriterFactory(Map.of());
  private final JsonReaderFactory readers = Json.createReaderFactory(Map.of());
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Override
  public JsonObject fill(Log value) {
    return Documents.populate(value);
  }

  @Override
  public int encode(JsonObject document) {
    out.reset();
    JsonWriter writer = writers.createWriter(out, StandardCharsets.UTF_8);
    writer.writeObject(document);
    writer.close();
    return out.size();
  }

  @Override
  public byte[] encoded() {
    return out.toByteArray();
  }

  @Override
  public JsonObject decode(byte[] bytes) {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    JsonReader reader = readers.createReader(in, StandardCharsets.UTF_8);
    JsonObject document = reader.readObject();
    reader.close(); // gives its buffer back
    return document;
  }

  @Override
  public Log take(JsonObject document) {
    return (Log) Documents.convert(document);
  }
}
