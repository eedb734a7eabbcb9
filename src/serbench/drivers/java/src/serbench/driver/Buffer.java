package serbench.driver;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * The bytes that codecs write to: one array for all values, which grows and is never given back. A
 * library that writes to streams takes it as one; a library that wants an array borrows it; a
 * library that writes to storage of its own lends that.
 */
public final class Buffer extends OutputStream {
  private byte[] array;
  private int size;
  private byte[] lent;
  private int offset;

  public Buffer() {
    this(4096);
  }

  /** With room for so many bytes. */
  Buffer(int room) {
    array = new byte[room];
  }

  public void clear() {
    size = 0;
    offset = 0;
    lent = null;
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

  /** All that is written lies in the library's own array, untouched until the next value. */
  public void lend(byte[] bytes, int from, int count) {
    lent = bytes;
    offset = from;
    size = count;
  }

  /** Where what was written lies, from `offset()` on. */
  byte[] written() {
    return lent == null ? array : lent;
  }

  int offset() {
    return offset;
  }

  byte[] copy() {
    return Arrays.copyOfRange(written(), offset, offset + size);
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
