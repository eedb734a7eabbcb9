package serbench.direct;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import serbench.data.Log;

/**
 * The examples of https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/io/ObjectOutputStream.html
 * on arrays.
 */
final class SerializableDirect extends Direct.Plain {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Override
  public int encode(Log value) throws Exception {
    out.reset();
    try (ObjectOutputStream stream = new ObjectOutputStream(out)) {
      stream.writeObject(value);
    }
    return out.size();
  }

  @Override
  public byte[] encoded() {
    return out.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (Log) stream.readObject();
    }
  }
}
