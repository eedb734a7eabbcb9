package serbench.driver;

import java.nio.ByteBuffer;
import java.util.Random;

/** Bytes of no values, no two pages of which are alike: a file system could leave such out. */
record RandomBytes(long bytes, ByteBuffer block) implements ObjectWriter.Content {
  private static final int PAGE_BYTES = 4096;

  /** `out` writes from the same block. */
  @Override
  public void write(BlockWriter out) throws Refusal {
    byte[] random = new byte[block.capacity()];
    new Random(0).nextBytes(random);
    block.clear().put(random);
    long pages = 0;
    for (long left = bytes; left > 0; ) {
      int count = (int) Math.min(left, block.capacity());
      for (int at = 0; at + Long.BYTES <= count; at += PAGE_BYTES) {
        block.putLong(at, ++pages);
      }
      block.position(count);
      left -= count;
      out.flush();
    }
  }
}
