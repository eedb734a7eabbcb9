package serbench.driver;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What one thread reads of an object file: by a file handle, a block and a codec of its own. */
abstract class ReadTask<T> {
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(ReadTask.class, "last", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Path path;
  final ObjectIndex index;
  final Deserializer<T> codec; // null: no value is decoded
  final ByteBuffer block;
  long values;
  long bytes;
  long codecNs;
  long ioNs;
  long reads;

  @SuppressWarnings("unused")
  private Object last;

  ReadTask(Path path, ObjectIndex index, Deserializer<T> codec, ByteBuffer block) {
    this.path = path;
    this.index = index;
    this.codec = codec;
    this.block = block;
  }

  /** Reads all of the task's values; `startedNs` is when the file was about to be opened. */
  abstract void read(FileChannel channel, long startedNs) throws IOException, Refusal;

  /** Returns when it had the last value, by `System.nanoTime`. */
  final long run() throws Refusal {
    long started = System.nanoTime();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      read(channel, started);
      return System.nanoTime();
    } catch (IOException e) {
      throw Refusal.failed(path + ": " + Refusal.cause(e));
    } finally {
      last = null;
    }
  }

  /**
   * Keeps the value until the next one, so that no work for it can be left out. In a field of each
   * task, for threads that write to one would wait for each other; a release store, as in {@link
   * Blackhole}.
   */
  final void consume(T value) {
    LAST.setRelease(this, value);
  }

  final T decode(int number, byte[] bytes) throws Refusal {
    try {
      return codec.deserialize(bytes);
    } catch (Exception | StackOverflowError | LinkageError e) {
      throw Refusal.of(e, path + ": value " + number + ": ");
    }
  }

  final Refusal ended() {
    return Refusal.badFile(path, "torn: it ends before its last value");
  }
}
