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
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "decimal"
// uuid = "blob"
// bigint = "int"
// keys = "struct"
// absent = "no member"
// ---
package serbench.codecs;

import com.fasterxml.jackson.dataformat.ion.IonObjectMapper;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/**
 * Amazon Ion in its binary form. Times are text: IonJavaTimeModule, which makes Ion's timestamps of
 * them, reads those in the last second before 1970 as a second later, unless they are whole
 * milliseconds.
 */
final class JacksonIonCodec<V> extends JacksonCodec<V> {
  JacksonIonCodec(Values<V> values) {
    super(values, Json.configured(IonObjectMapper.builderForBinaryWriters().build()));
  }
}
