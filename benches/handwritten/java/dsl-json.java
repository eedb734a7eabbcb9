package serbench.direct;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.runtime.Settings;
import serbench.data.Log;

/**
 * As in https://github.com/ngs-doo/json-benchmark and https://github.com/ngs-doo/dsl-json#best-practices
 * with doubles read exactly.
 */
final class DslJsonDirect extends Direct.Plain {
  private final DslJson<Object> json =
      new DslJson<>(Settings.basicSetup().doublePrecision(JsonReader.DoublePrecision.EXACT));
  private final JsonWriter writer = json.newWriter();

  @Override
  public int encode(Log value) throws Exception {
    writer.reset();
    json.serialize(writer, value);
    return writer.size();
  }

  @Override
  public byte[] encoded() {
    return writer.toByteArray();
  }

  @Override
  public Log decode(byte[] bytes) throws Exception {
    return json.deserialize(Log.class, bytes, bytes.length);
  }
}
