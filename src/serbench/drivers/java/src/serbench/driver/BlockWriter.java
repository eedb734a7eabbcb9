package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Gathers bytes into a block and writes each full one. What passes between `start` and `stop` is
 * the time of the codec, but for the writes. The clock is read for blocks, not for values.
 */
final class BlockWriter {
  long codecNs;
  long ioNs;
  long writes;
  private final FileChannel channel;
  private final Path path; // for errors
  private final ByteBuffer block;
  private long markNs;

  /** `block` is a direct buffer: others the virtual machine copies into one. */
  BlockWriter(FileChannel channel, Path path, ByteBuffer block) {
    this.channel = channel;
    this.path = path;
    this.block = block.clear();
  }

  void start() {
    markNs = System.nanoTime();
  }

  void stop() {
    long now = System.nanoTime();
    codecNs += now - markNs;
    markNs = now;
  }

  void put(byte[] bytes, int from, int count) throws Refusal {
    int at = from;
    int end = from + count;
    while (end - at >= block.remaining()) {
      int room = block.remaining();
      block.put(bytes, at, room);
      at += room;
      stop();
      flush();
    }
    block.put(bytes, at, end - at);
  }

  /** Writes what the block holds. */
  void flush() throws Refusal {
    block.flip();
    long started = System.nanoTime();
    try {
      while (block.hasRemaining()) {
        channel.write(block);
        writes++;
      }
    } catch (IOException e) {
      throw Refusal.failed(path + ": " + Refusal.cause(e));
    }
    markNs = System.nanoTime();
    ioNs += markNs - started;
    block.clear();
  }
}
