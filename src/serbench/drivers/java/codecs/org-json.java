// ---
// library = "org.json"
// released = "2025-05-17"
// format = "json"
// wire = "json"
// traits = ["human-readable", "self-describing", "own-model"]
// page = "https://github.com/stleary/JSON-java/blob/master/README.md"
// class = "OrgJsonCodec"
// dependencies = ["org.json:json:20250517"]
// generate = ["org-json"]
// limits = ["NaN and infinities", "values nested more than 512 levels deep do not decode"]
// types = { absent = "no member" }
// ---
package serbench.codecs;

import java.nio.charset.StandardCharsets;
import org.json.JSONObject;
import serbench.driver.Buffer;
import serbench.driver.Codec;
import serbench.driver.Traits;
import serbench.driver.Values;
import serbench.orgjson.Documents;

/** Documents built and read field by field, by way of their text. */
final class OrgJsonCodec<V> implements Codec<V, JSONObject, JSONObject> {
  private final Values<V> values;

  OrgJsonCodec(Values<V> values) {
    this.values = values;
  }

  @Override
  public JSONObject populate(V value) {
    return Documents.populate(value);
  }

  @Override
  public void encode(JSONObject document, Buffer out) {
    byte[] bytes = document.toString().getBytes(StandardCharsets.UTF_8);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public JSONObject decode(byte[] bytes) {
    return new JSONObject(new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public V convert(JSONObject document) {
    return values.type().cast(Documents.convert(document));
  }

  @Override
  public long read(byte[] bytes) {
    return Documents.visit(decode(bytes));
  }

  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNonFinite ? "NaN and infinities" : null;
  }
}
