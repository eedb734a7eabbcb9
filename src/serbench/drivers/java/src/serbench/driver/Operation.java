package serbench.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What can be timed. */
enum Operation {
  POPULATE,
  ENCODE,
  DECODE,
  CONVERT,
  READ,
  SERIALIZE,
  DESERIALIZE,
  MEMCPY;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Those that a codec has. */
  static List<String> names(Codec<?, ?, ?> codec) {
    List<String> names = new ArrayList<>();
    for (Operation operation : values()) {
      if (operation != CONVERT || codec.hasOwnModel()) {
        names.add(operation.toString());
      }
    }
    return names;
  }

  static Operation of(String name, Codec<?, ?, ?> codec) throws Refusal {
    List<String> known = names(codec);
    if (!known.contains(name)) {
      throw Refusal.badRequest(
          "unknown operation \"" + name + "\"; known: " + String.join(", ", known));
    }
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
