package serbench.direct;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.nio.charset.StandardCharsets;
import serbench.data.Log;

/**
 * As in https://github.com/google/gson/blob/main/metrics/src/main/java/com/google/gson/metrics/SerializationBenchmark.java
 * and BagOfPrimitivesDeserializationBenchmark there, whose texts are strings.
 */
final class GsonDirect extends Direct.Plain {
  private final Gson gson = new GsonBuilder().serializeNulls().create();
  private byte[] written;

  @Override
  public int encode(Log value) {
    written = gson.toJson(value).getBytes(StandardCharsets.UTF_8);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public Log decode(byte[] bytes) {
    return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), Log.class);
  }
}
