package serbench.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A working set: opened, verified, and walked over. */
final class Session<V, I, O> {
  private static final int MISMATCHES_SHOWN = 10;

  private final Values<V> ops;
  private final Codec<V, I, O> codec;
  private final CanonicalBytes canonical = new CanonicalBytes();
  private final List<V> values;
  private final long[] digests;
  private final Buffer out = new Buffer();

  private byte[][] encoded;
  private boolean verified;

  /** Made when first needed: the input and the output objects of `encode` and `convert`. */
  private List<I> inputs;

  Session(Values<V> ops, Codec<V, I, O> codec, Path path, long limit) throws Refusal {
    this.ops = ops;
    this.codec = codec;
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

  Map<String, Object> verify() throws Refusal {
    verified = false;
    inputs = null;
    encoded = new byte[values.size()][];
    long[] found = new long[values.size()];
    List<Map<String, Object>> mismatches = new ArrayList<>();
    long visit = 0;
    long bytes = 0;
    int mismatched = 0;
    for (int i = 0; i < encoded.length; i++) {
      Proof proof = new Proof();
      try {
        prove(i, proof);
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
      found[i] = proof.digest;
      visit += proof.visit;
      bytes += proof.encoded.length;
    }
    layOut(encoded);
    verified = mismatched == 0;
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
    proof.step = "populate";
    I input = codec.populate(value);
    proof.step = "encode";
    out.clear();
    codec.encode(input, out);
    proof.encoded = out.copy();
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
    proof.step = "read";
    proof.visit = codec.read(proof.encoded);
    same("read: visit sum", proof.visit, ops.visit(value));
    if (codec instanceof Access accessing && ops.leaf() != null) {
      proof.step = "access";
      same("access: sum", accessing.access(proof.encoded), ops.access(value));
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

  /**
   * Walks `passes` times over the working set. What `encode` and `convert` start from is made
   * before the meter starts; for `convert` anew for each pass, since a model may be used up by it.
   */
  void walk(Operation operation, long passes, Meter meter) throws Refusal {
    encoded();
    try {
      if (operation == Operation.CONVERT) {
        for (long pass = 0; pass < passes; pass++) {
          List<O> outputs = new ArrayList<>(encoded.length);
          for (byte[] bytes : encoded) {
            outputs.add(codec.decode(bytes));
          }
          meter.start();
          convert(outputs);
          meter.stop();
        }
        return;
      }
      if (operation == Operation.ENCODE && inputs == null) {
        List<I> made = new ArrayList<>(values.size());
        for (V value : values) {
          made.add(codec.populate(value));
        }
        inputs = made;
      }
      meter.start();
      for (long pass = 0; pass < passes; pass++) {
        pass(operation);
      }
      meter.stop();
    } catch (Exception | StackOverflowError | LinkageError e) {
      throw Refusal.of(e, "");
    } finally {
      Blackhole.clear();
    }
  }

  /** One walk; a method of its own for each operation, so that each is compiled by itself. */
  private void pass(Operation operation) throws Exception {
    switch (operation) {
      case POPULATE -> populate();
      case ENCODE -> encode();
      case DECODE -> decode();
      case READ -> read();
      case ACCESS -> access((Access) codec);
      case SERIALIZE -> serialize();
      case DESERIALIZE -> deserialize();
      case MEMCPY -> memcpy();
      default -> throw new AssertionError(operation);
    }
  }

  private void populate() throws Exception {
    for (int i = 0; i < values.size(); i++) {
      Blackhole.consume(codec.populate(values.get(i)));
    }
  }

  private void encode() throws Exception {
    for (int i = 0; i < inputs.size(); i++) {
      out.clear();
      codec.encode(inputs.get(i), out);
      Blackhole.consume(out.size());
    }
  }

  private void decode() throws Exception {
    for (byte[] bytes : encoded) {
      Blackhole.consume(codec.decode(bytes));
    }
  }

  private void convert(List<O> outputs) throws Exception {
    for (int i = 0; i < outputs.size(); i++) {
      Blackhole.consume(codec.convert(outputs.get(i)));
    }
  }

  private void read() throws Exception {
    for (byte[] bytes : encoded) {
      Blackhole.consume(codec.read(bytes));
    }
  }

  private void access(Access accessing) throws Exception {
    for (byte[] bytes : encoded) {
      Blackhole.consume(accessing.access(bytes));
    }
  }

  private void serialize() throws Exception {
    for (int i = 0; i < values.size(); i++) {
      out.clear();
      codec.serialize(values.get(i), out);
      Blackhole.consume(out.size());
    }
  }

  private void deserialize() throws Exception {
    for (byte[] bytes : encoded) {
      Blackhole.consume(codec.deserialize(bytes));
    }
  }

  private void memcpy() {
    for (byte[] bytes : encoded) {
      out.clear();
      out.write(bytes, 0, bytes.length);
      Blackhole.consume(out.size());
    }
  }
}
