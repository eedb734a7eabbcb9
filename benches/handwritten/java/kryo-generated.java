package serbench.direct;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import serbench.data.Log;
import serbench.kryo.RootSerializer;

/**
 * As CustomState of https://github.com/EsotericSoftware/kryo/blob/kryo-5.6.2/benchmarks/src/main/java/com/esotericsoftware/kryo/benchmarks/FieldSerializerBenchmark.java
 */
final class KryoGeneratedDirect extends Direct.Plain {
  private final Kryo kryo = new Kryo();
  private final Output output = new Output(1024 * 512);
  private final Input input = new Input();

  KryoGeneratedDirect() {
    kryo.register(Log.class, new RootSerializer());
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
