package serbench.codecs;

import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.memory.MemoryBuffer;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/** Fory in native mode. Classes are registered, references off; Fory and a buffer are reused. */
abstract class ForyFields<V> extends PlainCodec<V> {
  private final Fory fory;
  private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(4096);

  ForyFields(Values<V> values, boolean isCompatible) {
    super(values);
    ForyBuilder builder =
        Fory.builder()
            .withXlang(false)
            .withRefTracking(false)
            .requireClassRegistration(true)
            .withCompatible(isCompatible)
            .withMaxDepth(10_000); // 50 by default, against strangers' messages
    fory = builder.build();
    values.types().forEach(fory::register);
  }

  @Override
  public void encode(V value, Buffer out) {
    encode(value, buffer, out);
  }

  @Override
  public void encodeFresh(V value, Buffer out) {
    encode(value, MemoryBuffer.newHeapBuffer(4096), out);
  }

  private void encode(V value, MemoryBuffer buffer, Buffer out) {
    buffer.writerIndex(0);
    fory.serialize(buffer, value);
    out.lend(buffer.getHeapMemory(), 0, buffer.writerIndex());
  }

  @Override
  public V decode(byte[] bytes) {
    return values.type().cast(fory.deserialize(bytes));
  }
}
