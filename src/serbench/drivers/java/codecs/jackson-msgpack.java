// ---
// library = "jackson-dataformat-msgpack"
// released = "2026-01-02"
// format = "msgpack"
// wire = "msgpack"
// traits = ["binary", "self-describing"]
// page = "https://github.com/msgpack/msgpack-java/blob/main/msgpack-jackson/README.md"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JacksonMsgpackCodec"
// dependencies = [
//   "org.msgpack:jackson-dataformat-msgpack:0.9.11",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// ---
package serbench.codecs;

import org.msgpack.jackson.dataformat.MessagePackMapper;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** MessagePack's maps by Jackson. */
final class JacksonMsgpackCodec<V> extends JacksonCodec<V> {
  JacksonMsgpackCodec(Values<V> values) {
    super(values, Json.configured(new MessagePackMapper()));
  }
}
