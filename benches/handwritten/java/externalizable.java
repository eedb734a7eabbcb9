package serbench.direct;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import serbench.data.Log;
import serbench.externalizable.External;

/**
 * As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/JavaExtSerializer.java
 */
final class ExternalizableDirect extends Direct.Plain {
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

  @Override
  public int encode(Log value) throws Exception {
    stream.reset();
    ObjectOutputStream output = new ObjectOutputStream(stream);
    output.writeObject(new External(value));
    output.flush();
    return stream.size();
  }

  @Override
  public byte[] encoded() {
    return stream.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    return ((External) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject()).value;
  }
}
