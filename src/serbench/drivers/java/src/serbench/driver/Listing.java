package serbench.driver;

/**
 * Conversions of plain values to those that have lists of entries for maps whose keys are no text, and
 * back; generated with the schema if its codecs need some.
 */
public interface Listing<V, L> {
  L populate(V value);

  V convert(L value);

  Values<L> values();
}
