package serbench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Canonical values on their way into an object file: read, checked and encoded chunk by chunk. */
final class EncodedValues<V> implements ObjectWriter.Content {
  private static final int CHUNK_VALUES = 4096;
  private static final long CHUNK_BYTES = 16 << 20;

  private final Values<V> ops;
  private final Codec<V, ?, ?> codec;
  private final ValueReader<V> reader;
  private final String schema;
  private final String wire;
  private final CanonicalBytes canonical = new CanonicalBytes();
  private final Buffer encoded = new Buffer();
  private final List<V> chunk = new ArrayList<>();
  private final long[] digests;
  private final long[] ends;
  private int read;
  private int written;
  private long bytes;

  EncodedValues(
      Values<V> ops,
      Codec<V, ?, ?> codec,
      ValueReader<V> reader,
      int count,
      String schema,
      String wire) {
    this.ops = ops;
    this.codec = codec;
    this.reader = reader;
    this.schema = schema;
    this.wire = wire;
    digests = new long[count];
    ends = new long[count];
  }

  int chunkSize() {
    return chunk.size();
  }

  long bytes() {
    return bytes;
  }

  String digest() {
    return CanonicalBytes.digestOfSet(digests);
  }

  @Override
  public void write(BlockWriter out) throws Refusal {
    while (readChunk()) {
      encodeChunk(out);
    }
  }

  @Override
  public void writeIndex(Path objects) throws IOException, Refusal {
    new ObjectIndex(ends).write(objects, schema, wire);
  }

  /** Forgets the chunk before; false if there were values enough. */
  boolean readChunk() throws Refusal {
    chunk.clear();
    long jsonBytes = 0;
    while (read < ends.length && chunk.size() < CHUNK_VALUES && jsonBytes < CHUNK_BYTES) {
      V value = reader.next();
      if (value == null) {
        reader.rewind();
        value = reader.next();
      }
      if (value == null) {
        throw reader.isEmpty();
      }
      digests[read] = canonical.digest(ops, value);
      String reason = codec.cannotHold(canonical.traits());
      if (reason != null) {
        throw Refusal.cannotHold("value " + read + ": " + reason);
      }
      jsonBytes += reader.jsonBytes();
      chunk.add(value);
      read++;
    }
    return !chunk.isEmpty();
  }

  void encodeChunk(BlockWriter out) throws Refusal {
    try {
      out.start();
      for (int i = 0; i < chunk.size(); i++) {
        encoded.clear();
        codec.serialize(chunk.get(i), encoded);
        out.put(encoded.written(), encoded.offset(), encoded.size());
        bytes += encoded.size();
        ends[written++] = bytes;
      }
      out.stop();
    } catch (Refusal e) {
      throw e;
    } catch (Exception | StackOverflowError | LinkageError e) {
      throw Refusal.of(e, "value " + written + ": ");
    }
  }

  /** Of the first chunk: nothing of it is encoded. */
  void startOver() {
    written = 0;
    bytes = 0;
  }

  /** The chunk's first values, of about so many bytes. */
  Sample sample(int mostBytes) throws Exception {
    Buffer all = new Buffer();
    long[] itsEnds = new long[chunk.size()];
    int count = 0;
    while (count < itsEnds.length && all.size() < mostBytes) {
      encoded.clear();
      codec.serialize(chunk.get(count), encoded);
      all.write(encoded.written(), encoded.offset(), encoded.size());
      itsEnds[count++] = all.size();
    }
    return new Sample(all.copy(), new ObjectIndex(Arrays.copyOf(itsEnds, count)));
  }
}
