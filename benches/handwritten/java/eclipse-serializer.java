package serbench.direct;

import org.eclipse.serializer.Serializer;
import org.eclipse.serializer.SerializerFoundation;
import serbench.data.CacheStatus;
import serbench.data.Country;
import serbench.data.Http;
import serbench.data.HttpMethod;
import serbench.data.HttpProtocol;
import serbench.data.Log;
import serbench.data.Origin;
import serbench.data.OriginProtocol;
import serbench.data.ZonePlan;

/** https://docs.eclipsestore.io/manual/serializer/getting-started.html */
final class EclipseSerializerDirect extends Direct.Plain {
  private final Serializer<byte[]> serializer =
      Serializer.Bytes(
          SerializerFoundation.New()
              .registerEntityTypes(
                  Log.class,
                  Http.class,
                  Origin.class,
                  ZonePlan.class,
                  HttpProtocol.class,
                  HttpMethod.class,
                  OriginProtocol.class,
                  Country.class,
                  CacheStatus.class));
  private byte[] written;

  @Override
  public int encode(Log value) {
    written = serializer.serialize(value);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) {
    return serializer.deserialize(bytes);
  }
}
