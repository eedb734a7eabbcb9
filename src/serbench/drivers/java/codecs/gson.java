// ---
// library = "gson"
// released = "2026-10-24"
// format = "json"
// traits = ["human-readable", "self-describing"]
// page = "https://github.com/google/gson/blob/main/UserGuide.md"
// evolution = "@SerializedName with alternates"
// class = "GsonCodec"
// dependencies = ["com.google.code.gson:gson:2.15.0"]
// shares = ["GsonAbsentFields"]
// limits = ["NaN and infinities", "u64 above 2^63 - 1"]
// [types]
// date = "object of numbers"
// time = "object of numbers"
// timestamp = "object of numbers"
// timestamp_offset = "object of numbers"
// duration = "object of numbers"
// decimal = "number"
// uuid = "string"
// bigint = "number"
// keys = "object"
// absent = "no member"
// ---
package serbench.codecs;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import serbench.driver.Buffer;
import serbench.driver.PlainCodec;
import serbench.driver.Traits;
import serbench.driver.Values;

/**
 * One Gson serves all values; texts are strings, as its guide has it. It shares no wire: it escapes =,
 * which a reader in Go does not expect in bytes.
 */
final class GsonCodec<V> extends PlainCodec<V> {
  private final Gson gson;

  GsonCodec(Values<V> values) {
    super(values);
    GsonBuilder builder =
        new GsonBuilder()
            .serializeNulls() // by default, it drops entries of maps whose value is null
            .registerTypeAdapter(byte[].class, new Base64Adapter().nullSafe());
    if (values.hasTypedMaps()) {
      // By default, it writes an enum's constant as a key by its Java name.
      builder.enableComplexMapKeySerialization();
    }
    values.told().forEach(told -> builder.registerTypeAdapterFactory(new GsonAbsentFields<>(told)));
    gson = builder.create();
  }

  @Override
  public void encode(V value, Buffer out) {
    byte[] bytes = gson.toJson(value).getBytes(StandardCharsets.UTF_8);
    out.lend(bytes, 0, bytes.length);
  }

  @Override
  public V decode(byte[] bytes) {
    return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), values.type());
  }

  @Override
  public String cannotHold(Traits traits) {
    return traits.hasNonFinite
        ? "NaN and infinities"
        : traits.hasHugeU64 ? "a u64 above 2^63 - 1: it is a long, which is signed" : null;
  }

  /** Bytes would be an array of numbers. */
  private static final class Base64Adapter extends TypeAdapter<byte[]> {
    @Override
    public void write(JsonWriter out, byte[] value) throws IOException {
      out.value(Base64.getEncoder().encodeToString(value));
    }

    @Override
    public byte[] read(JsonReader in) throws IOException {
      return Base64.getDecoder().decode(in.nextString());
    }
  }
}
