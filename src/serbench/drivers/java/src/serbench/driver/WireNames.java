package serbench.driver;

import java.util.HashMap;
import java.util.Map;

/** The wire names of a record's fields or an enum's symbols, and their numbers. */
public final class WireNames {
  private final String[] names;
  private final Map<String, Integer> numbers = new HashMap<>();

  public WireNames(String... names) {
    this.names = names;
    for (String name : names) {
      numbers.put(name, numbers.size());
    }
  }

  int size() {
    return names.length;
  }

  String name(int number) {
    return names[number];
  }

  /** -1 for a name that is not there. */
  int number(String name) {
    return numbers.getOrDefault(name, -1);
  }
}
