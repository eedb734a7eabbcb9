// ---
// library = "java.io"
// format = "java-serialization"
// traits = ["binary", "self-describing"]
// page = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/io/ObjectOutputStream.html"
// class = "OwnCodec"
//
// # Libraries by Maven's coordinates, from any repository that Maven is set up for, ~/.m2 too:
// # dependencies = ["com.example:mylib:1.2.3"]
// # Of a working copy, jars or folders of classes by paths relative to this file:
// # jars = ["../mylib/target/classes"]
// ---
package serbench.codecs;

import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Values;

/**
 * A codec of Java's own serialization, to be replaced by yours. With {@code wire = "json"} or another
 * that serbench knows in its front matter, it is proven against all others of that wire.
 *
 * <p>One object serves all values: what its fields keep is reused.
 */
final class OwnCodec<V> extends PlainCodec<V> {
  /** {@code values.type()} is the class of the values, with a public field for each of the schema's. */
  OwnCodec(Values<V> values) {
    super(values);
  }

  /** {@code Buffer} is the driver's, and an OutputStream. */
  @Override
  public void encode(V value, Buffer out) throws Exception {
    try (ObjectOutputStream stream = new ObjectOutputStream(out)) {
      stream.writeObject(value);
    }
  }

  @Override
  public V decode(byte[] bytes) throws Exception {
    try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return values.type().cast(stream.readObject());
    }
  }
}
