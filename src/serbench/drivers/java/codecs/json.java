// ---
// library = "jackson"
// released = "2026-11-07"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "core"]
// page = "https://github.com/FasterXML/jackson-docs/wiki/Presentation:-Jackson-Performance"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JsonCodec"
// dependencies = ["com.fasterxml.jackson.core:jackson-databind:2.23.0"]
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "number"
// uuid = "string"
// bigint = "number"
// keys = "object"
// absent = "no member"
// ---
package serbench.codecs;

import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** The mapper as it comes. */
final class JsonCodec<V> extends JacksonCodec<V> {
  JsonCodec(Values<V> values) {
    super(values, Json.mapper());
  }
}
