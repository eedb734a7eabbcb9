// ---
// library = "jackson3"
// released = "2026-11-08"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/FasterXML/jackson/blob/main/jackson3/MIGRATING_TO_JACKSON_3.md"
// evolution = "@JsonAlias"
// class = "Jackson3Codec"
// dependencies = ["tools.jackson.core:jackson-databind:3.3.0"]
// shares = ["Jackson3AbsentFields"]
// limits = ["u64 above 2^63 - 1"]
// unsupported = ["empty-name"]
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

import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** One mapper, reader and writer serve all values, as Jackson advises. */
final class Jackson3Codec<V> extends PlainCodec<V> {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  Jackson3Codec(Values<V> values) {
    super(values);
    // Times with an offset of their own would get the mapper's.
    JsonMapper.Builder builder =
        JsonMapper.builder(unlimited())
            .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);
    Jackson3AbsentFields.in(builder, values);
    JsonMapper mapper = builder.build();
    reader = mapper.readerFor(values.type());
    writer = mapper.writerFor(values.type());
  }

  /** Its limits guard servers from strangers; values here are the user's own. */
  private static JsonFactory unlimited() {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(Integer.MAX_VALUE)
                .maxNumberLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNameLength(Integer.MAX_VALUE)
                .build())
        .streamWriteConstraints(
            StreamWriteConstraints.builder().maxNestingDepth(Integer.MAX_VALUE).build())
        .build();
  }

  @Override
  public void encode(V value, Buffer out) {
    writer.writeValue(out, value);
  }

  @Override
  public V decode(byte[] bytes) {
    return reader.readValue(bytes);
  }

  @Override
  public String cannotHold(Traits traits) {
    return traits.hasHugeU64 ? "a u64 above 2^63 - 1: it is a long, which is signed" : null;
  }
}
