// ---
// library = "jackson"
// released = "2026-11-07"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/FasterXML/jackson-modules-base/tree/2.x/blackbird#readme"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JsonBlackbirdCodec"
// dependencies = [
//   "com.fasterxml.jackson.module:jackson-module-blackbird:2.23.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
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

import com.fasterxml.jackson.module.blackbird.BlackbirdModule;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** Method handles call constructors; fields, unlike methods, it leaves to Jackson. */
final class JsonBlackbirdCodec<V> extends JacksonCodec<V> {
  JsonBlackbirdCodec(Values<V> values) {
    super(values, Json.mapper().registerModule(new BlackbirdModule()));
  }
}
