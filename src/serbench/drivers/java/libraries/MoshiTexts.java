package serbench.codecs;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.function.Function;

/** Adapters of the classes of logical types, of which Moshi has none: each value is its text. */
final class MoshiTexts {
  private MoshiTexts() {}

  static void addTo(Moshi.Builder moshi) {
    add(moshi, LocalDate.class, LocalDate::toString, LocalDate::parse);
    add(moshi, LocalTime.class, LocalTime::toString, LocalTime::parse);
    add(moshi, LocalDateTime.class, LocalDateTime::toString, LocalDateTime::parse);
    add(moshi, Instant.class, Instant::toString, Instant::parse);
    add(moshi, OffsetDateTime.class, OffsetDateTime::toString, OffsetDateTime::parse);
    add(moshi, Duration.class, Duration::toString, Duration::parse);
    add(moshi, BigDecimal.class, BigDecimal::toPlainString, BigDecimal::new);
    add(moshi, BigInteger.class, BigInteger::toString, BigInteger::new);
    add(moshi, UUID.class, UUID::toString, UUID::fromString);
  }

  private static <T> void add(
      Moshi.Builder moshi, Class<T> type, Function<T, String> write, Function<String, T> read) {
    moshi.add(type, new Text<>(write, read).nullSafe());
  }

  private static final class Text<T> extends JsonAdapter<T> {
    private final Function<T, String> write;
    private final Function<String, T> read;

    Text(Function<T, String> write, Function<String, T> read) {
      this.write = write;
      this.read = read;
    }

    @Override
    public void toJson(JsonWriter out, T value) throws IOException {
      out.value(write.apply(value));
    }

    @Override
    public T fromJson(JsonReader in) throws IOException {
      return read.apply(in.nextString());
    }
  }
}
