package serbench.driver;

import java.lang.reflect.Type;
import java.util.function.Function;

/**
 * A record that only tells a field that is null from one that is absent, where the library leaves
 * the latter out: it writes what the record holds, and not the record.
 */
public record Told<R, T>(Class<R> record, Function<R, T> get, Function<T, R> make) {
  /** Of what it holds. */
  public Type type() {
    return record.getFields()[0].getGenericType();
  }
}
