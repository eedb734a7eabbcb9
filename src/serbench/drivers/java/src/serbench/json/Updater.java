package serbench.json;

import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;

/**
 * Reads all values into one object. What lies in it is made anew: Jackson can merge that too, but
 * adds to the lists of the value before.
 */
public final class Updater<V> {
  private final ObjectReader reader;
  private ObjectReader updating;
  private V held;

  public Updater(ObjectReader reader) {
    this.reader = reader;
  }

  public V read(byte[] bytes) throws IOException {
    if (held == null) {
      held = reader.readValue(bytes);
      updating = reader.withValueToUpdate(held);
      return held;
    }
    return updating.readValue(bytes);
  }

  public V held() {
    return held;
  }
}
