package serbench.logical;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import serbench.driver.Visit;

/**
 * What values of logical types are lowered to, for digests: exactly, so that a value that came back
 * finer than its unit is no value of its type. The visit sums are those of the lowered values.
 */
public final class Lowered {
  private Lowered() {}

  public static int days(LocalDate v) {
    return Counts.days(v);
  }

  public static long count(LocalTime v, long perSecond) {
    return exact(v.getNano(), perSecond, Counts.count(v, perSecond));
  }

  public static long count(Instant v, long perSecond) {
    return exact(v.getNano(), perSecond, Counts.count(v, perSecond));
  }

  public static long count(LocalDateTime v, long perSecond) {
    return exact(v.getNano(), perSecond, Counts.count(v, perSecond));
  }

  public static long count(Duration v, long perSecond) {
    return exact(v.getNano(), perSecond, Counts.count(v, perSecond));
  }

  public static String text(OffsetDateTime v, int digits) {
    if (v.getOffset().getTotalSeconds() % 60 != 0) {
      throw new ArithmeticException(v + " has an offset of seconds");
    }
    long perSecond = 1;
    for (int i = 0; i < digits; i++) {
      perSecond *= 10;
    }
    exact(v.getNano(), perSecond, 0);
    return Texts.text(v, digits);
  }

  private static long exact(int nanos, long perSecond, long count) {
    if (nanos % (Counts.NS / perSecond) != 0) {
      throw new ArithmeticException("a time came back finer than its unit");
    }
    return count;
  }

  /** Of the canonical text, which is not made. */
  public static long visit(OffsetDateTime v, int digits) {
    int year = v.getYear();
    if (year < 0 || year > 9999) {
      return Visit.text(Texts.text(v, digits));
    }
    int minutes = Math.abs(v.getOffset().getTotalSeconds()) / 60;
    int length = 19 + (digits == 0 ? 0 : 1 + digits) + (minutes == 0 ? 1 : 6);
    return length + ('0' + year / 1000) + (minutes == 0 ? 'Z' : '0' + minutes % 10);
  }

  /** Of the canonical text, which is not made. */
  public static long visit(UUID v) {
    int first = (int) (v.getMostSignificantBits() >>> 60);
    int last = (int) v.getLeastSignificantBits() & 0xf;
    return 36 + Character.forDigit(first, 16) + Character.forDigit(last, 16);
  }

  public static long visit(BigDecimal v) {
    return Visit.text(v.toPlainString());
  }

  public static long visit(BigInteger v) {
    return Visit.text(v.toString());
  }
}
