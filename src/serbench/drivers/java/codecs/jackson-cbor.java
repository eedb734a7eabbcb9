// ---
// library = "jackson"
// released = "2026-11-07"
// format = "cbor"
// traits = ["binary", "self-describing", "core"]
// page = "https://github.com/FasterXML/jackson-dataformats-binary/tree/2.x/cbor#readme"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "JacksonCborCodec"
// dependencies = [
//   "com.fasterxml.jackson.dataformat:jackson-dataformat-cbor:2.23.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
// ]
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "tag 4"
// uuid = "bytes"
// bigint = "tags 2 and 3"
// keys = "map of text"
// absent = "no member"
// ---
package serbench.codecs;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** CBOR by the JSON codec's reader and writer. */
final class JacksonCborCodec<V> extends JacksonCodec<V> {
  JacksonCborCodec(Values<V> values) {
    super(values, Json.configured(new CBORMapper()));
  }
}
