// ---
// library = "kryo"
// released = "2024-10-10"
// format = "kryo"
// traits = ["binary", "schema", "reference", "core"]
// page = "https://github.com/EsotericSoftware/kryo/blob/master/README.md"
// unions = "the variant's class and the value"
// class = "KryoCodec"
// dependencies = ["com.esotericsoftware:kryo:5.6.2"]
// ---
package serbench.codecs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/** Classes are registered, references are off; Kryo, Output and Input are reused. */
final class KryoCodec<V> extends PlainCodec<V> {
  private final Kryo kryo;
  private final Output output = new Output(4096, -1);
  private final Input input = new Input();

  KryoCodec(Values<V> values) {
    super(values);
    kryo = made();
  }

  private Kryo made() {
    Kryo kryo = new Kryo();
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    values.types().forEach(kryo::register);
    kryo.register(ArrayList.class);
    kryo.register(LinkedHashMap.class);
    kryo.register(byte[].class);
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
    Output fresh = new Output(4096, -1);
    made().writeObject(fresh, value);
    out.lend(fresh.getBuffer(), 0, fresh.position());
  }

  @Override
  public V decode(byte[] bytes) {
    input.setBuffer(bytes);
    return kryo.readObject(input, values.type());
  }
}
