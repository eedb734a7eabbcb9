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
// unsupported = ["bytes", "empty-name", "escapes"]
// ---
package serbench.codecs;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/** It takes Jackson's annotations for names, and fields as they are. */
final class Fastjson2Codec<V> extends PlainCodec<V> {
  private static final JSONWriter.Feature[] WRITING = {
    JSONWriter.Feature.FieldBased,
    JSONWriter.Feature.WriteNulls, // entries of maps whose value is null would be dropped
    JSONWriter.Feature.WriteByteArrayAsBase64,
  };
  private static final JSONReader.Feature[] READING = {
    JSONReader.Feature.FieldBased, JSONReader.Feature.Base64StringAsByteArray,
  };

  Fastjson2Codec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) {
    byte[] bytes = JSON.toJSONBytes(value, WRITING);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) {
    return JSON.parseObject(bytes, values.type(), READING);
  }

  /** It writes null for NaN and the infinities. */
  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNonFinite
        ? "NaN and infinities"
        : traits.hasHugeU64 ? "a u64 above 2^63 - 1: it is a long, which is signed" : null;
  }
}
