package serbench.driver;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The canonical values of a file, one after the other. */
final class ValueReader<V> implements AutoCloseable {
  private final Values<V> ops;
  private final Path path;
  private final JsonReader json = new JsonReader();
  // Jackson takes bytes too, but also some that are not UTF-8.
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private char[] text = {};
  private final Buffer line = new Buffer();
  private final byte[] block = new byte[1 << 16];
  private InputStream in;
  private int at;
  private int end;
  private long lines;

  ValueReader(Values<V> ops, Path path) throws Refusal {
    this.ops = ops;
    this.path = path;
    rewind();
  }

  /** Back to the first value. */
  void rewind() throws Refusal {
    close();
    try {
      in = java.nio.file.Files.newInputStream(path);
    } catch (IOException e) {
      throw unreadable(e);
    }
    at = 0;
    end = 0;
    lines = 0;
  }

  /** Null at the end of the file. */
  V next() throws Refusal {
    try {
      if (!nextLine()) {
        return null;
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    lines++;
    try {
      int size = decodeLine(); // which may replace the text
      return json.read(ops, text, size);
    } catch (BeyondClass e) {
      throw Refusal.cannotHold("value " + (lines - 1) + ": " + e.getMessage());
    } catch (JacksonException e) {
      int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
      throw bad("column " + column + ": " + e.getOriginalMessage());
    } catch (IOException | StackOverflowError e) {
      throw bad(Refusal.describe(e));
    }
  }

  /** Puts the line into `text`; returns the number of its characters. */
  private int decodeLine() throws Refusal {
    if (text.length < line.size()) {
      text = new char[2 * line.size()];
    }
    CharBuffer decoded = CharBuffer.wrap(text);
    ByteBuffer encoded = ByteBuffer.wrap(line.array(), 0, line.size());
    if (utf8.reset().decode(encoded, decoded, true).isError()) {
      throw bad("it is not UTF-8");
    }
    return decoded.position();
  }

  private Refusal bad(String cause) {
    return Refusal.badValues(path + ": line " + lines + ": " + cause);
  }

  /** Of the value that was read last. */
  int jsonBytes() {
    return line.size();
  }

  Refusal isEmpty() {
    return Refusal.badValues(path + ": it holds no values");
  }

  private boolean nextLine() throws IOException {
    line.clear();
    while (true) {
      if (at == end) {
        at = 0;
        end = Math.max(in.read(block), 0);
        if (end == 0) {
          return line.size() > 0;
        }
      }
      int from = at;
      while (at < end && block[at] != '\n') {
        at++;
      }
      line.write(block, from, at - from);
      if (at < end) {
        at++;
        return true;
      }
    }
  }

  private Refusal unreadable(IOException e) {
    return Refusal.badValues(path + ": " + Refusal.cause(e));
  }

  @Override
  public void close() throws Refusal {
    try {
      if (in != null) {
        in.close();
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }
}
