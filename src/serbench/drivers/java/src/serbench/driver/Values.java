package serbench.driver;

import java.io.IOException;
import java.util.List;

/** What can be done with the plain values of the schema at hand; generated with it. */
public interface Values<V> {
  V read(JsonReader in) throws IOException;

  void digest(V value, CanonicalBytes out);

  long visit(V value);

  /** What the access leaf adds to the visit sum; 0 if the schema has none. */
  long access(V value);

  /** Where it lies; null if the schema has none. */
  Leaf leaf();

  /** A deep copy. */
  V copy(V value);

  Class<V> type();

  /** Every record and enum of the schema. */
  List<Class<?>> types();
}
