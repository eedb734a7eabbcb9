package serbench.driver;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The requests of docs/object-files.md: `write`, `scan` and `get`. */
final class ObjectFiles<V> {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int MOST_BLOCK_BYTES = 1 << 30;
  private static final int MOST_THREADS = 1024;

  /** An alignment that every file system is content with. */
  private static final int PAGE_BYTES = 4096;

  private final Values<V> ops;
  private final String schema;
  private final Supplier<? extends Codec<V, ?, ?>> makeCodec;
  private final FileWarmUp<V> warmUp;

  /** One for each thread, kept from request to request. */
  private final List<Codec<V, ?, ?>> codecs = new ArrayList<>();

  private final List<ByteBuffer> blocks = new ArrayList<>();

  /** `codec` is the first thread's; `makeCodec` makes those of others. */
  ObjectFiles(
      Values<V> ops,
      String schema,
      Codec<V, ?, ?> codec,
      Supplier<? extends Codec<V, ?, ?>> makeCodec) {
    this.ops = ops;
    this.schema = schema;
    this.makeCodec = makeCodec;
    codecs.add(codec);
    warmUp = new FileWarmUp<>(ops, codec, schema);
  }

  Map<String, Object> write(Request request) throws Refusal {
    Path path = request.path("path");
    ByteBuffer block = block(0, blockBytes(request));
    String sync = request.has("fsync") ? request.text("fsync") : "end";
    if (!List.of("end", "none").contains(sync)) {
      throw Refusal.badRequest("fsync must be \"end\" or \"none\"");
    }
    ObjectWriter writer = new ObjectWriter(path, block, sync.equals("end"));
    Map<String, Object> reply;
    if (request.flag("codec", true)) {
      int count = request.number("count", 1, ObjectIndex.MOST, 0);
      String wire = request.text("wire");
      ObjectIndex.wireBytes(wire);
      try (ValueReader<V> reader = new ValueReader<>(ops, request.path("values"))) {
        warmUp.write(reader, count, block);
        EncodedValues<V> values =
            new EncodedValues<>(ops, codecs.get(0), reader, count, schema, wire);
        reply = writer.write(values);
        reply.put("values", count);
        reply.put("bytes", values.bytes());
        reply.put("digest", values.digest());
      }
    } else {
      RandomBytes randomBytes = new RandomBytes(request.number("bytes"), block);
      warmUp.writeAlone(randomBytes);
      reply = writer.write(randomBytes);
      reply.put("values", 0);
      reply.put("bytes", randomBytes.bytes());
    }
    return reply;
  }

  Map<String, Object> scan(Request request) throws Refusal {
    int threads = threads(request);
    int blockBytes = blockBytes(request);
    Reading reading = Reading.of(request);
    boolean digest = request.flag("digest", false);
    if (digest && (reading.keep() || reading.step() == Operation.DECODE)) {
      throw Refusal.badRequest("digest goes neither with keep nor with the step decode");
    }
    Path path = request.path("path");
    ObjectIndex index = ObjectIndex.read(path, schema, request.text("wire"));
    if (digest) {
      DigestTask<V> task =
          new DigestTask<>(ops, path, index, codecs.get(0), block(0, blockBytes));
      task.run();
      Map<String, Object> reply = sums(List.of(task));
      reply.put("digest", task.digest());
      return reply;
    }
    warmUp.scan(path, index, reading, block(0, blockBytes));
    List<ReadTask<?>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int from = (int) ((long) index.count() * i / threads);
      int to = (int) ((long) index.count() * (i + 1) / threads);
      Codec<V, ?, ?> codec = reading.withCodec() ? codec(i) : null;
      tasks.add(
          new ScanTask<>(
              path, index, from, to, reading.by(codec, to - from), block(i, blockBytes)));
    }
    return timed(tasks, reading.keep());
  }

  Map<String, Object> get(Request request) throws Refusal {
    int threads = threads(request);
    Reading reading = Reading.of(request);
    int page = request.number("page_bytes", 0, MOST_BLOCK_BYTES, 0);
    Path path = request.path("path");
    ObjectIndex index = ObjectIndex.read(path, schema, request.text("wire"));
    int[] numbers = Numbers.read(request.path("list"), index.count());
    warmUp.get(path, index, reading, page);
    int bytes = page == 0 ? index.largestBytes() : page;
    List<ReadTask<?>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Codec<V, ?, ?> codec = reading.withCodec() ? codec(i) : null;
      int count = (numbers.length - i + threads - 1) / threads;
      tasks.add(
          new GetTask<>(
              path, index, numbers, i, threads, page, reading.by(codec, count), block(i, bytes)));
    }
    return timed(tasks, reading.keep());
  }

  private static Map<String, Object> timed(List<ReadTask<?>> tasks, boolean keep) throws Refusal {
    long totalNs = ReadThreads.run(tasks);
    Map<String, Object> reply = sums(tasks);
    reply.put("total_ns", totalNs);
    reply.put("codec_ns", tasks.stream().mapToLong(t -> t.codecNs).sum() / tasks.size());
    reply.put("io_ns", tasks.stream().mapToLong(t -> t.ioNs).sum() / tasks.size());
    if (keep) {
      tasks.clear();
      System.gc(); // what was kept would be collected within what is timed next
    }
    return reply;
  }

  private static Map<String, Object> sums(List<? extends ReadTask<?>> tasks) {
    Map<String, Object> reply = new HashMap<>();
    reply.put("values", tasks.stream().mapToLong(task -> task.values).sum());
    reply.put("bytes", tasks.stream().mapToLong(task -> task.bytes).sum());
    reply.put("reads", tasks.stream().mapToLong(task -> task.reads).sum());
    return reply;
  }

  private static int blockBytes(Request request) throws Refusal {
    return request.number("block_bytes", 1, MOST_BLOCK_BYTES, BLOCK_BYTES);
  }

  private static int threads(Request request) throws Refusal {
    return request.number("threads", 1, MOST_THREADS, 1);
  }

  private Codec<V, ?, ?> codec(int thread) {
    while (codecs.size() <= thread) {
      Codec<V, ?, ?> made = makeCodec.get();
      warmUp.use(made);
      codecs.add(made);
    }
    return codecs.get(thread);
  }

  /** A thread's block, of that size. */
  private ByteBuffer block(int thread, int bytes) {
    while (blocks.size() <= thread) {
      blocks.add(ByteBuffer.allocateDirect(0));
    }
    if (blocks.get(thread).capacity() < bytes) {
      blocks.set(thread, ByteBuffer.allocateDirect(0)); // so that two never stand in memory together
      int room = Math.addExact(bytes, 2 * PAGE_BYTES); // what is not a whole page is cut off
      blocks.set(thread, ByteBuffer.allocateDirect(room).alignedSlice(PAGE_BYTES));
    }
    return blocks.get(thread).slice(0, bytes);
  }
}
