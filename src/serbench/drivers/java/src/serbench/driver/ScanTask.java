package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reads values that follow each other, block by block. Codecs take an array of exactly a value's
 * bytes: they are copied from the block once, as part of decoding, wherever in blocks they lie.
 */
class ScanTask<T> extends ReadTask<T> {
  private final int from;
  private final int to;
  private int next;
  private byte[] partial; // a value that the blocks before have begun
  private int filled;

  ScanTask(
      Path path,
      ObjectIndex index,
      int from,
      int to,
      Deserializer<T> codec,
      ByteBuffer block) {
    super(path, index, codec, block);
    this.from = from;
    this.to = to;
  }

  @Override
  final void read(FileChannel channel, long startedNs) throws IOException, Refusal {
    next = from;
    partial = null;
    filled = 0;
    long at = index.start(from);
    long end = index.start(to);
    channel.position(at);
    long mark = startedNs;
    do {
      block.clear().limit((int) Math.min(block.capacity(), end - at));
      while (block.hasRemaining()) {
        if (channel.read(block) < 0) {
          throw ended();
        }
        reads++;
      }
      at += block.flip().limit();
      long now = System.nanoTime();
      ioNs += now - mark;
      mark = now;
      if (codec != null) {
        decodeBlock(at);
        mark = System.nanoTime();
        codecNs += mark - now;
      }
    } while (at < end);
    values += to - from;
    bytes += end - index.start(from);
  }

  /** Those values that end in the block, which ends at `blockEnd` of the file. */
  private void decodeBlock(long blockEnd) throws Refusal {
    for (; next < to && index.end(next) <= blockEnd; next++) {
      byte[] bytes = partial == null ? new byte[index.size(next)] : partial;
      block.get(bytes, filled, bytes.length - filled);
      partial = null;
      filled = 0;
      take(next, decode(next, bytes));
    }
    if (block.hasRemaining()) {
      if (partial == null) {
        partial = new byte[index.size(next)];
      }
      int count = block.remaining();
      block.get(partial, filled, count);
      filled += count;
    }
  }

  void take(int number, T value) {
    consume(value);
  }
}
