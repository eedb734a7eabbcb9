package serbench.driver;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import serbench.logical.Counts;
import serbench.logical.Texts;

/** Reads lowered values of logical types; `type` is the type's word, for errors. */
public final class LogicalJson {
  private LogicalJson() {}

  public static LocalDate date(JsonReader in, String type) throws IOException {
    return counted(in, type, "LocalDate", in.i32(), Counts::date);
  }

  public static LocalTime time(JsonReader in, String type, long perSecond) throws IOException {
    return counted(in, type, "LocalTime", in.i64(), count -> Counts.time(count, perSecond));
  }

  public static Instant instant(JsonReader in, String type, long perSecond) throws IOException {
    return counted(in, type, "Instant", in.i64(), count -> Counts.instant(count, perSecond));
  }

  public static LocalDateTime local(JsonReader in, String type, long perSecond)
      throws IOException {
    return counted(in, type, "LocalDateTime", in.i64(), count -> Counts.local(count, perSecond));
  }

  public static Duration duration(JsonReader in, String type, long perSecond) throws IOException {
    return counted(in, type, "Duration", in.i64(), count -> Counts.duration(count, perSecond));
  }

  public static OffsetDateTime offset(JsonReader in, String type, int digits) throws IOException {
    return written(
        in, type, "OffsetDateTime", OffsetDateTime::parse, made -> Texts.text(made, digits));
  }

  public static BigDecimal decimal(JsonReader in, String type, int scale) throws IOException {
    BigDecimal made = written(in, type, "BigDecimal", BigDecimal::new, BigDecimal::toPlainString);
    if (made.scale() != scale) {
      throw in.refusal(made + " is not a canonical " + type);
    }
    return made;
  }

  /** One that is lowered to an integer. */
  public static BigDecimal whole(JsonReader in) throws IOException {
    return BigDecimal.valueOf(in.i64());
  }

  public static BigInteger bigint(JsonReader in, String type) throws IOException {
    return written(in, type, "BigInteger", BigInteger::new, BigInteger::toString);
  }

  public static UUID uuid(JsonReader in, String type) throws IOException {
    return written(in, type, "UUID", UUID::fromString, UUID::toString);
  }

  private static <T> T counted(
      JsonReader in, String type, String of, long count, LongFunction<T> make)
      throws IOException {
    try {
      return make.apply(count);
    } catch (DateTimeException | ArithmeticException e) {
      throw in.beyond(Long.toString(count), type, of);
    }
  }

  private static <T> T written(
      JsonReader in, String type, String of, Function<String, T> make, Function<T, String> write)
      throws IOException {
    String text = in.string();
    T made;
    try {
      made = make.apply(text);
    } catch (DateTimeException e) {
      throw in.beyond(text, type, of);
    } catch (IllegalArgumentException e) {
      throw in.refusal(text + " is not a " + type);
    }
    if (!write.apply(made).equals(text)) {
      throw in.refusal(text + " is not a canonical " + type);
    }
    return made;
  }
}
