package serbench.driver;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A scan that digests the values of a whole file. */
final class DigestTask<V> extends ScanTask<V> {
  private final Values<V> ops;
  private final CanonicalBytes canonical = new CanonicalBytes();
  private final long[] digests;

  DigestTask(
      Values<V> ops, Path path, ObjectIndex index, Codec<V, ?, ?> codec, ByteBuffer block) {
    super(path, index, 0, index.count(), codec, block);
    this.ops = ops;
    digests = new long[index.count()];
  }

  @Override
  void take(int number, V value) {
    digests[number] = canonical.digest(ops, value);
  }

  String digest() {
    return CanonicalBytes.digestOfSet(digests);
  }
}
