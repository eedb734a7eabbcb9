// ---
// library = "kryo"
// released = "2024-10-10"
// format = "kryo-generated"
// traits = ["binary", "schema"]
// page = "https://github.com/EsotericSoftware/kryo/blob/master/README.md#serializers"
// unions = "the variant's number and the value"
// class = "KryoGeneratedCodec"
// dependencies = ["com.esotericsoftware:kryo:5.6.2"]
// generate = ["kryo"]
// ---
package serbench.codecs;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.kryo.RootSerializer;

/** A serializer of the schema's own in place of Kryo's, which looks at each field's type anew. */
final class KryoGeneratedCodec<V> extends PlainCodec<V> {
  private final Kryo kryo;
  private final Serializer<?> serializer = new RootSerializer();
  private final Output output = new Output(4096, -1);
  private final Input input = new Input();

  KryoGeneratedCodec(Values<V> values) {
    super(values);
    kryo = made(serializer);
  }

  private Kryo made(Serializer<?> serializer) {
    Kryo kryo = new Kryo();
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.register(values.type(), serializer);
    return kryo;
  }

  @Override
  public void encode(V value, Buffer out) {
    output.reset();
    kryo.writeObject(output, value, serializer);
    out.lend(output.getBuffer(), 0, output.position());
  }

  @Override
  public void encodeFresh(V value, Buffer out) {
    Serializer<?> root = new RootSerializer();
    Output fresh = new Output(4096, -1);
    made(root).writeObject(fresh, value, root);
    out.lend(fresh.getBuffer(), 0, fresh.position());
  }

  @Override
  public V decode(byte[] bytes) {
    input.setBuffer(bytes);
    return values.type().cast(kryo.readObject(input, values.type(), serializer));
  }
}
