package serbench.direct;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
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
 * As the compatible serializer in https://github.com/EsotericSoftware/kryo/blob/kryo-5.6.2/benchmarks/src/main/java/com/esotericsoftware/kryo/benchmarks/FieldSerializerBenchmark.java
 * without references.
 */
final class KryoCompatibleDirect extends Direct.Plain {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(1024 * 512);
  private final Input input = new Input();

  KryoCompatibleDirect() {
    kryo.setDefaultSerializer(CompatibleFieldSerializer.class);
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
