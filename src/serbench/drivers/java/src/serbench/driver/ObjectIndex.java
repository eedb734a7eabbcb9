package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;

/** Where each value of an object file ends: docs/object-files.md. */
final class ObjectIndex {
  /** An array of the virtual machine has not quite 2^31 elements. */
  static final int MOST = Integer.MAX_VALUE - 8;

  private static final byte[] MAGIC = {(byte) 0x89, 'S', 'E', 'R', '\r', '\n', 0x1a, '\n'};
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 96;
  private static final int WIRE_BYTES = 32;
  private static final int BLOCK_BYTES = 1 << 16;

  private final long[] ends;

  ObjectIndex(long[] ends) {
    this.ends = ends;
  }

  /** Of the file's first `count` values alone. */
  ObjectIndex first(int count) {
    return new ObjectIndex(Arrays.copyOf(ends, count));
  }

  int count() {
    return ends.length;
  }

  long start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  long end(int number) {
    return ends[number];
  }

  int size(int number) {
    return (int) (end(number) - start(number));
  }

  long objectBytes() {
    return start(ends.length);
  }

  int largestBytes() {
    int largest = 0;
    for (int i = 0; i < ends.length; i++) {
      largest = Math.max(largest, size(i));
    }
    return largest;
  }

  static Path path(Path objects) {
    return objects.resolveSibling(objects.getFileName() + ".index");
  }

  static byte[] wireBytes(String wire) throws Refusal {
    byte[] bytes = wire.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > WIRE_BYTES) {
      throw Refusal.badRequest("wire must have at most " + WIRE_BYTES + " bytes: " + wire);
    }
    return Arrays.copyOf(bytes, WIRE_BYTES);
  }

  /** The index of an object file, whose size is checked too. */
  static ObjectIndex read(Path objects, String schema, String wire) throws Refusal {
    Path path = path(objects);
    ObjectIndex index;
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      index = read(channel, path, schema, wire);
    } catch (IOException e) {
      throw Refusal.badFile(path, Refusal.cause(e));
    }
    try {
      long size = Files.size(objects);
      if (size != index.objectBytes()) {
        String both = size + " bytes and its index says " + index.objectBytes();
        throw Refusal.badFile(objects, "torn, or the index is of another file: it has " + both);
      }
    } catch (IOException e) {
      throw Refusal.badFile(objects, Refusal.cause(e));
    }
    return index;
  }

  private static ObjectIndex read(FileChannel channel, Path path, String schema, String wire)
      throws IOException, Refusal {
    ByteBuffer header = little(HEADER_BYTES);
    fill(channel, header);
    int there = header.flip().limit();
    int known = Math.min(there, MAGIC.length);
    if (there == 0 || !Arrays.equals(header.array(), 0, known, MAGIC, 0, known)) {
      throw Refusal.badFile(path, "it is not the index of an object file");
    }
    if (there < HEADER_BYTES) {
      throw Refusal.badFile(path, "torn in the header");
    }
    if (header.getInt(8) != VERSION) {
      String versions = header.getInt(8) + "; this serbench reads version " + VERSION;
      throw Refusal.badFile(path, "of version " + versions);
    }
    if (header.getLong(88) != Xxh64.ofBytes(header.array(), 88)
        || header.getInt(12) != HEADER_BYTES) {
      throw Refusal.badFile(path, "its header is damaged: the checksum is wrong");
    }
    long count = header.getLong(16);
    long entryBytes = channel.size() - HEADER_BYTES;
    if (entryBytes % 8 != 0 || entryBytes / 8 != count) {
      throw Refusal.badFile(path, "torn: " + entryBytes + " bytes of entries, not 8 times " + count);
    }
    if (count > MOST) {
      throw Refusal.failed(path + ": " + count + " values; this driver takes " + MOST + " at most");
    }
    long[] ends = new long[(int) count];
    readEntries(channel, ends);
    if (header.getLong(80) != Xxh64.ofLongs(ends)) {
      throw Refusal.badFile(path, "its entries are damaged: the checksum is wrong");
    }
    long before = 0;
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] < before) {
        throw Refusal.badFile(path, "its entries decrease at value " + i);
      }
      if (ends[i] - before > MOST) {
        String most = " bytes; this driver takes " + MOST + " at most";
        throw Refusal.failed(path + ": value " + i + " has " + (ends[i] - before) + most);
      }
      before = ends[i];
    }
    if (before != header.getLong(24)) {
      throw Refusal.badFile(path, "its entries do not lead to the size of the object file");
    }
    String foundSchema = HexFormat.of().formatHex(header.array(), 32, 48);
    if (!foundSchema.equals(schema)) {
      throw Refusal.badFile(path, "of another schema: " + foundSchema + ", not " + schema);
    }
    if (!Arrays.equals(header.array(), 48, 80, wireBytes(wire), 0, WIRE_BYTES)) {
      String name = new String(header.array(), 48, WIRE_BYTES, StandardCharsets.UTF_8);
      String found = name.replaceFirst("\0+$", "");
      throw Refusal.badFile(path, "of another wire: \"" + found + "\", not \"" + wire + "\"");
    }
    return new ObjectIndex(ends);
  }

  private static void readEntries(FileChannel channel, long[] ends) throws IOException {
    ByteBuffer block = little(BLOCK_BYTES);
    for (int done = 0; done < ends.length; ) {
      int count = Math.min(BLOCK_BYTES / 8, ends.length - done);
      fill(channel, block.clear().limit(count * 8));
      block.flip().asLongBuffer().get(ends, done, count);
      done += count;
    }
  }

  /** Under another name first: a file whose writer died has no index. */
  void write(Path objects, String schema, String wire) throws IOException, Refusal {
    ByteBuffer header = little(HEADER_BYTES);
    header.put(MAGIC).putInt(VERSION).putInt(HEADER_BYTES);
    header.putLong(ends.length).putLong(objectBytes());
    header.put(HexFormat.of().parseHex(schema)).put(wireBytes(wire));
    header.putLong(Xxh64.ofLongs(ends));
    header.putLong(Xxh64.ofBytes(header.array(), header.position())).flip();
    Path path = path(objects);
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try {
      try (FileChannel channel = FileChannel.open(fresh, ObjectWriter.ANEW)) {
        drain(header, channel);
        ByteBuffer block = little(BLOCK_BYTES);
        for (int done = 0; done < ends.length; ) {
          int count = Math.min(BLOCK_BYTES / 8, ends.length - done);
          block.clear().limit(count * 8);
          block.asLongBuffer().put(ends, done, count);
          drain(block, channel);
          done += count;
        }
      }
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Up to the end of the file, at the least. */
  private static void fill(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
  }

  private static void drain(ByteBuffer buffer, FileChannel channel) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }
}
