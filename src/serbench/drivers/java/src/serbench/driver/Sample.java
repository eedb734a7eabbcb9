package serbench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Some encoded values, to warm up with. */
record Sample(byte[] bytes, ObjectIndex index) {
  static final int ROUGH_BYTES = 1 << 20;

  /** The first values of an object file, of about `ROUGH_BYTES`; none if it cannot be read. */
  static Sample of(Path objects, ObjectIndex index) {
    int count = 0;
    while (count < index.count() && index.start(count) < ROUGH_BYTES) {
      count++;
    }
    ObjectIndex first = index.first(count);
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(first.objectBytes(), ObjectIndex.MOST));
    try (FileChannel channel = FileChannel.open(objects, StandardOpenOption.READ)) {
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
    } catch (IOException e) {
      return new Sample(new byte[0], index.first(0)); // who reads it next says why
    }
    return new Sample(bytes.array(), first);
  }

  int count() {
    return index.count();
  }

  byte[] value(int number) {
    return Arrays.copyOfRange(bytes, (int) index.start(number), (int) index.end(number));
  }
}
