package serbench.driver;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files of canonical values and of encoded ones. */
final class Files {
  private Files() {}

  /** The canonical values of a file, the first `limit` of them (0: all). */
  static <V> List<V> readValues(Values<V> ops, Path path, long limit) throws Refusal {
    List<V> values = new ArrayList<>();
    try (ValueReader<V> reader = new ValueReader<>(ops, path)) {
      while (limit == 0 || values.size() < limit) {
        V value = reader.next();
        if (value == null) {
          break;
        }
        values.add(value);
      }
      if (values.isEmpty()) {
        throw reader.isEmpty();
      }
    }
    return values;
  }

  /** Writes encoded values: each a little-endian 32-bit length and the bytes. */
  static Map<String, Object> dump(byte[][] encoded, Path path) throws Refusal {
    long total = 0;
    try (OutputStream file = new BufferedOutputStream(java.nio.file.Files.newOutputStream(path))) {
      ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      for (byte[] bytes : encoded) {
        file.write(length.putInt(0, bytes.length).array());
        file.write(bytes);
        total += bytes.length;
      }
    } catch (IOException e) {
      throw Refusal.failed(path + ": " + Refusal.cause(e));
    }
    return Map.of("values", encoded.length, "bytes", total);
  }

  /** Deserializes a file that `dump` wrote, of this codec or another of its format. */
  static <V> Map<String, Object> load(Values<V> ops, Codec<V, ?, ?> codec, Path path)
      throws Refusal {
    return load(ops, codec, path, OutputStream.nullOutputStream(), false);
  }

  /** The same; what became of each value is told in the file `outcomes`, and what is refused does not
   * end it. */
  static <V> Map<String, Object> load(Values<V> ops, Codec<V, ?, ?> codec, Path path, Path outcomes)
      throws Refusal {
    try (OutputStream told = java.nio.file.Files.newOutputStream(outcomes)) {
      return load(ops, codec, path, told, true);
    } catch (IOException e) {
      throw Refusal.failed(outcomes + ": " + Refusal.cause(e));
    }
  }

  private static <V> Map<String, Object> load(
      Values<V> ops, Codec<V, ?, ?> codec, Path path, OutputStream told, boolean goesOn)
      throws Refusal {
    CanonicalBytes canonical = new CanonicalBytes();
    List<Long> digests = new ArrayList<>();
    int refused = 0;
    try (DataInputStream file =
        new DataInputStream(
            new BufferedInputStream(java.nio.file.Files.newInputStream(path)))) {
      for (byte[] bytes; (bytes = nextDumped(file)) != null; ) {
        String refusal = null;
        try {
          digests.add(canonical.digest(ops, codec.deserialize(bytes)));
        } catch (Exception | StackOverflowError e) {
          if (!goesOn) {
            throw Refusal.of(e, path + ": value " + digests.size() + ": ");
          }
          refusal = Refusal.of(e, "").getMessage();
          refused++;
        }
        tell(told, refusal == null, refusal == null ? canonical.bytes() : refusal.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw Refusal.badValues(path + ": " + Refusal.cause(e));
    }
    long[] all = digests.stream().mapToLong(digest -> digest).toArray();
    return Map.of(
        "values", all.length + refused,
        "digest", CanonicalBytes.digestOfSet(all),
        "refused", refused);
  }

  /** One outcome, on the disk before the next value is touched. */
  private static void tell(OutputStream told, boolean read, byte[] bytes) throws IOException {
    ByteBuffer outcome = ByteBuffer.allocate(5 + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    outcome.put((byte) (read ? 1 : 0)).putInt(bytes.length).put(bytes);
    told.write(outcome.array());
  }

  /** Null at the end of the file. */
  private static byte[] nextDumped(DataInputStream file) throws IOException {
    int lowest = file.read();
    if (lowest < 0) {
      return null;
    }
    long length = lowest;
    for (int i = 1; i < 4; i++) {
      length |= (long) file.readUnsignedByte() << 8 * i;
    }
    // Not sized ahead: in a damaged file the length may be anything.
    byte[] bytes = file.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
    if (bytes.length < length) {
      throw new EOFException("it ends within a value");
    }
    return bytes;
  }
}
