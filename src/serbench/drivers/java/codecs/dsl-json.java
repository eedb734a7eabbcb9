// ---
// library = "dsl-json"
// released = "2023-08-29"
// format = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/ngs-doo/dsl-json/blob/master/README.md"
// class = "DslJsonCodec"
// dependencies = ["com.dslplatform:dsl-json:2.0.2"]
// generate = ["dsl-json"]
// processor = "com.dslplatform.json.processor.CompiledJsonAnnotationProcessor"
// shares = ["DslJsonTexts"]
// limits = ["NaN and infinities", "u64 above 2^63 - 1", "-0.0 becomes 0.0"]
// unsupported = ["empty-name", "escapes", "non-ascii"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "number"
// uuid = "string"
// bigint = "number"
// ---
package serbench.codecs;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/**
 * Converters made when the plain classes are compiled; reader and writer are reused. Doubles are
 * read exactly, which is not the default.
 */
final class DslJsonCodec<V> extends PlainCodec<V> {
  private final DslJson<Object> json =
      new DslJson<>(
          Settings.basicSetup()
              .doublePrecision(JsonReader.DoublePrecision.EXACT)
              .limitStringBuffer(Integer.MAX_VALUE));
  private final JsonWriter writer = json.newWriter(4096);
  private final JsonReader<Object> reader = json.newReader();
  private final JsonWriter.WriteObject<V> encoder;
  private final JsonReader.ReadObject<V> decoder;

  DslJsonCodec(Values<V> values) {
    super(values);
    encoder = json.tryFindWriter(values.type());
    decoder = json.tryFindReader(values.type());
  }

  @Override
  public void encode(V value, Buffer out) {
    writer.reset();
    encoder.write(writer, value);
    out.lend(writer.getByteBuffer(), 0, writer.size());
  }

  @Override
  public void encodeFresh(V value, Buffer out) {
    JsonWriter fresh = json.newWriter(4096);
    encoder.write(fresh, value);
    out.lend(fresh.getByteBuffer(), 0, fresh.size());
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    reader.process(bytes, bytes.length).getNextToken();
    return decoder.read(reader);
  }

  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNonFinite
        ? "NaN and infinities"
        : traits.hasHugeU64
            ? "a u64 above 2^63 - 1: it is a long, which is signed"
            : traits.hasNegativeZero ? "-0.0, which it writes as 0.0" : null;
  }
}
