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
// limits = ["-0.0 becomes 0.0"]
// unsupported = ["names", "optional<enum>"]
// ---
package serbench.codecs;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/**
 * Names and values, as in JSON; fields as they are. Nulls are written, since entries of maps would
 * be dropped. It cannot write an enum that is null.
 */
final class Fastjson2JsonbCodec<V> extends PlainCodec<V> {
  private static final JSONWriter.Feature[] WRITING = {
    JSONWriter.Feature.FieldBased, JSONWriter.Feature.WriteNulls,
  };

  Fastjson2JsonbCodec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) {
    byte[] bytes = JSONB.toBytes(value, WRITING);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) {
    return JSONB.parseObject(bytes, values.type(), JSONReader.Feature.FieldBased);
  }

  /** It writes zeros in a form without a sign. */
  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNegativeZero ? "the sign of -0.0" : null;
  }
}
