package serbench.direct;

import java.nio.charset.StandardCharsets;
import org.json.JSONObject;
import serbench.data.Log;
import serbench.orgjson.Documents;

/** As in https://github.com/eishay/jvm-serializers/blob/master/tpc/src/serializers/JsonDotOrgManualTree.java */
final class OrgJsonDirect extends Direct<JSONObject, JSONObject> {
  private byte[] written;

  @Override
  public JSONObject fill(Log value) {
    return Documents.populate(value);
  }

  @Override
  public int encode(JSONObject document) {
    written = document.toString().getBytes(StandardCharsets.UTF_8);
    return written.length;
  }

  @Override
  public byte[] encoded() {
    return written;
  }

  @Override
  public JSONObject decode(byte[] bytes) {
    return new JSONObject(new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public Log take(JSONObject document) {
    return (Log) Documents.convert(document);
  }
}
