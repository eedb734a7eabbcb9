package serbench.direct;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import serbench.data.Log;
import serbench.sbe.Flyweights;

/**
 * As in https://github.com/aeron-io/simple-binary-encoding/blob/master/sbe-benchmarks/src/main/java/uk/co/real_logic/sbe/benchmarks/CarBenchmark.java
 * with a buffer that grows.
 */
final class SbeDirect extends Direct.Plain {
  private final Flyweights flyweights = new Flyweights();
  private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(1024);
  private int size;

  @Override
  public int encode(Log value) {
    size = flyweights.encode(buffer, value);
    return size;
  }

  @Override
  public byte[] encoded() {
    byte[] bytes = new byte[size];
    buffer.getBytes(0, bytes);
    return bytes;
  }

  @Override
  public Log decode(byte[] bytes) {
    return (Log) flyweights.decode(new UnsafeBuffer(bytes));
  }
}
