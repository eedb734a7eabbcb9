package serbench.direct;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.json.JsonObject;
import javax.json.JsonWriter;
import javax.json.spi.JsonProvider;
import serbench.data.Log;
import serbench.jsonp.Documents;

/**
 * As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/javaxjson/JavaxJsonTree.java,
 * which gets the provider once.
 */
final class JavaxJsonDirect extends Direct<JsonObject, JsonObject> {
  private final JsonProvider json = JsonProvider.provider();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Override
  public JsonObject fill(Log value) {
    return Documents.populate(value);
  }

  @Override
  public int encode(JsonObject document) {
    out.reset();
    JsonWriter writer = json.createWriter(out);
    writer.write(document);
    writer.close();
    return out.size();
  }

  @Override
  public byte[] encoded() {
    return out.toByteArray();
  }

  @Override
  public JsonObject decode(byte[] bytes) {
    return json.createReader(new ByteArrayInputStream(bytes)).readObject();
  }

  @Override
  public Log take(JsonObject document) {
    return (Log) Documents.convert(document);
  }
}
