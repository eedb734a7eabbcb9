// ---
// library = "fastjson2"
// released = "2026-08-02"
// format = "jsonb-arrays"
// traits = ["binary", "schema"]
// page = "https://github.com/alibaba/fastjson2/blob/main/docs/jsonb_format_en.md"
// class = "Fastjson2JsonbArraysCodec"
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

/** Records as arrays of their fields, in order. */
final class Fastjson2JsonbArraysCodec<V> extends Jsonb<V> {
  Fastjson2JsonbArraysCodec(Values<V> values) {
    super(
        values,
        new JSONWriter.Feature[] {
          JSONWriter.Feature.FieldBased,
          JSONWriter.Feature.WriteNulls,
          JSONWriter.Feature.BeanToArray,
        },
        new JSONReader.Feature[] {
          JSONReader.Feature.FieldBased, JSONReader.Feature.SupportArrayToBean,
        });
  }
}
