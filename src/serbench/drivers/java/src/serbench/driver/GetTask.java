package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reads every `stride`-th of the numbered values, each by one `pread` of exactly its bytes or by
 * those of whole pages.
 */
final class GetTask<T> extends ReadTask<T> {
  private final int[] numbers;
  private final int first;
  private final int stride;
  private final int pageBytes; // 0: no pages

  /** `block` has room for the largest value, or for a page. */
  GetTask(
      Path path,
      ObjectIndex index,
      int[] numbers,
      int first,
      int stride,
      int pageBytes,
      Deserializer<T> codec,
      ByteBuffer block) {
    super(path, index, codec, block);
    this.numbers = numbers;
    this.first = first;
    this.stride = stride;
    this.pageBytes = pageBytes;
  }

  @Override
  void read(FileChannel channel, long startedNs) throws IOException, Refusal {
    if (pageBytes == 0) {
      readExactly(channel, startedNs);
    } else {
      readPages(channel, startedNs);
    }
  }

  private void readExactly(FileChannel channel, long startedNs) throws IOException, Refusal {
    long mark = startedNs;
    for (int i = first; i < numbers.length; i += stride) {
      int number = numbers[i];
      int size = index.size(number);
      block.clear().limit(size);
      fill(channel, index.start(number));
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

  /** The block holds one page; of a value that goes on in the next, the array gets part by part. */
  private void readPages(FileChannel channel, long startedNs) throws IOException, Refusal {
    long there = -1; // where the page in the block starts
    long mark = startedNs;
    for (int i = first; i < numbers.length; i += stride) {
      int number = numbers[i];
      long start = index.start(number);
      long end = index.end(number);
      byte[] value = null;
      long at = start;
      do { // once for a value without bytes
        long page = at - at % pageBytes;
        if (page != there) {
          block.clear().limit((int) Math.min(pageBytes, index.objectBytes() - page));
          fill(channel, page);
          there = page;
          bytes += block.limit();
          long now = System.nanoTime();
          ioNs += now - mark;
          mark = now;
        }
        long next = Math.min(end, page + pageBytes);
        if (codec != null) {
          if (value == null) {
            value = new byte[index.size(number)];
          }
          block.get((int) (at - page), value, (int) (at - start), (int) (next - at));
          if (next == end) {
            consume(decode(number, value));
          }
          long now = System.nanoTime();
          codecNs += now - mark;
          mark = now;
        }
        at = next;
      } while (at < end);
      values++;
    }
  }

  private void fill(FileChannel channel, long from) throws IOException, Refusal {
    for (long at = from; block.hasRemaining(); reads++) {
      int count = channel.read(block, at);
      if (count < 0) {
        throw ended();
      }
      at += count;
    }
  }
}
