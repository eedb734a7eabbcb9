package serbench.logical;

import java.nio.ByteBuffer;
import java.util.UUID;

/** The 16 bytes of a UUID, in the order of its text. */
public final class Bytes {
  private Bytes() {}

  public static byte[] bytes(UUID v) {
    return ByteBuffer.allocate(16)
        .putLong(v.getMostSignificantBits())
        .putLong(v.getLeastSignificantBits())
        .array();
  }

  public static UUID uuid(byte[] bytes) {
    if (bytes.length != 16) {
      throw new IllegalArgumentException("a UUID has 16 bytes, not " + bytes.length);
    }
    ByteBuffer from = ByteBuffer.wrap(bytes);
    return new UUID(from.getLong(), from.getLong());
  }
}
