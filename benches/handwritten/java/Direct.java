package serbench.direct;

import serbench.data.Log;

/**
 * A library called by hand for the workload `log`, as its documentation or its own benchmark calls
 * it, without what serbench has around a codec. The class for the codec `kryo-generated` is {@code
 * KryoGeneratedDirect} in `kryo-generated.java`; java.py finds it by that name. `I` is what the
 * library encodes, `O` what it decodes to; a library of plain values extends {@link Plain}.
 */
public abstract class Direct<I, O> {
  public abstract I fill(Log value) throws Exception;

  /** Returns how many bytes it wrote, which stay where they are until the next call. */
  public abstract int encode(I input) throws Exception;

  /** A copy of what was encoded last, to prove it; never timed. */
  public abstract byte[] encoded();

  public abstract O decode(byte[] bytes) throws Exception;

  public abstract Log take(O output) throws Exception;

  public int serialize(Log value) throws Exception {
    return encode(fill(value));
  }

  public Log deserialize(byte[] bytes) throws Exception {
    return take(decode(bytes));
  }

  /** Of a library that encodes plain values as they are. */
  public abstract static class Plain extends Direct<Log, Log> {
    @Override
    public final Log fill(Log value) {
      return value;
    }

    @Override
    public final Log take(Log output) {
      return output;
    }
  }
}
