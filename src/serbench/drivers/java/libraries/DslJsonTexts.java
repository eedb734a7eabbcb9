package serbench.codecs;

import com.dslplatform.json.JsonConverter;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.StringConverter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Converters of the classes of logical types that DSL-JSON has none for: each value is its text. */
public final class DslJsonTexts {
  private DslJsonTexts() {}

  @JsonConverter(target = Instant.class)
  public abstract static class OfInstant {
    public static final JsonReader.ReadObject<Instant> JSON_READER = reader(Instant::parse);
    public static final JsonWriter.WriteObject<Instant> JSON_WRITER = writer();
  }

  @JsonConverter(target = Duration.class)
  public abstract static class OfDuration {
    public static final JsonReader.ReadObject<Duration> JSON_READER = reader(Duration::parse);
    public static final JsonWriter.WriteObject<Duration> JSON_WRITER = writer();
  }

  private static <T> JsonReader.ReadObject<T> reader(Function<String, T> parse) {
    return in -> in.wasNull() ? null : parse.apply(in.readString());
  }

  private static <T> JsonWriter.WriteObject<T> writer() {
    return (out, value) -> {
      if (value == null) {
        out.writeNull();
      } else {
        StringConverter.serialize(value.toString(), out);
      }
    };
  }
}
