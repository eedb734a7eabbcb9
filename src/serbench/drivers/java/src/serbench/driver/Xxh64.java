package serbench.driver;

import java.nio.ByteOrder;
import java.util.stream.LongStream;
import net.openhft.hashing.LongHashFunction;

/** XXH64 with seed 0. */
final class Xxh64 {
  private static final LongHashFunction FUNCTION = LongHashFunction.xx();

  private Xxh64() {}

  static long ofBytes(byte[] bytes, int count) {
    return FUNCTION.hashBytes(bytes, 0, count);
  }

  /** Of the numbers as 8 little-endian bytes each. */
  static long ofLongs(long[] numbers) {
    boolean isLittle = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return FUNCTION.hashLongs(
        isLittle ? numbers : LongStream.of(numbers).map(Long::reverseBytes).toArray());
  }
}
