package serbench.direct;

import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;
import serbench.data.CacheStatus;
import serbench.data.Country;
import serbench.data.Http;
import serbench.data.HttpMethod;
import serbench.data.HttpProtocol;
import serbench.data.Log;
import serbench.data.Origin;
import serbench.data.OriginProtocol;
import serbench.data.ZonePlan;

/**
 * As in https://github.com/apache/fory/blob/main/java/benchmark/src/main/java/org/apache/fory/benchmark/state/ForyState.java
 * where classes are registered, without references.
 */
final class ForyDirect extends Direct.Plain {
  private final Fory fory =
      Fory.builder()
          .withXlang(false)
          .withCompatible(false)
          .withRefTracking(false)
          .requireClassRegistration(true)
          .build();
  private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(1024 * 512);

  ForyDirect() {
    fory.register(Log.class);
    fory.register(Http.class);
    fory.register(Origin.class);
    fory.register(ZonePlan.class);
    fory.register(HttpProtocol.class);
    fory.register(HttpMethod.class);
    fory.register(OriginProtocol.class);
    fory.register(Country.class);
    fory.register(CacheStatus.class);
  }

  @Override
  public int encode(Log value) {
    buffer.writerIndex(0);
    fory.serialize(buffer, value);
    return buffer.writerIndex();
  }

  @Override
  public byte[] encoded() {
    return buffer.getBytes(0, buffer.writerIndex());
  }

  @Override
  public Log decode(byte[] bytes) {
    return (Log) fory.deserialize(bytes);
  }
}
