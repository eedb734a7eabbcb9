package serbench.logical;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * The canonical texts of docs/types.md, which have all `digits` of a second's fraction: 0, 3, 6 or 9.
 * What `toString` writes has as many as it takes, and of 12:00:00 no seconds.
 */
public final class Texts {
  // By a third of the digits.
  private static final DateTimeFormatter[] TIMES = new DateTimeFormatter[4];
  private static final DateTimeFormatter[] LOCAL = new DateTimeFormatter[4];
  private static final DateTimeFormatter[] UTC = new DateTimeFormatter[4];
  private static final DateTimeFormatter[] OFFSET = new DateTimeFormatter[4];

  static {
    for (int i = 0; i < TIMES.length; i++) {
      DateTimeFormatterBuilder time = new DateTimeFormatterBuilder().appendPattern("HH:mm:ss");
      if (i > 0) {
        time.appendFraction(ChronoField.NANO_OF_SECOND, 3 * i, 3 * i, true);
      }
      TIMES[i] = time.toFormatter(Locale.ROOT);
      LOCAL[i] = moment(TIMES[i]).toFormatter(Locale.ROOT);
      UTC[i] = moment(TIMES[i]).appendLiteral('Z').toFormatter(Locale.ROOT);
      OFFSET[i] = moment(TIMES[i]).appendOffset("+HH:MM", "Z").toFormatter(Locale.ROOT);
    }
  }

  private Texts() {}

  private static DateTimeFormatterBuilder moment(DateTimeFormatter time) {
    return new DateTimeFormatterBuilder()
        .append(DateTimeFormatter.ISO_LOCAL_DATE)
        .appendLiteral('T')
        .append(time);
  }

  public static String text(LocalTime v, int digits) {
    return TIMES[digits / 3].format(v);
  }

  public static String text(LocalDateTime v, int digits) {
    return LOCAL[digits / 3].format(v);
  }

  public static String text(Instant v, int digits) {
    return UTC[digits / 3].format(LocalDateTime.ofInstant(v, ZoneOffset.UTC));
  }

  public static String text(OffsetDateTime v, int digits) {
    return OFFSET[digits / 3].format(v);
  }

  /** Seconds alone: `toString` writes hours and minutes too. */
  public static String text(Duration v, int digits) {
    long seconds = v.getSeconds();
    int nanos = v.getNano();
    if (seconds < 0 && nanos > 0) {
      seconds++;
      nanos = 1_000_000_000 - nanos;
    }
    // The most negative long has no positive one, but its bits are that number without a sign.
    String whole = (v.isNegative() ? "-PT" : "PT") + Long.toUnsignedString(Math.abs(seconds));
    if (digits == 0) {
      return whole + "S";
    }
    String fraction = Integer.toString(1_000_000_000 + nanos);
    return whole + "." + fraction.substring(1, 1 + digits) + "S";
  }

  /** `Duration.parse` takes no "-PT9223372036854775808S", whose number without its sign is too large. */
  public static Duration duration(String text) {
    return Duration.parse(text.startsWith("-PT") ? "PT-" + text.substring(3) : text);
  }
}
