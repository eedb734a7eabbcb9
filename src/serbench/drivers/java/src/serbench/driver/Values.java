package serbench.driver;

import java.io.IOException;
import java.util.List;
import serbench.logical.Conversion;

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

  /** Whether there are maps whose keys are no text. */
  default boolean hasTypedMaps() {
    return false;
  }

  /** The records that tell absent from null, and that the library does not write. */
  default List<Told<?, ?>> told() {
    return List.of();
  }

  /** The classes of its logical types, such as `java.time.Instant`. */
  default List<Class<?>> logical() {
    return List.of();
  }

  /** Of values of logical types that the codec's library does not take as they are. */
  default List<Conversion<?, ?>> conversions() {
    return List.of();
  }

  /**
   * That of what lies in a field, called as in Java, or in its lists and maps; null if the library
   * takes it as it is.
   */
  default Conversion<?, ?> conversion(Class<?> record, String field) {
    return null;
  }

  /** As `access`, of the leaf itself, if it has a logical type: of what a conversion makes of it. */
  default long visitLeaf(Object held) {
    throw new AssertionError(held);
  }
}
