package serbench.driver;

/** A library that encodes plain values as they are. */
public abstract class PlainCodec<V> implements Codec<V, V, V> {
  protected final Values<V> values;

  protected PlainCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public final V populate(V value) {
    return values.copy(value);
  }

  @Override
  public final V convert(V output) {
    return output;
  }

  @Override
  public long read(byte[] bytes) throws Exception {
    return values.visit(decode(bytes));
  }

  @Override
  public final void serialize(V value, Buffer out) throws Exception {
    encode(value, out);
  }

  @Override
  public final V deserialize(byte[] bytes) throws Exception {
    return decode(bytes);
  }

  @Override
  public final boolean hasOwnModel() {
    return false;
  }
}
