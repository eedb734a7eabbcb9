package serbench.direct;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jboss.marshalling.Marshaller;
import org.jboss.marshalling.MarshallerFactory;
import org.jboss.marshalling.Marshalling;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.Unmarshaller;
import serbench.data.Log;

/**
 * As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/JBossMarshalling.java
 */
final class JbossMarshallingDirect extends Direct.Plain {
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
  private final Marshaller marshaller;
  private final Unmarshaller unmarshaller;

  JbossMarshallingDirect() throws Exception {
    MarshallerFactory factory = Marshalling.getProvidedMarshallerFactory("river");
    MarshallingConfiguration configuration = new MarshallingConfiguration();
    marshaller = factory.createMarshaller(configuration);
    unmarshaller = factory.createUnmarshaller(configuration);
  }

  @Override
  public int encode(Log value) throws Exception {
    stream.reset();
    marshaller.start(Marshalling.createByteOutput(stream));
    marshaller.writeObject(value);
    marshaller.finish();
    return stream.size();
  }

  @Override
  public byte[] encoded() {
    return stream.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    unmarshaller.start(Marshalling.createByteInput(ByteBuffer.wrap(bytes)));
    Log value = unmarshaller.readObject(Log.class);
    unmarshaller.finish();
    return value;
  }
}
