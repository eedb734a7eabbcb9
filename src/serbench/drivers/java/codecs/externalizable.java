// ---
// library = "java.io"
// format = "java-externalizable"
// traits = ["binary", "schema", "executes"]
// page = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/io/Externalizable.html"
// unions = "the variant's number and the value"
// class = "ExternalizableCodec"
// generate = ["externalizable"]
// ---
package serbench.codecs;

import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;
import serbench.externalizable.External;

/** One object that writes all fields by hand: the stream describes its class alone. */
final class ExternalizableCodec<V> extends PlainCodec<V> {
  ExternalizableCodec(Values<V> values) {
    super(values);
  }

  @Override
  public void encode(V value, Buffer out) throws Exception {
    try (ObjectOutputStream stream = new ObjectOutputStream(out)) {
      stream.writeObject(new External(value));
    }
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return values.type().cast(((External) stream.readObject()).value);
    }
  }
}
