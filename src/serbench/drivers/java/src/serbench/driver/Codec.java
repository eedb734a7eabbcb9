package serbench.driver;

/**
 * One library's way to turn a value into bytes and back. `V` is the plain type of every value, `I`
 * what the library encodes, `O` what it decodes to. A class with a constructor that takes {@link
 * Values} is all that a codec's file needs.
 */
public interface Codec<V, I, O> extends Deserializer<V> {
  /** A new input object. */
  I populate(V value) throws Exception;

  /** Appends to `out`, which comes empty but keeps its memory from value to value. */
  void encode(I input, Buffer out) throws Exception;

  /**
   * As `encode`, of a user who keeps nothing from value to value: streams, buffers and what else is
   * no factory that its documentation has everybody share are made anew, as is `out`.
   */
  default void encodeFresh(I input, Buffer out) throws Exception {
    encode(input, out);
  }

  /** The output owns its data: nothing in it refers to `bytes`. */
  O decode(byte[] bytes) throws Exception;

  V convert(O output) throws Exception;

  /** The visit sum of docs/protocol.md; by accessors on the bytes, where the library has them. */
  long read(byte[] bytes) throws Exception;

  default void serialize(V value, Buffer out) throws Exception {
    encode(populate(value), out);
  }

  @Override
  default V deserialize(byte[] bytes) throws Exception {
    return convert(decode(bytes));
  }

  /** False if `encode` is `serialize` and `decode` is `deserialize`. */
  default boolean hasOwnModel() {
    return true;
  }

  /**
   * What the format cannot hold of a value, or null. Asked once for each value when the working set
   * is verified, never within a measurement.
   */
  default String cannotHold(Traits traits) {
    return null;
  }
}
