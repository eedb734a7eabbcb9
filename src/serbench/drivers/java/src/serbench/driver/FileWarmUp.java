package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Has the compiler done before an object file is timed: each request, with and without the codec
 * and for each way of reading, is first repeated on a sample in a temporary file, which nobody else
 * sees. The object file itself would have its first blocks in the page cache afterwards. What fails
 * here fails again, and is then said, where it is timed.
 */
final class FileWarmUp<V> {
  private static final long MOST_NS = 10_000_000_000L;
  private static final int CHUNK_VALUES = 4096;

  /**
   * Small, so that values cross blocks, and pages: code that never ran is compiled as if it never
   * would.
   */
  private static final int BLOCK_BYTES = 1 << 16;

  private final Values<V> ops;
  private final Codec<V, ?, ?> codec;
  private final String schema;
  private final Set<String> done = new HashSet<>();
  private Sample sample;

  FileWarmUp(Values<V> ops, Codec<V, ?, ?> codec, String schema) {
    this.ops = ops;
    this.codec = codec;
    this.schema = schema;
  }

  private interface Pass {
    void run(FileChannel channel) throws Exception;
  }

  /** `reader` stands at the first value, before and after. */
  void write(ValueReader<V> reader, int count, ByteBuffer block) throws Refusal {
    if (done.contains("write")) {
      return;
    }
    int most = Math.min(count, CHUNK_VALUES);
    EncodedValues<V> values = new EncodedValues<>(ops, codec, reader, most, schema, "");
    values.readChunk();
    reader.rewind();
    warm(
        "write",
        values.chunkSize(),
        channel -> {
          values.startOver();
          BlockWriter out = new BlockWriter(channel, Path.of(""), some(block));
          values.encodeChunk(out);
          out.flush();
        });
    if (sample == null) {
      try {
        sample = values.sample(Sample.ROUGH_BYTES);
      } catch (Exception | StackOverflowError | LinkageError e) {
        return;
      }
    }
  }

  void writeAlone(RandomBytes randomBytes) {
    RandomBytes some =
        new RandomBytes(Math.min(randomBytes.bytes(), Sample.ROUGH_BYTES), randomBytes.block());
    warm("write alone", CHUNK_VALUES, channel ->
        some.write(new BlockWriter(channel, Path.of(""), randomBytes.block())));
  }

  void scan(Path path, ObjectIndex index, Reading reading, ByteBuffer block) {
    String what = "scan " + reading;
    if (lacks(what, path, index)) {
      int count = sample.count();
      warm(
          what,
          count,
          channel -> {
            Deserializer<?> deserializer = reading.by(codec, count); // with room for each pass anew
            new ScanTask<>(path, sample.index(), 0, count, deserializer, some(block))
                .read(channel, System.nanoTime());
          });
    }
  }

  void get(Path path, ObjectIndex index, Reading reading, int pageBytes) {
    int page = Math.min(pageBytes, BLOCK_BYTES);
    String what = "get " + reading + " by " + page;
    if (lacks(what, path, index)) {
      int bytes = page == 0 ? sample.index().largestBytes() : page;
      ByteBuffer block = ByteBuffer.allocateDirect(bytes);
      int[] all = IntStream.range(0, sample.count()).toArray();
      warm(
          what,
          all.length,
          channel -> {
            Deserializer<?> deserializer = reading.by(codec, all.length);
            new GetTask<>(path, sample.index(), all, 0, 1, page, deserializer, block)
                .read(channel, System.nanoTime());
          });
    }
  }

  /** Has another codec do what it does but once. */
  void use(Codec<V, ?, ?> another) {
    try {
      for (int i = 0; sample != null && i < sample.count(); i++) {
        Blackhole.consume(another.deserialize(sample.value(i)));
      }
    } catch (Exception | StackOverflowError | LinkageError e) {
      return;
    } finally {
      Blackhole.clear();
    }
  }

  private static ByteBuffer some(ByteBuffer block) {
    return block.slice(0, Math.min(block.capacity(), BLOCK_BYTES));
  }

  /** A sample is taken from the object file only if none was written before. */
  private boolean lacks(String what, Path path, ObjectIndex index) {
    if (sample == null && index.count() > 0) {
      sample = Sample.of(path, index);
    }
    return sample != null && !done.contains(what);
  }

  private void warm(String what, long items, Pass once) {
    if (items == 0 || !done.add(what)) {
      return;
    }
    try (FileChannel channel = temporary()) {
      if (sample != null) {
        for (ByteBuffer bytes = ByteBuffer.wrap(sample.bytes()); bytes.hasRemaining(); ) {
          channel.write(bytes);
        }
      }
      Walk walk =
          (passes, meter) -> {
            meter.start();
            for (long pass = 0; pass < passes; pass++) {
              try {
                once.run(channel.position(0));
              } catch (Exception | StackOverflowError | LinkageError e) {
                throw Refusal.of(e, "");
              }
            }
            meter.stop();
          };
      WarmUp.run(List.of(new WarmUp.Subject(walk, items)), MOST_NS);
    } catch (IOException | Refusal e) {
      return;
    }
  }

  private static FileChannel temporary() throws IOException {
    return FileChannel.open(
        Files.createTempFile("serbench-", ""),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }
}
