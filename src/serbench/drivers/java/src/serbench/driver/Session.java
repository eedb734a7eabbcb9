package serbench.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A working set: opened, verified, and walked over. */
final class Session<V, I, O> {
  private static final int MISMATCHES_SHOWN = 10;

  /**
   * What `encode` and `convert` start from is made in chunks of so many values or encoded bytes,
   * so small that they are still in the nearest cache, as where one is made and used: else the
   * parts would take longer than the whole. Those of the whole working set would be copied by the
   * collector, too, and protobuf's messages remember what was computed in the pass before.
   */
  private static final int CHUNK_VALUES = 16;

  private static final int CHUNK_BYTES = 4096;

  private final Values<V> ops;
  private final Codec<V, I, O> codec;
  private final CanonicalBytes canonical = new CanonicalBytes();
  private final List<V> values;
  private final long[] digests;
  private final Buffer out = new Buffer();

  /** Null if the codec cannot. */
  private final Reuse<V> reuse;

  private byte[][] encoded;

  /** Why `decode-reused` is no operation of these values; or null. */
  private String leftovers;

  private boolean verified;

  @SuppressWarnings("unchecked") // a codec of these values decodes to no others
  Session(Values<V> ops, Codec<V, I, O> codec, Path path, long limit) throws Refusal {
    this.ops = ops;
    this.codec = codec;
    reuse = codec instanceof Reuse<?> reusing ? (Reuse<V>) reusing : null;
    values = Files.readValues(ops, path, limit);
    digests = values.stream().mapToLong(value -> canonical.digest(ops, value)).toArray();
  }

  Map<String, Object> opened() {
    Map<String, Object> reply = new HashMap<>();
    reply.put("values", values.size());
    reply.put("digest", CanonicalBytes.digestOfSet(digests));
    reply.put("visit", CanonicalBytes.hex(values.stream().mapToLong(ops::visit).sum()));
    if (ops.leaf() != null) {
      reply.put("access", CanonicalBytes.hex(values.stream().mapToLong(ops::access).sum()));
    }
    return reply;
  }

  /** Proves the values whose index is a multiple of `every`, and encodes the others. */
  Map<String, Object> verify(int every) throws Refusal {
    verified = false;
    encoded = new byte[values.size()][];
    long[] found = new long[(values.size() + every - 1) / every];
    List<Map<String, Object>> mismatches = new ArrayList<>();
    long visit = 0;
    long bytes = 0;
    int mismatched = 0;
    for (int i = 0; i < encoded.length; i++) {
      Proof proof = new Proof();
      try {
        if (i % every == 0) {
          prove(i, proof);
        } else {
          encode(i, proof);
        }
      } catch (CannotHold e) {
        throw Refusal.cannotHold("value " + i + ": " + e.getMessage());
      } catch (Exception | StackOverflowError | LinkageError e) {
        mismatched++;
        if (mismatches.size() < MISMATCHES_SHOWN) {
          boolean isOurs = e instanceof Mismatch;
          String reason = isOurs ? e.getMessage() : proof.step + ": " + Refusal.describe(e);
          mismatches.add(Map.of("index", i, "reason", reason));
        }
      }
      encoded[i] = proof.encoded;
      if (i % every == 0) {
        found[i / every] = proof.digest;
      }
      visit += proof.visit;
      bytes += proof.encoded.length;
    }
    layOut(encoded);
    verified = mismatched == 0;
    leftovers = verified && reuse != null ? proveReused(every) : null;
    return Map.of(
        "values", values.size(),
        "encoded_bytes", bytes,
        "digest", CanonicalBytes.digestOfSet(found),
        "visit", CanonicalBytes.hex(visit),
        "mismatched", mismatched,
        "mismatches", mismatches);
  }

  /**
   * Makes the arrays again, one after the other, so that they lie side by side in memory; between
   * the first ones lies what the proofs made. The serial collector copies in the order of the
   * references and thus keeps them together.
   */
  private static void layOut(byte[][] arrays) {
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = arrays[i].clone();
    }
  }

  /** What verification learns of one value. */
  private static final class Proof {
    String step = "";
    byte[] encoded = {};
    long digest;
    long visit;
  }

  private static final class Mismatch extends Exception {
    private static final long serialVersionUID = 1L;

    Mismatch(String what, long found, long expected) {
      super(what + " " + CanonicalBytes.hex(found) + " is not " + CanonicalBytes.hex(expected));
    }
  }

  /** The steps of `verify` in docs/protocol.md for one value. */
  private void prove(int index, Proof proof) throws Exception {
    V value = values.get(index);
    canonical.digest(ops, value);
    String reason = codec.cannotHold(canonical.traits());
    if (reason != null) {
      throw new CannotHold(reason);
    }
    encode(index, proof);
    proof.step = "decode";
    O output = codec.decode(proof.encoded);
    proof.step = "convert";
    proof.digest = canonical.digest(ops, codec.convert(output));
    same("decode: digest", proof.digest, digests[index]);
    proof.step = "serialize";
    out.clear();
    codec.serialize(value, out);
    proof.step = "deserialize";
    V again = codec.deserialize(out.copy());
    same("deserialize: digest", canonical.digest(ops, again), digests[index]);
    proof.step = "encode-fresh";
    V fresh = codec.deserialize(encodedFresh(codec.populate(value)).copy());
    same("encode-fresh: digest", canonical.digest(ops, fresh), digests[index]);
    proof.step = "read";
    proof.visit = codec.read(proof.encoded);
    same("read: visit sum", proof.visit, ops.visit(value));
    if (codec instanceof Access accessing && ops.leaf() != null) {
      proof.step = "access";
      same("access: sum", accessing.access(proof.encoded), ops.access(value));
    }
  }

  /** The first of these steps. */
  private void encode(int index, Proof proof) throws Exception {
    proof.step = "populate";
    I input = codec.populate(values.get(index));
    proof.step = "encode";
    out.clear();
    codec.encode(input, out);
    proof.encoded = out.copy();
  }

  /**
   * Whether each value takes the place of the one before, which a library need not see to. Returns
   * why not, or null.
   */
  private String proveReused(int every) {
    int index = 0;
    try {
      for (; index < encoded.length; index += every) {
        reuse.decodeReused(encoded[index]);
        reuse.decodeReused(encoded[index]); // the value before may be this one, not added to
        same("digest", canonical.digest(ops, reuse.held()), digests[index]);
      }
      return null;
    } catch (Mismatch e) {
      String kept = ": the object kept something of the value before";
      return "value " + index + ": decode-reused: " + e.getMessage() + kept;
    } catch (Exception | StackOverflowError | LinkageError e) {
      return "value " + index + ": decode-reused: " + Refusal.describe(e);
    }
  }

  private static void same(String what, long found, long expected) throws Mismatch {
    if (found != expected) {
      throw new Mismatch(what, found, expected);
    }
  }

  /** What verification encoded: nothing else may be measured or written. */
  byte[][] encoded() throws Refusal {
    if (!verified) {
      throw Refusal.badRequest("the working set is not verified: send verify first");
    }
    return encoded;
  }

  int size() {
    return values.size();
  }

  /** Whether what is walked over is made just before, chunk by chunk, outside the meter. */
  boolean isMadeAhead(Operation operation) {
    return codec.hasOwnModel()
        && switch (operation) {
          case ENCODE, ENCODE_FRESH, CONVERT -> true;
          default -> false;
        };
  }

  /** Walks `passes` times over the working set. */
  void walk(Operation operation, long passes, Meter meter) throws Refusal {
    walk(operation, 0, values.size(), passes, meter);
  }

  /** Over the values from `from` to before `to`. */
  void walk(Operation operation, int from, int to, long passes, Meter meter) throws Refusal {
    encoded();
    if (operation == Operation.DECODE_REUSED && leftovers != null) {
      throw Refusal.failed(leftovers);
    }
    try {
      if (isMadeAhead(operation)) {
        int each = to - from;
        for (long at = 0; at < passes * each; ) {
          int first = from + (int) (at % each);
          int count = meter.isDear() ? each : chunk(first, to, passes * each - at);
          overObjects(operation, from, to, first, count, meter);
          at += count;
        }
        return;
      }
      meter.start();
      for (long pass = 0; pass < passes; pass++) {
        pass(operation, from, to);
      }
      meter.stop();
    } catch (Exception | StackOverflowError | LinkageError e) {
      throw Refusal.of(e, "");
    } finally {
      Blackhole.clear();
    }
  }

  /** A small working set is walked over several times in one. */
  private int chunk(int first, int to, long most) {
    int count = 0;
    for (long bytes = 0; count < Math.min(most, CHUNK_VALUES) && bytes < CHUNK_BYTES; count++) {
      bytes += encoded[Math.min(first + count, to - 1)].length;
    }
    return count;
  }

  /** `count` values from `first` on, which go on at `from` behind the last. */
  private void overObjects(
      Operation operation, int from, int to, int first, int count, Meter meter) throws Exception {
    if (operation == Operation.CONVERT) {
      List<O> outputs = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        outputs.add(codec.decode(encoded[from + (first - from + i) % (to - from)]));
      }
      meter.start();
      convert(outputs);
      meter.stop();
    } else {
      List<I> inputs = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        inputs.add(codec.populate(values.get(from + (first - from + i) % (to - from))));
      }
      meter.start();
      if (operation == Operation.ENCODE_FRESH) {
        encodeFresh(inputs);
      } else {
        encode(inputs);
      }
      meter.stop();
    }
  }

  /** One walk; a method of its own for each operation, so that each is compiled by itself. */
  private void pass(Operation operation, int from, int to) throws Exception {
    switch (operation) {
      case POPULATE -> populate(from, to);
      case DECODE -> decode(from, to);
      case READ -> read(from, to);
      case ACCESS -> access((Access) codec, from, to);
      case ENCODE_FRESH -> serializeFresh(from, to);
      case DECODE_REUSED -> decodeReused(from, to);
      case ENCODE, SERIALIZE -> serialize(from, to); // of plain values they are one
      case DESERIALIZE -> deserialize(from, to);
      case MEMCPY -> memcpy(from, to);
      default -> throw new AssertionError(operation);
    }
  }

  private void populate(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      Blackhole.consume(codec.populate(values.get(i)));
    }
  }

  private void encode(List<I> inputs) throws Exception {
    for (int i = 0; i < inputs.size(); i++) {
      out.clear();
      codec.encode(inputs.get(i), out);
      Blackhole.consume(out.size());
    }
  }

  /** As small as a ByteArrayOutputStream comes: a library that knows the size says it. */
  private Buffer encodedFresh(I input) throws Exception {
    Buffer fresh = new Buffer(32);
    codec.encodeFresh(input, fresh);
    return fresh;
  }

  private void encodeFresh(List<I> inputs) throws Exception {
    for (int i = 0; i < inputs.size(); i++) {
      Blackhole.consume(encodedFresh(inputs.get(i)));
    }
  }

  private void decode(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      Blackhole.consume(codec.decode(encoded[i]));
    }
  }

  private void convert(List<O> outputs) throws Exception {
    for (int i = 0; i < outputs.size(); i++) {
      Blackhole.consume(codec.convert(outputs.get(i)));
    }
  }

  private void read(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      Blackhole.consume(codec.read(encoded[i]));
    }
  }

  private void access(Access accessing, int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      Blackhole.consume(accessing.access(encoded[i]));
    }
  }

  private void serialize(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      out.clear();
      codec.serialize(values.get(i), out);
      Blackhole.consume(out.size());
    }
  }

  /** Of plain values, whose populating is none. */
  @SuppressWarnings("unchecked")
  private void serializeFresh(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      Blackhole.consume(encodedFresh((I) values.get(i)));
    }
  }

  private void decodeReused(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      Blackhole.consume(reuse.decodeReused(encoded[i]));
    }
  }

  private void deserialize(int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      Blackhole.consume(codec.deserialize(encoded[i]));
    }
  }

  private void memcpy(int from, int to) {
    for (int i = from; i < to; i++) {
      out.clear();
      out.write(encoded[i], 0, encoded[i].length);
      Blackhole.consume(out.size());
    }
  }
}
