package serbench.codecs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.UUID;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/**
 * Kryo's own serializers of plain values. Classes are registered, references are off; Kryo, Output
 * and Input are reused.
 */
abstract class KryoFields<V> extends PlainCodec<V> {
  private final Kryo kryo;
  private final Output output;
  private final Input input;

  KryoFields(Values<V> values) {
    super(values);
    kryo = made();
    output = output();
    input = input();
  }

  Output output() {
    return new Output(4096, -1);
  }

  Input input() {
    return new Input();
  }

  /** Says what differs from Kryo's defaults, before classes are registered. */
  void configure(Kryo kryo) {}

  private Kryo made() {
    Kryo kryo = new Kryo();
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    configure(kryo);
    values.types().forEach(kryo::register);
    kryo.register(ArrayList.class);
    kryo.register(LinkedHashMap.class);
    kryo.register(byte[].class);
    for (Class<?> type : values.logical()) {
      if (type == UUID.class) {
        // Kryo has this serializer, but does not register it by default.
        kryo.register(type, new DefaultSerializers.UUIDSerializer());
      } else {
        kryo.register(type);
      }
    }
    return kryo;
  }

  @Override
  public void encode(V value, Buffer out) {
    output.reset();
    kryo.writeObject(output, value);
    out.lend(output.getBuffer(), 0, output.position());
  }

  /** It is not for several threads, so that who keeps nothing makes and configures one. */
  @Override
  public void encodeFresh(V value, Buffer out) {
    Output fresh = output();
    made().writeObject(fresh, value);
    out.lend(fresh.getBuffer(), 0, fresh.position());
  }

  @Override
  public V decode(byte[] bytes) {
    input.setBuffer(bytes);
    return kryo.readObject(input, values.type());
  }
}
