package serbench.driver;

/** The memory that new objects are made in. */
final class YoungGeneration {
  private static final int BLOCK_BYTES = 1 << 16;

  /** Where it is larger, collections are so far apart that no batch spans a cycle. */
  private static final long MOST_BYTES = 32 << 20;

  private YoungGeneration() {}

  /**
   * Allocates garbage until it has been collected. Whoever starts from here allocates in memory
   * that the system has already given, and has the same way to go to the next collection each time.
   */
  static void empty() {
    long before = Process.collections();
    for (long bytes = 0; bytes < MOST_BYTES && Process.collections() == before; ) {
      Blackhole.consume(new byte[BLOCK_BYTES]);
      bytes += BLOCK_BYTES;
    }
    Blackhole.clear();
  }
}
