// ---
// library = "fastjson2"
// released = "2026-08-02"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/alibaba/fastjson2/blob/main/docs/features_en.md"
// class = "Fastjson2Codec"
// dependencies = [
//   "com.alibaba.fastjson2:fastjson2:2.0.64",
//   "com.fasterxml.jackson.core:jackson-annotations:2.23",
// ]
// limits = ["NaN and infinities", "u64 above 2^63 - 1"]
// unsupported = ["bytes", "empty-name", "escapes", "non-ascii", "null-symbols"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "text with a space"
// timestamp_utc = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "number"
// uuid = "string"
// bigint = "number"
// integer_keys = "object"
// boolean_keys = "object"
// uuid_keys = "object"
// text_keys = "object"
// ---
package serbench.codecs;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.nio.charset.StandardCharsets;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/**
 * It takes Jackson's annotations for names, and fields as they are. It has base64, but does not read it
 * if a backslash follows anywhere in the text.
 */
final class Fastjson2Codec<V> extends PlainCodec<V> {
  private final JSONWriter.Context writing =
      JSONFactory.createWriteContext(
          JSONWriter.Feature.FieldBased,
          JSONWriter.Feature.WriteNulls); // entries of maps whose value is null would be dropped
  private final JSONReader.Context reading =
      JSONFactory.createReadContext(JSONReader.Feature.FieldBased);

  Fastjson2Codec(Values<V> values) {
    super(values);
    if (values.hasTypedMaps()) {
      writing.config(JSONWriter.Feature.WriteNonStringKeyAsString); // by default, numbers stand bare
    }
    writing.setMaxLevel(Integer.MAX_VALUE); // 2048 by default, against strangers' values
    reading.setMaxLevel(Integer.MAX_VALUE);
  }

  @Override
  public void encode(V value, Buffer out) {
    byte[] bytes = JSON.toJSONBytes(value, StandardCharsets.UTF_8, writing);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) {
    return JSON.parseObject(bytes, values.type(), reading);
  }

  /** It writes null for NaN and the infinities. */
  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNonFinite
        ? "NaN and infinities"
        : traits.hasHugeU64 ? "a u64 above 2^63 - 1: it is a long, which is signed" : null;
  }
}
