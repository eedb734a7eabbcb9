// ---
// library = "jackson"
// released = "2026-05-31"
// format = "ion"
// traits = ["binary", "self-describing"]
// page = "https://github.com/FasterXML/jackson-dataformats-binary/tree/2.x/ion#readme"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JacksonIonCodec"
// dependencies = [
//   "com.fasterxml.jackson.dataformat:jackson-dataformat-ion:2.22.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "timestamp"
// duration = "ISO 8601 text"
// timestamp_s_utc = "timestamp"
// timestamp_ms_utc = "timestamp"
// timestamp_us_utc = "timestamp"
// timestamp_ns_utc = "timestamp"
// decimal = "decimal"
// uuid = "blob"
// bigint = "int"
// ---
package serbench.codecs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.ion.IonObjectMapper;
import com.fasterxml.jackson.dataformat.ion.jsr310.IonJavaTimeModule;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.JavaTime;
import serbench.json.Json;

/** Amazon Ion in its binary form. */
final class JacksonIonCodec<V> extends JacksonCodec<V> {
  JacksonIonCodec(Values<V> values) {
    super(values, mapper(values));
  }

  /** Points in time, also with an offset of their own, are Ion's timestamps. */
  private static ObjectMapper mapper(Values<?> values) {
    ObjectMapper mapper = Json.configured(IonObjectMapper.builderForBinaryWriters().build());
    if (!values.logical().isEmpty()) {
      JavaTime.in(mapper);
      mapper.registerModule(new IonJavaTimeModule());
    }
    return mapper;
  }
}
