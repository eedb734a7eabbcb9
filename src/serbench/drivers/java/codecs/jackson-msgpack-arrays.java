// ---
// library = "jackson-dataformat-msgpack"
// released = "2026-01-02"
// format = "msgpack-arrays"
// wire = "msgpack-arrays"
// traits = ["binary", "schema"]
// page = "https://github.com/msgpack/msgpack-java/blob/main/msgpack-jackson/README.md#serialize-as-array-types"
// class = "JacksonMsgpackArraysCodec"
// dependencies = [
//   "org.msgpack:jackson-dataformat-msgpack:0.9.11",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// ---
package serbench.codecs;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.msgpack.jackson.dataformat.JsonArrayFormat;
import org.msgpack.jackson.dataformat.MessagePackMapper;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** Records as arrays of their fields, in order. */
final class JacksonMsgpackArraysCodec<V> extends JacksonCodec<V> {
  JacksonMsgpackArraysCodec(Values<V> values) {
    super(values, Json.configured(mapper()));
  }

  private static ObjectMapper mapper() {
    return new MessagePackMapper().setAnnotationIntrospector(new JsonArrayFormat());
  }
}
