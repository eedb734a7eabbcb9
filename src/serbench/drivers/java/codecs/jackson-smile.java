// ---
// library = "jackson"
// released = "2026-11-07"
// format = "smile"
// traits = ["binary", "self-describing"]
// page = "https://github.com/FasterXML/jackson-dataformats-binary/tree/2.x/smile#readme"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JacksonSmileCodec"
// dependencies = [
//   "com.fasterxml.jackson.dataformat:jackson-dataformat-smile:2.23.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "BigDecimal"
// uuid = "bytes"
// bigint = "BigInteger"
// keys = "object"
// absent = "no member"
// ---
package serbench.codecs;

import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** Smile: names are written once a value, and referred to after that. */
final class JacksonSmileCodec<V> extends JacksonCodec<V> {
  JacksonSmileCodec(Values<V> values) {
    super(values, Json.configured(new SmileMapper()));
  }
}
