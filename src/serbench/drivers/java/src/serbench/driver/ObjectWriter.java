package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes one object file, in blocks: `write` of docs/object-files.md. */
final class ObjectWriter {
  static final Set<OpenOption> ANEW =
      Set.of(
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING);

  private final Path path;
  private final ByteBuffer block;
  private final boolean syncs;
  private long ioNs;

  ObjectWriter(Path path, ByteBuffer block, boolean syncs) {
    this.path = path;
    this.block = block;
    this.syncs = syncs;
  }

  /** What the file is filled with. */
  interface Content {
    void write(BlockWriter out) throws Refusal;

    /** Once the file is closed. */
    default void writeIndex(Path objects) throws IOException, Refusal {}
  }

  /** Opens, writes, syncs and closes the file; leaves none, and no index, if that fails. */
  Map<String, Object> write(Content content) throws Refusal {
    try {
      Files.deleteIfExists(ObjectIndex.path(path));
      ioNs = -System.nanoTime();
      FileChannel channel = FileChannel.open(path, ANEW);
      ioNs += System.nanoTime();
      BlockWriter out = new BlockWriter(channel, path, block);
      try (channel) {
        content.write(out);
        out.flush();
        ioNs -= System.nanoTime();
        if (syncs) {
          channel.force(true);
        }
        channel.close();
        ioNs += System.nanoTime();
      }
      content.writeIndex(path);
      return reply(out);
    } catch (IOException e) {
      remove();
      throw Refusal.failed(path + ": " + Refusal.cause(e));
    } catch (Refusal | RuntimeException | Error e) {
      remove();
      throw e;
    }
  }

  private Map<String, Object> reply(BlockWriter out) {
    Map<String, Object> reply = new HashMap<>();
    reply.put("total_ns", out.codecNs + out.ioNs + ioNs);
    reply.put("codec_ns", out.codecNs);
    reply.put("io_ns", out.ioNs + ioNs);
    reply.put("writes", out.writes);
    reply.put("fsyncs", syncs ? 1 : 0);
    return reply;
  }

  private void remove() {
    for (Path stray : List.of(path, ObjectIndex.path(path))) {
      try {
        Files.deleteIfExists(stray);
      } catch (IOException e) {
        // What went wrong before is said; this is no news.
      }
    }
  }
}
