package serbench.direct;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
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
 * As in https://github.com/EsotericSoftware/kryo/blob/kryo-5.6.2/benchmarks/src/main/java/com/esotericsoftware/kryo/benchmarks/FieldSerializerBenchmark.java
 * without references, and https://github.com/EsotericSoftware/kryo#unsafe-buffers
 */
final class KryoUnsafeDirect extends Direct.Plain {
  private final Kryo kryo = new Kryo();
  private final UnsafeOutput output = new UnsafeOutput(1024 * 512);
  private final UnsafeInput input = new UnsafeInput();

  KryoUnsafeDirect() {
    output.setVariableLengthEncoding(false);
    input.setVariableLengthEncoding(false);
    kryo.register(Log.class);
    kryo.register(Http.class);
    kryo.register(Origin.class);
    kryo.register(ZonePlan.class);
    kryo.register(HttpProtocol.class);
    kryo.register(HttpMethod.class);
    kryo.register(OriginProtocol.class);
    kryo.register(Country.class);
    kryo.register(CacheStatus.class);
  }

  @Override
  public int encode(Log value) {
    output.setPosition(0);
    kryo.writeObject(output, value);
    return output.position();
  }

  @Override
  public byte[] encoded() {
    return output.toBytes();
  }

  @Override
  public Log decode(byte[] bytes) {
    input.setBuffer(bytes);
    return kryo.readObject(input, Log.class);
  }
}
