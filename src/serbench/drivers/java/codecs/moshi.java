// ---
// library = "moshi"
// released = "2024-12-05"
// format = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/square/moshi/blob/master/README.md"
// class = "MoshiCodec"
// dependencies = ["com.squareup.moshi:moshi:1.15.2"]
// shares = ["MoshiTexts", "MoshiAbsentFields"]
// limits = ["NaN and infinities", "u64 above 2^63 - 1", "values nested more than 255 levels deep"]
// [types]
// time = "ISO 8601 text"
// timestamp = "RFC 3339 text"
// timestamp_offset = "RFC 3339 text"
// duration = "ISO 8601 text"
// integer_keys = "object"
// enum_keys = "object"
// uuid_keys = "object"
// text_keys = "object"
// absent = "no member"
// ---
package serbench.codecs;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import java.io.IOException;
import java.util.Base64;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/**
 * One adapter serves all values; Okio's buffer is emptied by each, and its memory is pooled. It shares
 * no wire: a byte is unsigned in its JSON, and constants of enums have their Java names.
 */
final class MoshiCodec<V> extends PlainCodec<V> {
  private final JsonAdapter<V> adapter;
  private final okio.Buffer buffer = new okio.Buffer();

  MoshiCodec(Values<V> values) {
    super(values);
    Moshi.Builder builder = new Moshi.Builder();
    builder.add(byte[].class, new Base64Adapter().nullSafe());
    if (!values.logical().isEmpty()) {
      MoshiTexts.addTo(builder);
    }
    values.told().forEach(told -> builder.add(new MoshiAbsentFields<>(told)));
    Moshi moshi = builder.build();
    // Without nulls, entries of maps whose value is null would be dropped.
    adapter = moshi.adapter(values.type()).serializeNulls();
  }

  @Override
  public void encode(V value, Buffer out) throws IOException {
    buffer.clear(); // of what a value left that it refused
    adapter.toJson(buffer, value);
    buffer.writeTo(out);
  }

  @Override
  public void encodeFresh(V value, Buffer out) throws IOException {
    okio.Buffer fresh = new okio.Buffer();
    adapter.toJson(fresh, value);
    fresh.writeTo(out);
  }

  @Override
  public V decode(byte[] bytes) throws IOException {
    return adapter.fromJson(new okio.Buffer().write(bytes));
  }

  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNonFinite
        ? "NaN and infinities"
        : traits.hasHugeU64 ? "a u64 above 2^63 - 1: it is a long, which is signed" : null;
  }

  /** Bytes would be an array of numbers. */
  private static final class Base64Adapter extends JsonAdapter<byte[]> {
    @Override
    public void toJson(JsonWriter out, byte[] value) throws IOException {
      out.value(Base64.getEncoder().encodeToString(value));
    }

    @Override
    public byte[] fromJson(JsonReader in) throws IOException {
      return Base64.getDecoder().decode(in.nextString());
    }
  }
}
