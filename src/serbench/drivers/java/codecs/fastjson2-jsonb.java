// ---
// library = "fastjson2"
// released = "2026-08-02"
// format = "jsonb"
// traits = ["binary", "self-describing"]
// page = "https://github.com/alibaba/fastjson2/blob/main/docs/jsonb_format_en.md"
// class = "Fastjson2JsonbCodec"
// dependencies = [
//   "com.alibaba.fastjson2:fastjson2:2.0.64",
//   "com.fasterxml.jackson.core:jackson-annotations:2.23",
// ]
// shares = ["jsonb"]
// limits = ["-0.0 becomes 0.0"]
// ---
package serbench.codecs;

import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import serbench.driver.Values;

/** Names and values, as in JSON. Nulls are written, since entries of maps would be dropped. */
final class Fastjson2JsonbCodec<V> extends Jsonb<V> {
  Fastjson2JsonbCodec(Values<V> values) {
    super(
        values,
        new JSONWriter.Feature[] {
          JSONWriter.Feature.FieldBased,
          JSONWriter.Feature.WriteNulls,
        },
        new JSONReader.Feature[] {JSONReader.Feature.FieldBased});
  }
}
