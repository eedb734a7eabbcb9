package serbench.codecs;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import serbench.driver.Told;

/** Leaves a field out that is absent: what the writer drops of a null is its name, too. */
record GsonAbsentFields<R, T>(Told<R, T> told) implements TypeAdapterFactory {
  @Override
  @SuppressWarnings("unchecked") // of the record's own class
  public <X> TypeAdapter<X> create(Gson gson, TypeToken<X> type) {
    return type.getRawType() == told.record() ? (TypeAdapter<X>) of(gson) : null;
  }

  private TypeAdapter<R> of(Gson gson) {
    @SuppressWarnings("unchecked")
    TypeAdapter<T> value = (TypeAdapter<T>) gson.getAdapter(TypeToken.get(told.type()));
    return new TypeAdapter<>() {
      @Override
      public void write(JsonWriter out, R held) throws IOException {
        if (held != null) {
          value.write(out, told.get().apply(held));
          return;
        }
        out.setSerializeNulls(false);
        out.nullValue();
        out.setSerializeNulls(true);
      }

      @Override
      public R read(JsonReader in) throws IOException {
        return told.make().apply(value.read(in));
      }
    };
  }
}
