package serbench.logical;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Times as counts of a unit, of which so many are a second, and back, as users write it by hand. What
 * is finer than the unit is cut: `Lowered` finds out a library that made something finer of a value.
 */
public final class Counts {
  public static final long S = 1;
  public static final long MS = 1_000;
  public static final long US = 1_000_000;
  public static final long NS = 1_000_000_000;

  private Counts() {}

  public static int days(LocalDate v) {
    return Math.toIntExact(v.toEpochDay());
  }

  /** Since midnight. */
  public static long count(LocalTime v, long perSecond) {
    return v.toNanoOfDay() / (NS / perSecond);
  }

  /** Since 1970. */
  public static long count(Instant v, long perSecond) {
    return count(v.getEpochSecond(), v.getNano(), perSecond);
  }

  public static long count(LocalDateTime v, long perSecond) {
    return count(v.toEpochSecond(ZoneOffset.UTC), v.getNano(), perSecond);
  }

  public static long count(Duration v, long perSecond) {
    return count(v.getSeconds(), v.getNano(), perSecond);
  }

  /** Below zero, whole seconds may be beyond what the count is within: they are rounded down. */
  private static long count(long seconds, int nanos, long perSecond) {
    long part = nanos / (NS / perSecond);
    if (seconds < 0 && part > 0) {
      return Math.addExact(Math.multiplyExact(seconds + 1, perSecond), part - perSecond);
    }
    return Math.addExact(Math.multiplyExact(seconds, perSecond), part);
  }

  public static LocalDate date(long days) {
    return LocalDate.ofEpochDay(days);
  }

  public static LocalTime time(long count, long perSecond) {
    return LocalTime.ofNanoOfDay(Math.multiplyExact(count, NS / perSecond));
  }

  public static Instant instant(long count, long perSecond) {
    return Instant.ofEpochSecond(Math.floorDiv(count, perSecond), nanos(count, perSecond));
  }

  public static LocalDateTime local(long count, long perSecond) {
    int nanos = (int) nanos(count, perSecond);
    return LocalDateTime.ofEpochSecond(Math.floorDiv(count, perSecond), nanos, ZoneOffset.UTC);
  }

  public static Duration duration(long count, long perSecond) {
    return Duration.ofSeconds(Math.floorDiv(count, perSecond), nanos(count, perSecond));
  }

  private static long nanos(long count, long perSecond) {
    return Math.floorMod(count, perSecond) * (NS / perSecond);
  }
}
