package serbench.driver;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * The bytes that codecs write to: one array for all values, which grows and is never given back. A
 * library that writes to streams takes it as one; a library that wants an array borrows it.
 */
public final class Buffer extends OutputStream {
  private byte[] array = new byte[4096];
  private int size;

  public void clear() {
    size = 0;
  }

  public int size() {
    return size;
  }

  public byte[] array() {
    return array;
  }

  /** The array, with room for `count` bytes at `size()`. */
  public byte[] reserve(int count) {
    if (array.length - size < count) {
      array = Arrays.copyOf(array, Math.max(size + count, Math.multiplyExact(array.length, 2)));
    }
    return array;
  }

  /** Counts bytes that were written to the reserved room. */
  public void advance(int count) {
    size += count;
  }

  /** Takes over an array that a library grew by itself, with the first `count` bytes written. */
  public void adopt(byte[] grown, int count) {
    array = grown;
    size = count;
  }

  public byte[] copy() {
    return Arrays.copyOf(array, size);
  }

  @Override
  public void write(int value) {
    reserve(1)[size++] = (byte) value;
  }

  @Override
  public void write(byte[] from, int offset, int count) {
    System.arraycopy(from, offset, reserve(count), size, count);
    size += count;
  }
}
