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
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// timestamp_s_utc = "timestamp extension"
// timestamp_ms_utc = "timestamp extension"
// timestamp_us_utc = "timestamp extension"
// timestamp_ns_utc = "timestamp extension"
// decimal = "text of BigDecimal"
// uuid = "string"
// bigint = "string"
// keys = "map of text"
// absent = "no member"
// ---
package serbench.codecs;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.msgpack.jackson.dataformat.MessagePackMapper;
import org.msgpack.jackson.dataformat.TimestampExtensionModule;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.JavaTime;
import serbench.json.Json;

/** MessagePack's maps by Jackson. */
final class JacksonMsgpackCodec<V> extends JacksonCodec<V> {
  JacksonMsgpackCodec(Values<V> values) {
    super(values, mapper(values));
  }

  /**
   * Points in time by MessagePack's extension; decimals as text, since they would be doubles, and
   * big integers, which end at 64 bits.
   */
  private static ObjectMapper mapper(Values<?> values) {
    MessagePackMapper mapper = Json.configured(new MessagePackMapper());
    if (!values.logical().isEmpty()) {
      JavaTime.in(mapper.handleBigIntegerAndBigDecimalAsString());
      mapper.registerModule(TimestampExtensionModule.INSTANCE);
    }
    return mapper;
  }
}
