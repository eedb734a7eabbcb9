package serbench.driver;

/** The visit sums of leaves, as docs/protocol.md defines them. */
public final class Visit {
  private Visit() {}

  /** Of NaN those of the quiet one, whatever its own are. */
  public static long bits(float value) {
    return Float.floatToIntBits(value) & 0xffffffffL;
  }

  public static long bits(double value) {
    return Double.doubleToLongBits(value);
  }

  public static long bytes(byte[] value) {
    int length = value.length;
    return length == 0 ? 0 : length + (value[0] & 0xffL) + (value[length - 1] & 0xffL);
  }

  /** Of a string, by its UTF-8 bytes, which are not made. */
  public static long text(String value) {
    int length = value.length();
    if (length == 0) {
      return 0;
    }
    long count = length;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        // A surrogate is half of a character of four bytes.
        count += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    int last = value.codePointBefore(length);
    return count + first(value.codePointAt(0)) + (last < 0x80 ? last : 0x80 | last & 0x3f);
  }

  /** The first of a character's bytes. */
  private static int first(int codePoint) {
    if (codePoint < 0x80) {
      return codePoint;
    }
    if (codePoint < 0x800) {
      return 0xc0 | codePoint >> 6;
    }
    return codePoint < 0x10000 ? 0xe0 | codePoint >> 12 : 0xf0 | codePoint >> 18;
  }
}
