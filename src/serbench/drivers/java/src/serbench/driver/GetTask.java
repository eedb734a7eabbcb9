package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reads every `step`-th of the numbered values, each by one `pread` of exactly its bytes. */
final class GetTask<V> extends ReadTask<V> {
  private final int[] numbers;
  private final int first;
  private final int step;

  /** `block` has room for the largest value. */
  GetTask(
      Path path,
      ObjectIndex index,
      int[] numbers,
      int first,
      int step,
      Codec<V, ?, ?> codec,
      ByteBuffer block) {
    super(path, index, codec, block);
    this.numbers = numbers;
    this.first = first;
    this.step = step;
  }

  @Override
  void read(FileChannel channel, long startedNs) throws IOException, Refusal {
    long mark = startedNs;
    for (int i = first; i < numbers.length; i += step) {
      int number = numbers[i];
      int size = index.size(number);
      block.clear().limit(size);
      for (long at = index.start(number); block.hasRemaining(); reads++) {
        int count = channel.read(block, at);
        if (count < 0) {
          throw ended();
        }
        at += count;
      }
      long now = System.nanoTime();
      ioNs += now - mark;
      mark = now;
      if (codec != null) {
        byte[] bytes = new byte[size];
        block.get(0, bytes);
        consume(decode(number, bytes));
        mark = System.nanoTime();
        codecNs += mark - now;
      }
      values++;
      bytes += size;
    }
  }
}
