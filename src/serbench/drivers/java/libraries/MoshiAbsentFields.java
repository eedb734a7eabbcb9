package serbench.codecs;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Moshi;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import serbench.driver.Told;

/** Leaves a field out that is absent: what the writer drops of a null is its name, too. */
record MoshiAbsentFields<R, T>(Told<R, T> told) implements JsonAdapter.Factory {
  @Override
  public JsonAdapter<?> create(Type type, Set<? extends Annotation> annotations, Moshi moshi) {
    return type == told.record() ? of(moshi) : null;
  }

  private JsonAdapter<R> of(Moshi moshi) {
    JsonAdapter<T> value = moshi.adapter(told.type());
    return new JsonAdapter<>() {
      @Override
      public void toJson(JsonWriter out, R held) throws IOException {
        if (held != null) {
          value.toJson(out, told.get().apply(held));
          return;
        }
        out.setSerializeNulls(false);
        out.nullValue();
        out.setSerializeNulls(true);
      }

      @Override
      public R fromJson(JsonReader in) throws IOException {
        return told.make().apply(value.fromJson(in));
      }
    };
  }
}
