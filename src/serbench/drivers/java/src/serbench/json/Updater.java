package serbench.json;

import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import serbench.driver.Told;
import serbench.driver.Values;

/**
 * Reads all values into one object. What lies in it is made anew: Jackson can merge that too, but
 * adds to the lists of the value before.
 */
public final class Updater<V> {
  private final ObjectReader reader;
  private final Field[] mayBeAbsent; // which the bytes then say nothing of
  private ObjectReader updating;
  private V held;

  public Updater(ObjectReader reader, Values<V> values) {
    this.reader = reader;
    Set<Class<?>> told = values.told().stream().map(Told::record).collect(Collectors.toSet());
    mayBeAbsent =
        Stream.of(values.type().getFields())
            .filter(field -> told.contains(field.getType()))
            .toArray(Field[]::new);
  }

  public V read(byte[] bytes) throws IOException, IllegalAccessException {
    if (held == null) {
      held = reader.readValue(bytes);
      updating = reader.withValueToUpdate(held);
      return held;
    }
    for (Field field : mayBeAbsent) {
      field.set(held, null);
    }
    return updating.readValue(bytes);
  }

  public V held() {
    return held;
  }
}
