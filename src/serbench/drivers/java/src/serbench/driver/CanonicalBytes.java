package serbench.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The canonical bytes of docs/protocol.md, and the digests made of them. */
public final class CanonicalBytes {
  private final Buffer out = new Buffer();
  private final Traits traits = new Traits();

  /** The digest of a value. What was found in it stands in `traits()` until the next one. */
  public <V> long digest(Values<V> values, V value) {
    out.clear();
    traits.clear();
    values.digest(value, this);
    return Xxh64.ofBytes(out.array(), out.size());
  }

  /** Those of the last value, copied. */
  byte[] bytes() {
    return Arrays.copyOf(out.array(), out.size());
  }

  public Traits traits() {
    return traits;
  }

  /** The digest of a working set, as 16 hex digits. */
  public static String digestOfSet(long[] digests) {
    return hex(Xxh64.ofLongs(digests));
  }

  public static String hex(long value) {
    return String.format("%016x", value);
  }

  public void bool(boolean value) {
    out.write(value ? 1 : 0);
  }

  public void i8(byte value) {
    out.write(value);
  }

  public void u8(short value) {
    if (value >>> 8 != 0) {
      throw new IllegalArgumentException(value + " is not a u8");
    }
    out.write(value);
  }

  public void i16(short value) {
    out.write(value);
    out.write(value >>> 8);
  }

  public void u16(int value) {
    if (value >>> 16 != 0) {
      throw new IllegalArgumentException(value + " is not a u16");
    }
    i16((short) value);
  }

  public void i32(int value) {
    byte[] array = out.reserve(4);
    int at = out.size();
    for (int i = 0; i < 4; i++) {
      array[at + i] = (byte) (value >>> 8 * i);
    }
    out.advance(4);
  }

  public void u32(long value) {
    if (value >>> 32 != 0) {
      throw new IllegalArgumentException(value + " is not a u32");
    }
    i32((int) value);
  }

  public void i64(long value) {
    i32((int) value);
    i32((int) (value >>> 32));
  }

  public void u64(long value) {
    traits.hasHugeU64 |= value < 0;
    i64(value);
  }

  public void f32(float value) {
    int bits = Float.floatToIntBits(value);
    traits.hasNegativeZero |= bits == Integer.MIN_VALUE;
    traits.hasNonFinite |= !Float.isFinite(value);
    traits.hasInfiniteF32 |= Float.isInfinite(value);
    i32(bits);
  }

  public void f64(double value) {
    long bits = Double.doubleToLongBits(value);
    traits.hasNegativeZero |= bits == Long.MIN_VALUE;
    traits.hasNonFinite |= !Double.isFinite(value);
    i64(bits);
  }

  public void string(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  public void key(String value) {
    traits.hasNulInKey |= value.indexOf(0) >= 0;
    string(value);
  }

  public void bytes(byte[] value) {
    size(value.length);
    out.write(value, 0, value.length);
  }

  public void symbol(Enum<?> value) {
    i32(value.ordinal());
  }

  public void size(int count) {
    i64(count);
  }

  public boolean present(Object value) {
    bool(value != null);
    return value != null;
  }

  /** The entries of a map in the order of their keys' UTF-8 bytes. */
  public static <T> List<Map.Entry<String, T>> inOrder(Map<String, T> map) {
    return inOrder(map, BY_CODE_POINTS);
  }

  public static <K, T> List<Map.Entry<K, T>> inOrder(Map<K, T> map, Comparator<? super K> order) {
    List<Map.Entry<K, T>> entries = new ArrayList<>(map.entrySet());
    entries.sort(Map.Entry.comparingByKey(order));
    return entries;
  }

  /** `UUID.compareTo` takes their halves for signed numbers. */
  public static final Comparator<UUID> BY_BYTES =
      (a, b) -> {
        int first =
            Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return first != 0
            ? first
            : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
      };

  /** UTF-8 sorts by code points; `String.compareTo`, by UTF-16, puts U+FFFF after U+10000. */
  private static final Comparator<String> BY_CODE_POINTS =
      (a, b) -> {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
          char x = a.charAt(i);
          char y = b.charAt(i);
          if (x != y) {
            boolean isHigher = Character.isSurrogate(x);
            return isHigher == Character.isSurrogate(y) ? x - y : isHigher ? 1 : -1;
          }
        }
        return a.length() - b.length();
      };
}
