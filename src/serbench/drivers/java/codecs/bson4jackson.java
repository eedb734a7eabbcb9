// ---
// library = "bson4jackson"
// released = "2025-04-17"
// format = "bson"
// wire = "bson"
// traits = ["binary", "self-describing"]
// page = "https://github.com/michel-kraemer/bson4jackson#readme"
// unions = "the value, by @JsonValue and a deserializer of its own"
// evolution = "@JsonAlias"
// class = "Bson4jacksonCodec"
// dependencies = [
//   "de.undercouch:bson4jackson:2.18.0",
//   "com.fasterxml.jackson.core:jackson-databind:2.23.0",
//   "com.fasterxml.jackson.core:jackson-annotations:2.23",
// ]
// types_dependencies = ["com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"]
// limits = ["u64 above 2^63 - 1", "names of fields and keys of maps that hold the character NUL"]
// [types]
// date = "string"
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// decimal = "text of BigDecimal"
// uuid = "string"
// bigint = "integer, or text"
// keys = "document"
// absent = "no member"
// ---
package serbench.codecs;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.undercouch.bson4jackson.BsonFactory;
import de.undercouch.bson4jackson.BsonGenerator;
import java.util.stream.Stream;
import serbench.driver.Traits;
import serbench.driver.Values;
import serbench.json.JacksonCodec;
import serbench.json.Json;

/** BSON by Jackson. */
final class Bson4jacksonCodec<V> extends JacksonCodec<V> {
  private final boolean hasNulInField;

  Bson4jacksonCodec(Values<V> values) {
    super(values, Json.configured(new ObjectMapper(factory())));
    hasNulInField =
        values.types().stream()
            .flatMap(type -> Stream.of(type.getFields()))
            .map(field -> field.getAnnotation(JsonProperty.class))
            .anyMatch(name -> name != null && name.value().indexOf(0) >= 0);
  }

  /** Decimals would be doubles, or end at 34 digits. */
  private static BsonFactory factory() {
    return new BsonFactory().enable(BsonGenerator.Feature.WRITE_BIGDECIMALS_AS_STRINGS);
  }

  /** It would write such a number as text, and end such a name early. */
  @Override
  public String cannotHold(Traits traits) {
    return traits.hasHugeU64
        ? "a u64 above 2^63 - 1: BSON's integers are signed"
        : hasNulInField || traits.hasNulInKey
            ? "a name that holds the character NUL, which ends names"
            : null;
  }
}
