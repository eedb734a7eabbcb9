package serbench.direct;

import org.nustaq.serialization.FSTConfiguration;
import org.nustaq.serialization.FSTObjectOutput;
import serbench.data.CacheStatus;
import serbench.data.Country;
import serbench.data.Http;
import serbench.data.HttpMethod;
import serbench.data.HttpProtocol;
import serbench.data.Log;
import serbench.data.Origin;
import serbench.data.OriginProtocol;
import serbench.data.ZonePlan;

/**
 * As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/FastSerialization.java
 */
final class FstDirect extends Direct.Plain {
  private final FSTConfiguration configuration = FSTConfiguration.createDefaultConfiguration();
  private FSTObjectOutput output;

  FstDirect() {
    configuration.setShareReferences(false);
    configuration.registerClass(Log.class);
    configuration.registerClass(Http.class);
    configuration.registerClass(Origin.class);
    configuration.registerClass(ZonePlan.class);
    configuration.registerClass(HttpProtocol.class);
    configuration.registerClass(HttpMethod.class);
    configuration.registerClass(OriginProtocol.class);
    configuration.registerClass(Country.class);
    configuration.registerClass(CacheStatus.class);
  }

  @Override
  public int encode(Log value) throws Exception {
    output = configuration.getObjectOutput();
    output.writeObject(value, Log.class);
    return output.getWritten();
  }

  @Override
  public byte[] encoded() {
    return output.getCopyOfWrittenBuffer();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    return (Log) configuration.getObjectInput(bytes).readObject(Log.class);
  }
}
