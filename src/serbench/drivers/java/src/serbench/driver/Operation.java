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
  ACCESS,
  ENCODE_FRESH,
  DECODE_REUSED,
  SERIALIZE,
  DESERIALIZE,
  MEMCPY;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Those that a codec has. */
  static List<String> names(Codec<?, ?, ?> codec, Values<?> values) {
    List<String> names = new ArrayList<>();
    for (Operation operation : values()) {
      boolean isThere =
          switch (operation) {
            case CONVERT -> codec.hasOwnModel();
            case ACCESS -> codec instanceof Access && values.leaf() != null;
            case DECODE_REUSED -> codec instanceof Reuse;
            default -> true;
          };
      if (isThere) {
        names.add(operation.toString());
      }
    }
    return names;
  }

  static Operation of(String name, List<String> known) throws Refusal {
    if (!known.contains(name)) {
      throw Refusal.badRequest(
          "unknown operation \"" + name + "\"; known: " + String.join(", ", known));
    }
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
