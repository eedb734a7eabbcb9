package serbench.direct;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import serbench.data.Log;

/**
 * As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/Hessian.java
 */
final class HessianDirect extends Direct.Plain {
  private final SerializerFactory factory = new SerializerFactory();
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

  @Override
  public int encode(Log value) throws Exception {
    stream.reset();
    Hessian2Output output = new Hessian2Output(stream);
    output.setSerializerFactory(factory);
    output.writeObject(value);
    output.flush();
    return stream.size();
  }

  @Override
  public byte[] encoded() {
    return stream.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    Hessian2Input input = new Hessian2Input(new ByteArrayInputStream(bytes));
    input.setSerializerFactory(factory);
    return (Log) input.readObject(Log.class);
  }
}
