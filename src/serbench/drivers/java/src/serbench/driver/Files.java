package serbench.driver;

import com.fasterxml.jackson.core.JacksonException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
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
    JsonReader reader = new JsonReader();
    try (InputStream in = new BufferedInputStream(java.nio.file.Files.newInputStream(path))) {
      Buffer line = new Buffer();
      while ((limit == 0 || values.size() < limit) && nextLine(in, line)) {
        values.add(parse(ops, reader, line, path, values.size() + 1));
      }
    } catch (IOException e) {
      throw Refusal.badValues(path + ": " + reason(e));
    }
    if (values.isEmpty()) {
      throw Refusal.badValues(path + ": it holds no values");
    }
    return values;
  }

  private static <V> V parse(
      Values<V> ops, JsonReader reader, Buffer line, Path path, int number) throws Refusal {
    String where = path + ": line " + number + ": ";
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder(); // throws where a String would mend
    try {
      String text = utf8.decode(ByteBuffer.wrap(line.array(), 0, line.size())).toString();
      return reader.read(ops, text);
    } catch (CharacterCodingException e) {
      throw Refusal.badValues(where + "it is not UTF-8");
    } catch (JacksonException e) {
      int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
      throw Refusal.badValues(where + "column " + column + ": " + e.getOriginalMessage());
    } catch (IOException | StackOverflowError e) {
      throw Refusal.badValues(where + Refusal.describe(e));
    }
  }

  /** False at the end of the file. */
  private static boolean nextLine(InputStream in, Buffer line) throws IOException {
    line.clear();
    for (int b; (b = in.read()) >= 0; line.write(b)) {
      if (b == '\n') {
        return true;
      }
    }
    return line.size() > 0;
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
      throw Refusal.failed(path + ": " + reason(e));
    }
    return Map.of("values", encoded.length, "bytes", total);
  }

  /** Deserializes a file that `dump` wrote, of this codec or another of its format. */
  static <V> Map<String, Object> load(Values<V> ops, Codec<V, ?, ?> codec, Path path)
      throws Refusal {
    CanonicalBytes canonical = new CanonicalBytes();
    List<Long> digests = new ArrayList<>();
    try (DataInputStream file =
        new DataInputStream(
            new BufferedInputStream(java.nio.file.Files.newInputStream(path)))) {
      for (byte[] bytes; (bytes = nextDumped(file)) != null; ) {
        try {
          digests.add(canonical.digest(ops, codec.deserialize(bytes)));
        } catch (Exception | StackOverflowError e) {
          throw Refusal.of(e, path + ": value " + digests.size() + ": ");
        }
      }
    } catch (IOException e) {
      throw Refusal.badValues(path + ": " + reason(e));
    }
    long[] all = digests.stream().mapToLong(digest -> digest).toArray();
    return Map.of("values", all.length, "digest", canonical.digestOfSet(all));
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

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException ? "there is no such file" : Refusal.describe(e);
  }
}
