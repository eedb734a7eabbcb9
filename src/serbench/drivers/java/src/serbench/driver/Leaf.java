package serbench.driver;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Where the access leaf of docs/protocol.md lies. A step is the name of a field, as annotations say
 * it, or null for the last item of a list; `type` is the type of the leaf.
 */
public record Leaf(Class<?> type, List<String> steps) {
  public static Leaf of(Class<?> type, String... steps) {
    return new Leaf(type, Collections.unmodifiableList(Arrays.asList(steps)));
  }

  /** What the leaf adds to the visit sum, of a format that keeps floats as doubles. */
  public long visit(double value) {
    return type == float.class ? Visit.bits((float) value) : Visit.bits(value);
  }

  /** What the leaf adds, of a format that keeps enums by the names of their constants. */
  public long visit(String text) {
    return type.isEnum() ? symbol(text) : Visit.text(text);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private long symbol(String name) {
    return Enum.valueOf((Class<? extends Enum>) type, name).ordinal();
  }
}
