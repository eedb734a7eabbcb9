// ---
// library = "jackson"
// released = "2026-11-07"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/FasterXML/jackson-modules-base/tree/2.x/afterburner#readme"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JsonAfterburnerCodec"
// dependencies = [
//   "com.fasterxml.jackson.module:jackson-module-afterburner:2.23.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// ---
package serbench.codecs;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.module.afterburner.AfterburnerModule;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Reuse;
import serbench.driver.Values;
import serbench.json.Json;
import serbench.json.Updater;

/** Code made for each class reads and sets its fields; Blackbird does it for methods alone. */
final class JsonAfterburnerCodec<V> extends PlainCodec<V> implements Reuse<V> {
  private final ObjectReader reader;
  private final ObjectWriter writer;
  private final Updater<V> updater;

  JsonAfterburnerCodec(Values<V> values) {
    super(values);
    JsonMapper mapper = Json.mapper();
    mapper.registerModule(new AfterburnerModule());
    reader = mapper.readerFor(values.type());
    writer = mapper.writerFor(values.type());
    updater = new Updater<>(reader);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    writer.writeValue(out, value);
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    return reader.readValue(bytes);
  }

  @Override
  public V decodeReused(byte[] bytes) throws Exception {
    return updater.read(bytes);
  }

  @Override
  public V held() {
    return updater.held();
  }
}
